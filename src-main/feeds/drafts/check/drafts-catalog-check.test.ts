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

describe('errors that a sandbox reports for drafts before it refuses the item', () => {
  const errorsOf = (sandbox: ReturnType<typeof openSandbox>, kind: 'create' | 'update', item: IngestItem) =>
    openCatalogCheck(sandbox.db).item(kind, item, 0).filter(isError)

  test.each(unknown)('an unknown %s, with a filled or an empty lookup list', (_of, change) => {
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

  test('an update of an unknown item, identified by its first code', () => {
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

  test('accepts an unknown category, because the service has no list of categories', () => {
    using sandbox = openSandbox()
    expect(errorsOf(sandbox, 'create', sampleItem(1, { categoryId: '99' }))).toEqual([])
  })
})

test('a synced copy warns about unknown identifiers if it has the list, and about updates of unknown items', () => {
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
