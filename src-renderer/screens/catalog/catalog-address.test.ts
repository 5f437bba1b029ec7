import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortKeys } from '../../../src-shared/catalog/model.ts'
import { type CatalogQuery, hasConditions, readCatalogQuery, writeCatalogQuery } from './catalog-address.ts'

const values = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 })
const queries: fc.Arbitrary<CatalogQuery> = fc.record(
  {
    selection: fc
      .record(
        {
          text: fc.string({ maxLength: 40 }),
          brandIds: values,
          manufacturerIds: values,
          categoryIds: values,
          statuses: values,
          packageTypes: values,
          views: values,
          completeness: values,
          allergens: values,
          missing: values,
          findings: values,
          changedIn: values,
          notListed: fc.constant(true),
          inDraft: fc.constant(true),
          inOutbox: fc.constant(true),
        },
        { requiredKeys: [] },
      )
      .map((some) => ({ text: '', brandIds: [], manufacturerIds: [], ...some })),
    sort: fc.record({ by: fc.constantFrom(...sortKeys), descending: fc.boolean() }),
  },
  { requiredKeys: ['selection'] },
)

test('round-trips any query through the address', () => {
  fc.assert(
    fc.property(queries, (query) => {
      expect(readCatalogQuery(writeCatalogQuery(query))).toEqual(query)
    }),
  )
})

test('writes no address for an unfiltered query and ignores unknown parameters', () => {
  expect(writeCatalogQuery(readCatalogQuery(''))).toBe('')
  expect(hasConditions(readCatalogQuery('?q=+').selection)).toBe(false)
  expect(readCatalogQuery('?sort=no-column&brand=B&tab=history')).toEqual({
    selection: { text: '', brandIds: ['B'], manufacturerIds: [] },
  })
})
