import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { gtin14, isGtinType } from '../../../../src-shared/values/gtin.ts'
import type { IngestItem, IngestProductCode } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { openCatalogWriter } from '../../../catalog/index.ts'
import { gtinOf, itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { openSandbox } from './fixtures/open-sandbox.ts'

const gtin = (number: number) => ({ type: 'GTIN', text: gtinOf(number) })
const other = (number: number) => ({ type: 'SKU', text: gtinOf(number) })
const coded = (number: number, ...productCodes: IngestProductCode[]) => sampleItem(number, { productCodes })
const codesOf = ({ items }: ReturnType<ReturnType<typeof openSandbox>['ingest']>) =>
  items.map(({ errors, ingestionStatus }) => errors[0]?.code ?? ingestionStatus)

describe('items are identified by GTIN', () => {
  test('codes of other types identify no item', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(coded(1, gtin(1), other(2)), coded(2, gtin(2))))
    const [, second] = sandbox.items()
    expect(sandbox.itemCount()).toBe(2)
    const changed = coded(1, other(2), gtin(1))
    expect(codesOf(sandbox.ingest('refresh', itemFeed(changed)))).toEqual(['SUCCESS'])
    expect(sandbox.items()[1]).toEqual(second)
    const update = itemFeed(coded(1, other(2), gtin(1)))
    expect(() => sandbox.ingest('update', update, { upc: gtinOf(2) })).toThrow(
      /must be a GTIN of the payload/,
    )
    expect(codesOf(sandbox.ingest('update', update, { upc: gtinOf(1) }))).toEqual(['SUCCESS'])
    expect(sandbox.items()[1]).toEqual(second)
  })

  test.each(['create', 'refresh', 'update'] as const)(
    'a %s with codes of different items fails, and the message names both',
    (kind) => {
      using sandbox = openSandbox()
      sandbox.ingest('create', itemFeed(coded(1, gtin(1)), coded(2, gtin(2))))
      const before = sandbox.items()
      const more = kind === 'update' ? { upc: gtinOf(1) } : {}
      const { items } = sandbox.ingest(kind, itemFeed(coded(1, gtin(1), gtin(2))), more)
      expect(items[0]?.errors).toMatchObject([{ code: 'GTIN_CONFLICT', field: 'items/item[1]/productCodes' }])
      for (const { id } of before) expect(items[0]?.errors[0]?.description).toContain(` = ${id} (Oat flakes`)
      expect(sandbox.items()).toEqual(before)
    },
  )

  test('an existing GTIN is reported with its item', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(coded(1, gtin(1))))
    const [{ id } = { id: '' }] = sandbox.items()
    const { items } = sandbox.ingest('create', itemFeed(coded(2, gtin(2), gtin(1))))
    expect(items[0]?.errors[0]?.description).toContain(
      `${gtinOf(1)} is that of the item ${id} (Oat flakes 1)`,
    )
  })

  test('of two items of a feed with a common GTIN, the second fails', () => {
    using sandbox = openSandbox()
    const feed = itemFeed(coded(1, gtin(1), gtin(3)), coded(1, gtin(3)), coded(4, gtin(4)))
    expect(codesOf(sandbox.ingest('refresh', feed))).toEqual(['SUCCESS', 'GTIN_TWICE', 'SUCCESS'])
    const failing = sampleItem(6, { ecommerceTitle: '' })
    const thrice = itemFeed(failing, sampleItem(6), sampleItem(6), sampleItem(6))
    expect(codesOf(sandbox.ingest('refresh', thrice))).toEqual([
      'TITLE_REQUIRED',
      'SUCCESS',
      'GTIN_TWICE',
      'GTIN_TWICE',
    ])
    expect(codesOf(sandbox.ingest('create', itemFeed(coded(5, gtin(5)), coded(5, gtin(5)))))).toEqual([
      'SUCCESS',
      'GTIN_EXISTS',
    ])
  })

  test('treats two spellings of a GTIN as equal', () => {
    using sandbox = openSandbox()
    const twice = coded(1, gtin(1), { type: 'GTIN', text: ` 0${gtinOf(1)}\n` })
    for (const kind of ['create', 'refresh'] as const)
      expect(codesOf(sandbox.ingest(kind, itemFeed(twice)))).toEqual(['SUCCESS'])
    expect(sandbox.items()).toMatchObject([{ gtins: [`0${gtinOf(1)}`] }])
  })

  test('a refresh can add a free GTIN, and releases one that it omits', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(coded(1, gtin(1), gtin(2))))
    expect(codesOf(sandbox.ingest('refresh', itemFeed(coded(1, gtin(2), gtin(3)))))).toEqual(['SUCCESS'])
    expect(codesOf(sandbox.ingest('create', itemFeed(coded(1, gtin(1)))))).toEqual(['SUCCESS'])
    expect(sandbox.items().map(({ gtins }) => gtins)).toEqual([
      [`0${gtinOf(2)}`, `0${gtinOf(3)}`],
      [`0${gtinOf(1)}`],
    ])
  })

  test('an update changes only the item with the code of the path', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(coded(1, gtin(1))))
    const before = sandbox.items()
    const update = itemFeed(coded(1, gtin(1), gtin(2)))
    expect(codesOf(sandbox.ingest('update', update, { upc: gtinOf(2) }))).toEqual(['GTIN_UNKNOWN'])
    expect(sandbox.items()).toEqual(before)
  })

  test('in a sandbox the store rejects a second item with the same GTIN', () => {
    using sandbox = openSandbox()
    const catalog = openCatalogWriter({ db: sandbox.db, now: () => 0, record: () => {} })
    const record = (id: string, type: string) =>
      Buffer.from(`<item id="${id}"><upcs><upc type="${type}">${gtinOf(1)}</upc></upcs></item>`)
    catalog.putItems([record('1', 'GTIN'), record('2', 'SKU')])
    for (const type of ['GTIN', 'GTIN-13', 'UPC', 'ean', ' ', ''])
      expect(() => catalog.putItems([record('3', type)]), type).toThrow(/another item has this GTIN/)
    sandbox.db.exec(`UPDATE setting SET value = '"connected"' WHERE key = 'role'`)
    catalog.putItems([record('4', 'GTIN')])
    expect(sandbox.itemCount()).toBeGreaterThan(2)
  })
})

test('ignores white space around identifiers and codes', () => {
  using sandbox = openSandbox()
  const item = sampleItem(1, {
    manufacturerId: ' m1 ',
    distributorId: '\n  d1\n',
    importerId: 'd1\t',
    productCodes: [{ type: ' GTIN ', text: ` ${gtinOf(1)} ` }],
    products: [{ description: 'Oats', brandId: ' b1', countryOfOrigin: ' FR ' }],
    companyTrackingId: { id: ' t1 ' },
    manufacturerContent: [{ id: ' r1 ', contentPlus: { sellCopy: 'Buy' } }],
  })
  const loose = new TextDecoder()
    .decode(itemFeed(item))
    .replace('<manufacturerId>m1<', '<manufacturerId> m1\n<')
    .replace('<brandId>b1<', '<brandId> b1 <')
    .replace('id="r1"', 'id=" r1 "')
    .replace('id="t1"', 'id=" t1 "')
    .replace('>FR<', '> FR <')
    .replace(`>${gtinOf(1)}<`, `>\n  ${gtinOf(1)}\n<`)
  expect(codesOf(sandbox.ingest('create', new TextEncoder().encode(loose)))).toEqual(['SUCCESS'])
  expect(sandbox.record(gtinOf(1))).toMatchObject({
    upcs: [{ text: gtinOf(1) }],
    companyTrackingId: { id: 't1' },
    products: [{ brand: { id: 'b1' }, manufacturer: { id: 'm1' }, countryOfOrigin: 'FR' }],
    packageDistributor: { name: 'Harbour Logistics' },
    packageImporter: { name: 'Harbour Logistics' },
  })
  expect(sandbox.content('r1')).toMatchObject({ id: 'r1', sellCopy: 'Buy' })
})

test('rejects an unknown importer like an unknown distributor', () => {
  using sandbox = openSandbox()
  const { items } = sandbox.ingest('create', itemFeed(sampleItem(1, { importerId: 'nobody' })))
  expect(items[0]?.errors).toMatchObject([{ code: 'DISTRIBUTOR_UNKNOWN', field: 'items/item[1]/importerId' }])
})

/** A code of one of six GTINs, with various types and spellings. */
const code: fc.Arbitrary<IngestProductCode> = fc
  .record({
    number: fc.integer({ min: 1, max: 6 }),
    type: fc.constantFrom('GTIN', 'GTIN', 'GTIN', 'GTIN-14', 'UPC', '', 'SKU', 'PLU'),
    isPadded: fc.boolean(),
  })
  .map(({ number, type, isPadded }) => ({ type, text: `${isPadded ? '0' : ''}${gtinOf(number)}` }))
const sent = fc.record({
  kind: fc.constantFrom('create', 'refresh', 'refresh', 'update'),
  items: fc.array(fc.array(code, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
})

test('for any feeds, no two items share a GTIN, and only items with a named GTIN change', () => {
  let changes = 0
  fc.assert(
    fc.property(fc.array(sent, { minLength: 2, maxLength: 8 }), (feeds) => {
      using sandbox = openSandbox()
      for (const [round, { kind, items }] of feeds.entries()) {
        const before = sandbox.items()
        const payload = items.map(
          (productCodes, index): IngestItem =>
            sampleItem(1, {
              ecommerceTitle: `Title ${round}-${index}`,
              ecommerceDescription: [{ text: `Words ${round}-${index}` }],
              productCodes,
            }),
        )
        const upc = items[0]?.[0]?.text ?? ''
        const of = kind === 'update' ? payload.slice(0, 1) : payload
        const named = new Set(
          of.flatMap(({ productCodes = [] }) =>
            productCodes.filter(({ type }) => isGtinType(type)).map(({ text }) => gtin14(text) ?? ''),
          ),
        )
        try {
          sandbox.ingest(kind as 'create' | 'refresh' | 'update', itemFeed(...of), { upc })
        } catch (error) {
          expect(String(error)).toMatch(/must be a GTIN of the payload/)
        }
        const after = sandbox.items()
        const all = after.flatMap(({ gtins }) => gtins)
        expect(new Set(all).size).toBe(all.length)
        for (const { id, gtins, body } of before) {
          const now = after.find((item) => item.id === id)
          if (now?.body === body) continue
          changes += 1
          const own = kind === 'update' ? [gtin14(upc) ?? ''] : gtins.filter((one) => named.has(one))
          expect(gtins).toEqual(expect.arrayContaining(own))
          expect(own).not.toEqual([])
        }
      }
    }),
    { numRuns: numberOfCases(40) },
  )
  expect(changes).toBeGreaterThan(0)
})
