import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CatalogSelection } from '../../src-shared/catalog/model.ts'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { spliceMedia } from './answer/answer-parts.ts'
import type { ItemQuery } from './answer/item-query.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { select } from './fixtures/filled-catalog.ts'
import { type ItemFixture, itemBytes, itemXml } from './fixtures/item-fixture.ts'

const items: ItemFixture[] = [
  {
    id: 'c',
    name: 'Crème fraîche',
    brand: ['b1', 'Alpine'],
    manufacturer: ['m1', 'Dairy One'],
    codes: ['96385074'],
    updated: '2024-03-01T00:00:00Z',
    text: 'Sour ﬁne cream',
    media: ['A1C1', 'A2C1'],
  },
  {
    id: 'a',
    name: 'Coca-Cola zero',
    brand: ['b2', 'Fizz'],
    manufacturer: ['m2', 'Drinks'],
    codes: ['034000123834'],
    updated: '2024-03-01T00:00:00Z',
  },
  {
    id: 'b',
    name: 'Straße NUSS',
    brand: ['b1', 'Alpine'],
    codes: ['0-4252614'],
    updated: '2024-02-29T23:59:59.999-00:00',
  },
  {
    id: 'd',
    name: 'Cream soda',
    brand: ['b2', 'Fizz'],
    manufacturer: ['m1', 'Dairy One'],
    codes: ['4006381333931'],
    updated: '2024-03-02T01:00:00+02:00',
    more: '<products><product><brand id="b9">Guest</brand><manufacturer id="m9">Host</manufacturer></product></products>',
  },
  { id: 'e', name: '水 &lt;b&gt; OR NEAR', codes: ['123'], updated: 'not a date' },
]
const inOrder = ['e', 'b', 'a', 'c', 'd']

let database: ReturnType<typeof openTemporaryDatabase>
let reader: ReturnType<typeof openCatalogReader>
let writer: ReturnType<typeof openCatalogWriter>
beforeAll(() => {
  database = openTemporaryDatabase()
  writer = openCatalogWriter({ db: database.db, now: () => 0, record: () => undefined })
  writer.putItems(items.map(itemBytes))
  writer.setVerified(['a'])
  writer.putLookups('brand', [
    { id: '3', name: 'Éclair' },
    { id: '2', name: 'alpine dairy' },
    { id: '1', name: 'Alpine' },
    { id: '0', name: 'Alpine' },
  ])
  reader = openCatalogReader({ db: database.db })
})
afterAll(() => database[Symbol.dispose]())

const all: ItemQuery = { idx: 0, limit: 100, version: 'v2.1', profile: 'complete', media: 'none' }
const bytesOf = (query: Partial<ItemQuery>) =>
  Buffer.from(reader.answer({ ...all, ...query }).body).toString()
const idsOf = (query: Partial<ItemQuery>) =>
  [...bytesOf(query).matchAll(/<item id="(\w+)"/g)].map(([, id]) => id)
const rowsOf = (selection: CatalogSelection, offset = 0, limit = 50) =>
  reader.searchRows(selection, offset, limit).rows.map(({ id }) => id)

describe('answer finds', () => {
  test.each<[string, Partial<ItemQuery>, string[]]>([
    ['everything, by lastUpdated and then identifier', {}, inOrder],
    ['words without case and accents', { q: 'CREME' }, ['c']],
    ['the last word as a prefix', { q: 'crea' }, ['c', 'd']],
    ['no prefix of any other word', { q: 'crea so' }, []],
    ['all words', { q: 'cream so' }, ['c', 'd']],
    ['compatibility forms as one', { q: 'fine' }, ['c']],
    ['words on both sides of a hyphen', { q: 'coca-cola' }, ['a']],
    ['words of a name in capitals', { q: 'nuss' }, ['b']],
    ['no code by words', { q: '034000123834' }, []],
    ['nothing when there is no word', { q: '?!' }, []],
    ['a brand', { b: 'b1' }, ['b', 'c']],
    ['the brand of a further product', { b: 'b9' }, ['d']],
    ['a manufacturer', { m: 'm1' }, ['c', 'd']],
    ['a brand and words', { b: 'b2', q: 'cream' }, ['d']],
    ['nothing for an unknown brand', { b: 'none' }, []],
    ['a code with and without its leading zeros', { upc: '34000123834' }, ['a']],
    ['a code with leading zeros', { upc: '00034000123834' }, ['a']],
    ['a code with spaces and hyphens', { upc: '40 0638-1333931' }, ['d']],
    ['a code without leading zero and check digit', { upc: '3400012383' }, ['a']],
    ['a code without its check digit', { upc: '03400012383' }, ['a']],
    ['an exact code whose check digit is wrong', { upc: '123' }, ['e']],
    ['only the exact code when the check digit is wrong', { upc: '0123' }, []],
    ['a day, to its last millisecond', { since: '20240229', until: '20240229' }, ['b']],
    ['since a day', { since: '20240301' }, ['a', 'c', 'd']],
    ['instants, whatever their offset', { until: '20240301', since: '20240301' }, ['a', 'c', 'd']],
    ['verified items', { verified: true }, ['a']],
    ['verified items among words', { verified: true, q: 'cream' }, []],
    ['no filter when verified is false', { verified: false }, inOrder],
    ['one item by identifier', { id: 'd', q: 'ignored' }, ['d']],
    ['nothing for an unknown identifier', { id: 'zz' }, []],
  ])('%s', (_what, query, expected) => {
    const { count, total } = reader.answer({ ...all, ...query })
    expect(idsOf(query)).toEqual(expected)
    expect({ count, total }).toEqual({ count: expected.length, total: expected.length })
  })

  test('returns pages of any selection in the same order', () => {
    for (const query of [{}, { b: 'b1' }, { q: 'c' }]) {
      const whole = idsOf(query)
      for (let idx = 0; idx < whole.length + 2; idx++) {
        expect(idsOf({ ...query, idx, limit: 2 })).toEqual(whole.slice(idx, idx + 2))
        expect(reader.answer({ ...all, ...query, idx, limit: 2 }).total).toBe(whole.length)
      }
    }
  })

  test('does not interpret any text as syntax', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(
          '"',
          '*',
          '(',
          ')',
          ':',
          '^',
          '-',
          '+',
          "'",
          ' OR ',
          ' NOT ',
          ' NEAR ',
          'a',
          '{',
          '}',
          '\0',
          'é',
          '٣',
          '𝟗',
          'ꟂA',
        ),
      }),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        expect(reader.answer({ ...all, q: text }).total).toBeLessThanOrEqual(items.length)
        expect(reader.searchRows(select(text), 0, 10).total).toBeLessThanOrEqual(items.length)
      }),
      { numRuns: numberOfCases(500) },
    )
    expect(idsOf({ q: 'NEAR' })).toEqual(['e'])
    expect(idsOf({ q: 'cream OR nuss' })).toEqual([])
  })
})

test.each([
  ['034000123834', ['a']],
  ['0 34000-12383 4', ['a']],
  ['3400012383', ['a']],
  ['34000 12383', ['a']],
  ['04252614', ['b']],
  ['34000 12384', []],
])('finds an item by a code typed as %s', (text, found) => {
  expect(reader.searchRows(select(text), 0, 10).rows.map(({ id }) => id)).toEqual(found)
})

describe('answer omits', () => {
  const xml = (item: ItemFixture) => itemXml(item)
  const without = (text: string, ...names: string[]) =>
    names.reduce(
      (rest, name) => rest.replace(new RegExp(`\\s*<${name}\\b[^>]*?(/>|>.*?</${name}>)`, 'gs'), ''),
      text,
    )
  const soda = items[3] as ItemFixture

  test('only media from a complete record', () => {
    expect(bytesOf({ id: 'd' })).toBe(without(xml(soda), 'media'))
  })
  test('the two elements of v2.1 from a v2 record', () => {
    const added = ['ecommerceDescription', 'manufacturerEcommerceDescription']
    expect(bytesOf({ id: 'd', version: 'v2' })).toBe(without(xml(soda), 'media', ...added))
  })
  test('media, attributes, importer and distributor from a standard record', () => {
    const expected = without(xml(soda), 'media', 'attributes', 'packageImporter', 'packageDistributor')
    expect(bytesOf({ id: 'd', profile: 'standard', media: 'gaps' })).toBe(expected)
  })
  test('all but the identifying elements from a listing', () => {
    expect(bytesOf({ id: 'd', profile: 'listing' })).toBe(`<item id="d" status="P">
  <name>Cream soda</name>
  <upcs><upc type="GTIN">4006381333931</upc></upcs>
  <lastUpdated id="u">2024-03-02T01:00:00+02:00</lastUpdated>
  <products><product sequence="1"><brand id="b2">Fizz</brand><manufacturer id="m1">Dairy One</manufacturer></product></products><products><product><brand id="b9">Guest</brand><manufacturer id="m9">Host</manufacturer></product></products>
</item>`)
  })
  test('keeps categories, package and nutrition for analytics', () => {
    const answer = bytesOf({ id: 'd', profile: 'analytics' })
    for (const kept of ['<categories>', '<packageData', '<nutritions>']) expect(answer).toContain(kept)
    for (const cut of ['<ingredients>', '<marketingDescription>', '<attributes', '<packageImporter>']) {
      expect(answer).not.toContain(cut)
    }
  })

  test('inserts media back at their original positions', () => {
    const answer = reader.answer({ ...all, media: 'gaps' })
    expect(answer.gaps.map(({ id, gtin14 }) => [id, gtin14])).toEqual([
      ['e', '00000000000123'],
      ['b', '00000004252614'],
      ['a', '00034000123834'],
      ['c', '00000096385074'],
      ['d', '04006381333931'],
    ])
    expect(answer.gaps[3]?.media.map(({ view, url }) => [view, url])).toEqual([
      ['A1C1', 'https://media.invalid/c/A1C1.jpg'],
      ['A2C1', 'https://media.invalid/c/A2C1.jpg'],
    ])
    const elements = answer.gaps.map(({ id }) => Buffer.from(`<media><!--${id}--></media>`))
    const expected = inOrder.map((id) => {
      const item = items.find((one) => one.id === id) as ItemFixture
      return xml(item).replace(/\s*<media>.*<\/media>/, `<media><!--${id}--></media>`)
    })
    expect(Buffer.from(spliceMedia(answer, elements)).toString()).toBe(expected.join(''))
  })
})

describe('searchRows and facets', () => {
  test('returns rows with the identifying data of an item', () => {
    expect(reader.searchRows(select('coca'), 0, 10)).toEqual({
      total: 1,
      isTotalExact: true,
      offset: 0,
      problems: [],
      alsoShowing: [],
      rows: [
        {
          id: 'a',
          name: 'Coca-Cola zero',
          brand: 'Fizz',
          manufacturer: 'Drinks',
          code: '034000123834',
          lastUpdated: '2024-03-01T00:00:00Z',
          size: '',
          category: 'Groceries',
          status: 'Published',
          packageType: 'Box',
          views: [],
          imageCount: 0,
        },
      ],
    })
  })
  test.each([
    ['a prefix of a code', '40063', ['d']],
    ['a code without its leading zero', '340001', ['a']],
    ['a complete code, padded', '00034000123834', ['a']],
    ['a code and a word', '034000 coca', ['a']],
    ['a brand', 'alpine', ['b', 'c']],
    ['blank text: everything', '  ', inOrder],
  ])('finds items by %s', (_what, text, expected) => {
    expect(rowsOf(select(text))).toEqual(expected)
  })
  test('treats several brands as alternatives', () => {
    expect(rowsOf(select('', { brandIds: ['b1', 'b9'] }))).toEqual(['b', 'c', 'd'])
    expect(rowsOf(select('cream', { brandIds: ['b1', 'b2'], manufacturerIds: ['m1'] }))).toEqual(['d', 'c'])
  })
  test('counts each facet without its own filter', () => {
    expect(reader.facets(select(''))).toMatchObject({
      brands: [
        { id: 'b1', name: 'Alpine', count: 2 },
        { id: 'b2', name: 'Fizz', count: 2 },
        { id: 'b9', name: 'Guest', count: 1 },
      ],
      manufacturers: [
        { id: 'm1', name: 'Dairy One', count: 2 },
        { id: 'm2', name: 'Drinks', count: 1 },
        { id: 'm9', name: 'Host', count: 1 },
      ],
    })
    expect(reader.facets(select('cream', { brandIds: ['b1'] }))).toMatchObject({
      brands: [
        { id: 'b1', name: 'Alpine', count: 1 },
        { id: 'b2', name: 'Fizz', count: 1 },
        { id: 'b9', name: 'Guest', count: 1 },
      ],
      manufacturers: [{ id: 'm1', name: 'Dairy One', count: 1 }],
    })
  })
})

describe('lookups and codes', () => {
  test('returns entries by name, then identifier, in windows', () => {
    const ids = (query: object) => reader.lookup('brand', query).entries.map(({ id }) => id)
    expect(ids({})).toEqual(['0', '1', '2', '3'])
    expect(ids({ idx: 1, limit: 2 })).toEqual(['1', '2'])
    expect(ids({ idx: 9 })).toEqual([])
    expect(reader.lookup('brand', { idx: 1, limit: 1 }).total).toBe(4)
    const named = (...texts: string[]) =>
      reader.named('brand', texts).map((found) => found.map(({ id }) => id))
    expect(named('3', ' eclair ', 'ALPINE DAIRY', 'alpine', 'Alp', '')).toEqual([
      ['3'],
      ['3'],
      ['2'],
      ['0', '1'],
      [],
      [],
    ])
    const near = (text: string) => reader.near('brand', text).map(({ id }) => id)
    expect(near('Alpin')).toEqual(['0', '1', '2'])
    expect(near('Éclairs')).toEqual(['3'])
    expect(near('Zzz')).toEqual([])
    expect(near('')).toEqual([])
    expect(ids({ id: '3' })).toEqual(['3'])
    expect(ids({ id: 'none' })).toEqual([])
    expect(ids({ text: 'DAIRY alp' })).toEqual(['2'])
    expect(ids({ text: 'eclair' })).toEqual(['3'])
  })
  test('finds items by codes compared as GTINs', () => {
    expect(reader.itemsByCode(['34000123834', '9999', 'no code', '04252614'])).toEqual([['a'], [], [], ['b']])
  })
})
