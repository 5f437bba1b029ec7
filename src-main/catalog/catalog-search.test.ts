import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basics, type CatalogSelection, type CatalogSort, sortKeys } from '../../src-shared/catalog/model.ts'
import { scoreChoices } from '../../src-shared/completeness/score-bands.ts'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { openChangeNumbers } from '../storage/index.ts'
import { queryPlans } from '../testing/query-plans.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { select } from './fixtures/filled-catalog.ts'
import { openFactColumns } from './search/facts/fact-columns.ts'
import { openItemSets } from './search/facts/item-sets.ts'
import { openValueTable } from './search/facts/value-names.ts'
import { openSortOrders } from './search/order/sort-orders.ts'
import { openNearWords } from './search/words/near-words.ts'

let database: ReturnType<typeof openTemporaryDatabase>
let writer: ReturnType<typeof openCatalogWriter>
let reader: ReturnType<typeof openCatalogReader>

interface Made {
  id: string
  name: string
  brand?: string
  more?: string
  product?: string
  text?: string
  updated?: string
}
const xml = ({ id, name, brand = '', more = '', product = '', text = '', updated = '2024-01-01' }: Made) =>
  Buffer.from(
    `<item id="${id}" status="P"><name>${name}</name><marketingDescription>${text}</marketingDescription>${more}<lastUpdated>${updated}</lastUpdated><products><product><brand id="${brand}">${brand}</brand>${product}</product></products></item>`,
  )
const grocery = (ingredients: string, energy = '', measure = '', uom = 'GRM') =>
  `<grocery><ingredients>${ingredients}</ingredients><nutritions><nutrition><servingSizes><servingSize type="metric"><measure>${measure}</measure><uom>${uom}</uom></servingSize></servingSizes><energy>${energy}</energy></nutrition></nutritions></grocery>`
const medium = (view: string) => `<medium view="${view}"><url>https://x.invalid/${view}</url></medium>`
const items: Made[] = [
  {
    id: '1',
    name: 'Oat drink',
    brand: 'Oatlark',
    product: grocery('Water, oats', '45', '100', 'MLT'),
    more: `<upcs><upc type="GTIN">4006381333931</upc></upcs><media>${medium('A1C1')}${medium('A2C1')}</media><packageData><netWeight><measure>1</measure><uom>LTR</uom></netWeight><packageType>Carton</packageType></packageData>`,
  },
  {
    id: '2',
    name: 'Whole milk',
    brand: 'Meadow',
    product: grocery('Milk', '150', '240', 'MLT'),
    text: 'Goes well with an oat cake',
    more: `<categories><category type="T" id="c1">Dairy</category><category type="T" id="c2">Fresh milk</category></categories><packageData><netWeight><measure>500</measure><uom>GRM</uom></netWeight></packageData>`,
    updated: '2024-02-01',
  },
  {
    id: '3',
    name: 'Drink of oats and honey',
    brand: 'Meadow',
    product: '<warnings><warning>Contains: Milk.</warning></warnings>',
    more: '<categories><category type="T" id="c1">Dairy</category></categories>',
    updated: '2025-06-30',
  },
  { id: '4', name: 'Éclair', brand: '', updated: '2025-07-01' },
]
const put = (made: Made[]) => database.db.transaction(() => writer.putItems(made.map(xml)))()
beforeAll(() => {
  database = openTemporaryDatabase()
  const { db } = database
  writer = openCatalogWriter({ db, now: () => 0, record: () => openChangeNumbers(db).raise(['items']) })
  put(items)
  db.exec(`
    INSERT INTO draft (id, kind, name, revision, created_at, updated_at) VALUES ('d', 'update', 'Mine', 1, 0, 0);
    INSERT INTO draft_item (draft, key, revision, value) VALUES ('d', 1, 1, '{}');
    INSERT INTO draft_code VALUES ('d', '04006381333931', 1);`)
  reader = openCatalogReader({ db })
})
afterAll(() => database[Symbol.dispose]())

const idsOf = (text: string, more: Partial<CatalogSelection> = {}, sort?: CatalogSort) =>
  reader.searchRows(select(text, more), 0, 50, sort).rows.map(({ id }) => id)

describe('searching finds', () => {
  test.each<[string, string[]]>([
    ['oat', ['1', '3', '2']],
    ['"oat drink"', ['1']],
    ['"drink oat"', []],
    ['drink -honey', ['1']],
    ['-oats', ['1', '2', '4']],
    ['brand:mead', ['2', '3']],
    ['-brand:mead', ['1', '4']],
    ['category:fresh', ['2']],
    ['category:dairy', ['2', '3']],
    ['package:car', ['1']],
    ['missing:image', ['2', '3', '4']],
    ['-missing:ingredients', ['1', '2']],
    ['view:a2c1', ['1']],
    ['images>=2', ['1']],
    ['allergen:milk', ['2', '3']],
    ['kcal<60', ['1']],
    ['kcal=62.5', ['2']],
    ['updated>2024-02 updated<2025-07', ['3']],
    ['status:p', ['1', '2', '3', '4']],
    ['gtin:400638', ['1']],
    ['(01)04006381333931', ['1']],
    ['https://id.gs1.org/01/04006381333931', ['1']],
    ['eclair', ['4']],
  ])('%s', (text, expected) => expect(idsOf(text)).toEqual(expected))

  test('combines filters, and treats several values of one as alternatives', () => {
    expect(idsOf('', { categoryIds: ['c2', 'c1'], allergens: ['milk'] })).toEqual(['2', '3'])
    expect(idsOf('', { views: ['none'] })).toEqual(['2', '3', '4'])
    expect(idsOf('', { inDraft: true })).toEqual(['1'])
    expect(idsOf('', { excludedIds: ['1', '4'] })).toEqual(['2', '3'])
  })
  test('corrects a misspelled word and reports it', () => {
    const page = reader.searchRows(select('oatlrak'), 0, 10)
    expect([page.rows.map(({ id }) => id), page.alsoShowing]).toEqual([['1'], ['oatlark']])
  })
  test('reports an invalid term, and selects nothing by the rest of the query', () => {
    expect(reader.searchRows(select('oat kcl<3'), 0, 10)).toMatchObject({
      total: 3,
      problems: [{ from: 4, to: 9 }],
    })
    expect(() => reader.rowNumbers(select('oat kcl<3'))).toThrow('did you mean kcal')
  })
  test('returns rows with display texts', () => {
    expect(reader.searchRows(select('"oat drink"'), 0, 1).rows[0]).toMatchObject({
      size: '1 l',
      packageType: 'Carton',
      status: 'Published',
      views: ['A1C1', 'A2C1'],
      imageCount: 2,
    })
  })
  test('returns energy and allergens, and further contents if they are asked for', () => {
    const order = { by: 'name', descending: false } as const
    const rowOf = (withContents: boolean) =>
      reader.searchRows(select('"whole milk"'), 0, 1, order, false, withContents).rows[0]
    expect(rowOf(false)).toMatchObject({ energy: 62.5, allergens: ['milk'] })
    expect(rowOf(false)).not.toHaveProperty('contents')
    expect(rowOf(true)?.contents).toEqual({ ingredients: 'Milk', nutrients: {}, servingEnergy: '150' })
  })
  test('completes typed text with existing values', () => {
    expect(reader.complete('oat bra', 7)).toMatchObject({ from: 4, to: 7, options: [{ insert: 'brand:' }] })
    expect(reader.complete('brand:mea', 9)).toMatchObject({ from: 6, to: 9, options: [{ insert: 'Meadow' }] })
  })
})

describe('sorting', () => {
  test.each<[CatalogSort['by'], string[]]>([
    ['name', ['3', '4', '1', '2']],
    ['brand', ['2', '3', '1', '4']],
    ['updated', ['1', '2', '3', '4']],
    ['size', ['3', '4', '2', '1']],
    ['images', ['2', '3', '4', '1']],
    ['energy', ['1', '2', '3', '4']],
  ])('sorts by %s in both directions', (by, expected) => {
    expect(idsOf('', {}, { by, descending: false })).toEqual(expected)
    expect(idsOf('', {}, { by, descending: true })).toEqual(expected.toReversed())
  })
})

describe('facets', () => {
  test('counts every facet without its own filter', () => {
    const facets = reader.facets(select('', { brandIds: ['Meadow'], allergens: ['milk'] }))
    expect(facets).toMatchObject({
      state: 'ready',
      brands: [{ id: 'Meadow', count: 2 }],
      categories: [
        { id: 'c1', count: 2 },
        { id: 'c2', name: 'Fresh milk', count: 1, parentId: 'c1' },
      ],
      allergens: [{ id: 'milk', count: 2 }],
      views: [{ id: 'none', count: 2 }],
      inDraft: 0,
    })
    expect(reader.facets(select('')).inDraft).toBe(1)
  })

  test('has the same counts after filters were chosen one by one as at once', () => {
    const chosen = {
      brandIds: fc.subarray(['Meadow', 'Oatlark']),
      categoryIds: fc.subarray(['c1', 'c2', 'none']),
      views: fc.subarray(['A1C1', 'none']),
      completeness: fc.subarray(scoreChoices.map(({ id }) => id)),
      allergens: fc.subarray(['milk', 'gluten']),
      missing: fc.subarray(basics.map(({ id }) => id)),
      inDraft: fc.boolean(),
    }
    fc.assert(
      fc.property(fc.record(chosen), fc.constantFrom('', 'oat', '-milk', 'brand:meadow'), (filters, text) => {
        let selection = select(text)
        for (const [filter, value] of Object.entries(filters)) {
          reader.facets(selection)
          selection = { ...selection, [filter]: value }
        }
        const atOnce = openCatalogReader({ db: database.db }).facets(selection)
        expect(reader.facets(selection)).toEqual(atOnce)
      }),
      { numRuns: numberOfCases(100) },
    )
  })
})

test('treats a category named null as no category', () => {
  using own = openTemporaryDatabase()
  const { db } = own
  const ownWriter = openCatalogWriter({
    db,
    now: () => 0,
    record: () => openChangeNumbers(db).raise(['items']),
  })
  const category = (id: string, label: string) => `<category type="T" id="${id}">${label}</category>`
  const categories = (...all: string[]) => `<categories>${all.join('')}</categories>`
  const made: Made[] = [
    { id: '1', name: 'One', more: categories(category('en:null', 'null')) },
    { id: '2', name: 'Two', more: categories(category('c1', 'Dairy'), category('u', 'Undefined')) },
    { id: '3', name: 'Three' },
    { id: '4', name: 'Four', more: categories(category('c1', 'Dairy')) },
  ]
  db.transaction(() => ownWriter.putItems(made.map(xml)))()
  const catalog = openCatalogReader({ db })
  const { rows } = catalog.searchRows(select(''), 0, 10, { by: 'name', descending: false })
  expect(rows.map(({ id, category: shown }) => [id, shown])).toEqual([
    ['4', 'Dairy'],
    ['1', ''],
    ['3', ''],
    ['2', 'Dairy'],
  ])
  const facets = catalog.facets(select(''))
  expect(facets.categories).toEqual([
    { id: 'c1', name: 'Dairy', count: 2 },
    { id: 'none', name: 'No category', count: 2 },
  ])
  expect(facets.missing).toContainEqual({ id: 'category', name: 'Category', count: 2 })
  const found = (categoryIds: string[]) =>
    catalog
      .searchRows(select('', { categoryIds }), 0, 10)
      .rows.map(({ id }) => id)
      .toSorted()
  expect(found(['none'])).toEqual(['1', '3'])
  expect(found(['none', 'c1'])).toEqual(['1', '2', '3', '4'])
  expect(catalog.lookup('category').entries).toEqual([{ id: 'c1', name: 'Dairy' }])
})

test('returns consistent windows and positions of any selection and sort, also after changes', () => {
  const { db } = database
  const name = fc.constantFrom(
    'Chocolate bar with nuts',
    'Chocolate bar with milk',
    'ähre',
    'Zest',
    '12 eggs',
    'Chocolate',
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ name, brand: fc.constantFrom('A', 'b', 'Ç', '') }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.constantFrom(...sortKeys),
      fc.boolean(),
      fc.constantFrom('', 'choc', '-nuts'),
      fc.nat(12),
      (made, by, descending, text, offset) => {
        put(made.map((one, index) => ({ ...one, id: `x${index}`, updated: `2020-01-0${(index % 9) + 1}` })))
        const sort = { by, descending }
        const whole = reader.searchRows(select(text), 0, 500, sort)
        const fresh = openCatalogReader({ db }).searchRows(select(text), 0, 500, sort)
        expect(whole.rows.map(({ id }) => id)).toEqual(fresh.rows.map(({ id }) => id))
        const window = reader.searchRows(select(text), offset, 5, sort)
        expect(window.rows).toEqual(whole.rows.slice(offset, offset + 5))
        const [first] = window.rows
        if (first) expect(reader.position(select(text), first.id, sort)).toBe(offset)
        if (by === 'name') {
          const key = ({ name: itemName }: { name: string }) =>
            itemName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
          const names = whole.rows.map(key)
          const sorted = names.toSorted()
          expect(names).toEqual(descending ? sorted.toReversed() : sorted)
        }
      },
    ),
    { numRuns: numberOfCases(60) },
  )
})

test('uses keys and indexes for frequent queries, never a table scan', () => {
  const plans = queryPlans(database.db, (db) => {
    openNearWords(db)
    openItemSets(db)
    const columns = openFactColumns(db)
    openSortOrders(db, columns, openValueTable(db))
    openCatalogReader({ db })
  })
  const large = /SCAN (?:item|item_fact|item_word|item_code|item_document)(?: |$)/
  const counts = plans.filter(({ plan }) => large.test(plan) && !/COVERING INDEX/.test(plan))
  expect(counts.map(({ sql, plan }) => `${sql}\n${plan}`)).toEqual([])
})
