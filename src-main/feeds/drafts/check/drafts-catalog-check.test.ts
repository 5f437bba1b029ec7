import { describe, expect, test } from 'vitest'
import { isError } from '../../../../src-shared/problem.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { gtinOf, itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openSandbox } from '../../targets/sandbox/fixtures/open-sandbox.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'

const unknown: [string, Partial<IngestItem>][] = [
  ['manufacturer', { manufacturerId: 'nobody' }],
  ['distributor', { distributorId: 'nobody' }],
  ['importer', { importerId: 'nobody' }],
  ['brand', { products: [{ type: 'grocery', description: 'Oats', brandId: 'nobody' }] }],
  [
    'manufacturer of a product',
    { products: [{ type: 'grocery', description: 'Oats', brandId: 'b1', manufacturerId: 'nobody' }] },
  ],
  ['retailer', { manufacturerContent: [{ id: 'nobody', contentPlus: { sellCopy: 'Oats' } }] }],
]

describe('what a sandbox refuses is an error of its drafts', () => {
  const errorsOf = (sandbox: ReturnType<typeof openSandbox>, kind: 'create' | 'update', item: IngestItem) =>
    openCatalogCheck(sandbox.db).item(kind, item, 0).filter(isError)

  test.each(unknown)('an unknown %s, in a list that is filled or empty', (_of, change) => {
    using sandbox = openSandbox()
    const item = sampleItem(1, change)
    for (const isEmptied of [false, true]) {
      if (isEmptied) sandbox.db.exec('DELETE FROM lookup')
      const { items } = sandbox.ingest('create', itemFeed(item))
      const refused = items[0]?.errors.map(({ code, field, description }) => [code, field, description])
      expect(refused).not.toEqual([])
      expect(errorsOf(sandbox, 'create', item).map((one) => [one.code, one.path, one.message])).toEqual(
        refused,
      )
    }
  })

  test('an update of no item, by the first of its codes', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(sampleItem(2)))
    const both = sampleItem(1, {
      productCodes: [1, 2].map((number) => ({ type: 'GTIN', text: gtinOf(number) })),
    })
    for (const item of [sampleItem(1), both]) {
      const { items } = sandbox.ingest('update', itemFeed(item), { upc: gtinOf(1) })
      expect(items[0]?.errors).toMatchObject([{ code: 'GTIN_UNKNOWN' }])
      expect(errorsOf(sandbox, 'update', item)).toEqual([
        expect.objectContaining({ code: 'GTIN_UNKNOWN', message: items[0]?.errors[0]?.description }),
      ])
    }
    expect(errorsOf(sandbox, 'update', sampleItem(2))).toEqual([])
  })

  test('a category that is in no list is none: categories have no list of the service', () => {
    using sandbox = openSandbox()
    expect(errorsOf(sandbox, 'create', sampleItem(1, { categoryId: '99' }))).toEqual([])
  })
})

test('a copy may be older than the service: it warns where it has a list, and of an update of no item', () => {
  using sandbox = openSandbox()
  sandbox.db.exec(`UPDATE setting SET value = '"connected"' WHERE key = 'role'`)
  const check = openCatalogCheck(sandbox.db)
  const severities = (kind: 'create' | 'update', change: Partial<IngestItem> = {}) =>
    check.item(kind, sampleItem(1, change), 0).map(({ code, severity }) => [code, severity])
  for (const [, change] of unknown)
    expect(severities('create', change)).toEqual([[expect.stringMatching(/_UNKNOWN$/), 'warning']])
  expect(severities('update')).toEqual([['GTIN_UNKNOWN', 'warning']])
  sandbox.db.exec('DELETE FROM lookup')
  for (const [, change] of unknown) expect(severities('create', change)).toEqual([])
})
