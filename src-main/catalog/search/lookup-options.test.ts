import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { openCatalogReader } from '../catalog-reader.ts'
import { openCatalogWriter } from '../catalog-writer.ts'
import { openLookups } from '../lookups.ts'
import { openInCommon } from './facts/in-common.ts'
import { openLookupOptions } from './lookup-options.ts'

const gtin = (body: string) => body + checkDigit(body)
interface Made {
  id: string
  brand: string
  manufacturer: string
  code: string
  category?: string
  distributor?: string
  importer?: string
}
const party = (name: string, partyName?: string) =>
  partyName ? `<${name}><name>${partyName}</name></${name}>` : ''
const record = ({ id, brand, manufacturer, code, category, distributor, importer }: Made) =>
  Buffer.from(`<item id="${id}"><name>Item ${id}</name><upcs><upc type="GTIN">${code}</upc></upcs>
    <categories>${category ? `<category type="GPC" id="${category}">Category ${category}</category>` : ''}</categories>
    ${party('packageDistributor', distributor)}${party('packageImporter', importer)}
    <lastUpdated>2024-01-0${id}T00:00:00+00:00</lastUpdated>
    <products><product><brand id="${brand}">${brand}</brand><manufacturer id="${manufacturer}">${manufacturer}</manufacturer></product></products></item>`)

const items: Made[] = [
  {
    id: '1',
    brand: 'b1',
    manufacturer: 'm1',
    code: gtin('03600029145'),
    category: '100',
    distributor: 'Fjord',
  },
  {
    id: '2',
    brand: 'b1',
    manufacturer: 'm1',
    code: gtin('03600029146'),
    category: '100',
    distributor: 'Pier',
    importer: 'FJORD',
  },
  { id: '3', brand: 'b1', manufacturer: 'm2', code: gtin('1003600029147') },
  { id: '4', brand: 'b2', manufacturer: 'm2', code: gtin('400638133393') },
  { id: '5', brand: 'b3', manufacturer: '', code: gtin('03600029148') },
]

let database: ReturnType<typeof openTemporaryDatabase>
let reader: ReturnType<typeof openCatalogReader>
beforeAll(() => {
  database = openTemporaryDatabase()
  const { db } = database
  const writer = openCatalogWriter({ db, now: () => 0, record: () => undefined })
  db.transaction(() => {
    writer.putItems(items.map(record))
    writer.putLookups('manufacturer', [
      { id: 'm1', name: 'Norrvik Foods' },
      { id: 'm2', name: 'Åkerlund' },
      { id: 'm3', name: 'Aardvark' },
    ])
    writer.putLookups('brand', [
      { id: 'b1', name: 'Oatlark' },
      { id: 'b2', name: 'Pritt' },
      { id: 'b3', name: 'Wren' },
    ])
    writer.putLookups('distributor', [
      { id: 'd1', name: 'Alder' },
      { id: 'd2', name: 'Fjord' },
      { id: 'd3', name: 'Pier' },
    ])
    writer.putLookups('category', [
      { id: '1', name: 'Food' },
      { id: '10', name: 'Dairy' },
      { id: '100', name: 'Milk' },
    ])
    writer.putCategoryTree([
      ['10', '1'],
      ['100', '10'],
    ])
  })()
  reader = openCatalogReader({ db })
})
afterAll(() => database[Symbol.dispose]())

const options = (question: Partial<Parameters<typeof reader.lookupOptions>[0]>) =>
  reader.lookupOptions({ kind: 'manufacturer', text: '', limit: 50, ...question })

describe('entries of a list', () => {
  test('lists the entries of the brand first with counts, then the others by name', () => {
    const { entries, total, isListEmpty } = options({ item: { brandId: 'b1' } })
    const by = { by: 'brand', of: 3, isPart: false }
    expect(entries).toEqual([
      { id: 'm1', name: 'Norrvik Foods', common: [{ ...by, items: 2 }] },
      { id: 'm2', name: 'Åkerlund', common: [{ ...by, items: 1 }] },
      { id: 'm3', name: 'Aardvark' },
    ])
    expect([total, isListEmpty]).toEqual([3, false])
  })

  test('filters both by words, and does not take a partial name for an identifier', () => {
    expect(options({ text: 'akerl', item: { brandId: 'b1' } })).toMatchObject({
      entries: [{ id: 'm2', common: [{ items: 1 }] }],
      total: 1,
      mayBeIdentifier: false,
    })
  })

  test('lists exact names and beginnings first, and similar names last', () => {
    const { db } = database
    const writer = openCatalogWriter({ db, now: () => 0, record: () => undefined })
    const named = ['British Nordvik', 'Nordvik', 'Nordvik Nord', 'Alta Nordvik', 'Norvika']
    const ids = (text: string) =>
      options({ kind: 'retailer', text }).entries.map(({ name, isSimilar }) =>
        isSimilar ? `~${name}` : name,
      )
    db.exec('BEGIN')
    writer.putLookups(
      'retailer',
      named.map((name, index) => ({ id: `r${index}`, name })),
    )
    expect(ids('nordvik')).toEqual(['Nordvik', 'Nordvik Nord', 'Alta Nordvik', 'British Nordvik', '~Norvika'])
    expect(ids('norvik').slice(0, 2)).toEqual(['Norvika', '~Nordvik'])
    expect(ids('nordvig')).toHaveLength(4)
    db.exec('ROLLBACK')
  })

  test('finds an entry by its identifier, and recognizes the form of an unknown one', () => {
    expect(options({ text: ' m3 ' })).toMatchObject({
      entries: [{ id: 'm3' }],
      total: 1,
      mayBeIdentifier: false,
    })
    expect(options({ text: 'm99' })).toMatchObject({ entries: [], mayBeIdentifier: true })
    expect(options({ text: '99' }).mayBeIdentifier).toBe(false)
  })

  test('finds brands by the leading digits of a code of any length', () => {
    const expected = [
      { by: 'digits', items: 3, of: 4, isPart: false, digits: '0036000' },
      { by: 'digits', items: 1, of: 4, isPart: false, digits: '0036000' },
    ]
    for (const code of ['0 36000-29145 2', gtin('03600029199'), gtin('1003600029199')]) {
      const { entries } = options({ kind: 'brand', item: { codes: [code] } })
      expect(entries.flatMap(({ common = [] }) => common)).toEqual(expected)
    }
    expect(options({ kind: 'brand', item: { codes: ['2000000000008'] } }).entries[0]?.common).toBeUndefined()
  })

  test('finds brands of the manufacturer', () => {
    const { entries } = options({ kind: 'brand', item: { manufacturerId: 'm2' } })
    expect(entries.filter(({ common }) => common).map(({ id }) => id)).toEqual(['b1', 'b2'])
  })

  test('returns categories with their path, and those of the brand first', () => {
    const milk = { id: '100', name: 'Milk', path: ['Food', 'Dairy'], narrower: 0 }
    expect(options({ kind: 'category', text: 'mil' })).toMatchObject({ entries: [milk], isTree: true })
    expect(options({ kind: 'category', item: { brandId: 'b1' } }).entries[0]).toEqual({
      ...milk,
      common: [{ by: 'brand', items: 2, of: 3, isPart: false }],
    })
    const topLevel = options({ kind: 'category', below: '' }).entries
    expect(topLevel.map(({ id, narrower }) => [id, narrower])).toEqual([['1', 1]])
    expect(options({ kind: 'category', below: '1' }).entries).toMatchObject([
      { id: '10', path: ['Food'], narrower: 1 },
    ])
  })

  test('finds distributors of the brand by the names in its records', () => {
    const by = { by: 'brand', of: 3, isPart: false }
    const expected = [
      { id: 'd2', name: 'Fjord', common: [{ ...by, items: 2 }] },
      { id: 'd3', name: 'Pier', common: [{ ...by, items: 1 }] },
      { id: 'd1', name: 'Alder' },
    ]
    expect(options({ kind: 'distributor', item: { brandId: 'b1' } }).entries).toEqual(expected)
    for (const item of [{ id: '3' }, { codes: [gtin('1003600029147')] }])
      expect(options({ kind: 'distributor', item }).entries).toEqual(expected)
    expect(options({ kind: 'distributor', item: { id: '9' } }).entries[0]?.common).toBeUndefined()
  })

  test('uses the manufacturer when the brand has no entries', () => {
    const { entries } = options({ kind: 'distributor', item: { brandId: 'new', manufacturerId: 'm1' } })
    expect(entries[0]).toMatchObject({ id: 'd2', common: [{ by: 'manufacturer', items: 2, of: 2 }] })
  })

  test('finds retailers by stored and drafted content, counting each item once', () => {
    using other = openTemporaryDatabase()
    const { db } = other
    const writer = openCatalogWriter({ db, now: () => 0, record: () => undefined })
    writer.putItems(items.map(record))
    writer.putLookups('retailer', [
      { id: 'r1', name: 'Corner' },
      { id: 'r2', name: 'Market' },
      { id: 'r3', name: 'Attic' },
    ])
    db.exec(`
      INSERT INTO retailer_content (item, retailer, xml, updated_at) VALUES ('1', 'r2', x'', 0), ('1', '', x'', 0), ('4', 'r3', x'', 0);
      INSERT INTO draft (id, kind, name, created_at, updated_at) VALUES ('d', 'contentplus', '', 0, 0), ('gone', 'contentplus', '', 0, 0);
      UPDATE draft SET deleted_at = 1 WHERE id = 'gone';
      INSERT INTO draft_item (draft, key, value, about) VALUES
        ('d', 1, '{"id":"1","retailer":[{"id":"r2"},{"id":"r2"}]}', '1'),
        ('d', 2, '{"manufacturerContent":[{"id":"r2"},{"id":"r1"},{}]}', '2'),
        ('d', 3, '{}', '3'),
        ('gone', 1, '{"id":"3","retailer":[{"id":"r3"}]}', '3')`)
    const page = openCatalogReader({ db }).lookupOptions({
      kind: 'retailer',
      text: '',
      limit: 9,
      item: { id: '3' },
    })
    const by = { by: 'brand', of: 3, isPart: false }
    expect(page.entries).toEqual([
      { id: 'r2', name: 'Market', common: [{ ...by, items: 2 }] },
      { id: 'r1', name: 'Corner', common: [{ ...by, items: 1 }] },
      { id: 'r3', name: 'Attic' },
    ])
  })

  test('stops at a cycle in the tree', () => {
    using other = openTemporaryDatabase()
    const writer = openCatalogWriter({ db: other.db, now: () => 0, record: () => undefined })
    writer.putLookups('category', [
      { id: '1', name: 'One' },
      { id: '2', name: 'Two' },
    ])
    writer.putCategoryTree([
      ['1', '2'],
      ['2', '1'],
    ])
    const page = openCatalogReader({ db: other.db }).lookupOptions({
      kind: 'category',
      text: 'one',
      limit: 5,
    })
    expect(page.entries[0]?.path?.length).toBeLessThan(20)
  })

  test('reports an empty list', () => {
    expect(options({ kind: 'retailer', text: 'corner' })).toMatchObject({ isListEmpty: true, entries: [] })
  })
})

test('uses an index for every query', () => {
  const plans = [
    ...queryPlans(database.db, openInCommon),
    ...queryPlans(database.db, (db) => openLookupOptions(db, openLookups(database.db))),
  ]
  expect(plans.length).toBeGreaterThan(8)
  for (const { sql, plan } of plans)
    expect(plan, sql).not.toMatch(
      /SCAN (item|item_code|item_document|lookup|retailer_content|draft_item|draft)\b/,
    )
  const used = plans.map(({ plan }) => plan).join('\n')
  for (const index of [
    'item_by_brand',
    'item_by_manufacturer',
    'item_code_by_gtin',
    'lookup_by_parent',
    'draft_item_about',
  ])
    expect(used).toContain(index)
})
