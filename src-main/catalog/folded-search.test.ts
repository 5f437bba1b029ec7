import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { foldedWords } from '../../src-shared/values/fold.ts'
import { checkDigit } from '../../src-shared/values/gtin.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { openCatalogWriter } from './catalog-writer.ts'
import { select } from './fixtures/filled-catalog.ts'
import { type ItemFixture, itemBytes } from './fixtures/item-fixture.ts'

let database: ReturnType<typeof openTemporaryDatabase>
let writer: ReturnType<typeof openCatalogWriter>
let reader: ReturnType<typeof openCatalogReader>
beforeAll(() => {
  database = openTemporaryDatabase()
  writer = openCatalogWriter({ db: database.db, now: () => 0, record: () => undefined })
  reader = openCatalogReader({ db: database.db })
})
afterAll(() => database[Symbol.dispose]())

const names = [
  'Ελληνικό γιαούρτι',
  'Straße groß',
  'Йогурт ёлка',
  'مُحَمَّد كـتاب',
  'ＦＵＬＬ width',
  'Choco\u00adlate',
  '有機抹茶チョコレート',
  '全脂牛奶巧克力',
  'น้ำปลาตราปลาหมึก',
  'हिन्दी चाय',
  'Smørrebrød',
]
const put = (items: ItemFixture[]) => writer.putItems(items.map(itemBytes))
const ids = (text: string) => reader.searchRows(select(text), 0, 50).rows.map(({ id }) => id)
const total = (query: { q?: string; upc?: string }) =>
  reader.answer({ ...query, idx: 0, limit: 50, version: 'v2', profile: 'complete', media: 'none' }).total

describe('a word', () => {
  beforeAll(() => put(names.map((name, index) => ({ id: `n${index}`, name, brand: [`b${index}`, name] }))))

  test.each([
    ['γιαουρτι', 0],
    ['ελληνικο', 0],
    ['STRASSE', 1],
    ['йогурт', 2],
    ['елка', 2],
    ['محمد', 3],
    ['full', 4],
    ['chocolate', 5],
    ['抹茶', 6],
    ['チョコ 抹茶', 6],
    ['レート', 6],
    ['牛奶', 7],
    ['巧克力 牛奶', 7],
    ['ปลาหมึก', 8],
    ['น้ำปลา', 8],
    ['चाय', 9],
    ['smorrebrod', 10],
  ])('is found in the catalog, through the API and as a brand: %s', (text, index) => {
    const expected = [`n${index}`]
    expect(ids(text)).toEqual(expected)
    expect(total({ q: text })).toBe(1)
    expect(
      ids(
        text
          .split(' ')
          .map((word) => `brand:${word}`)
          .join(' '),
      ),
    ).toEqual(expected)
  })

  test('is found in any Unicode form and case', () => {
    fc.assert(
      fc.property(
        fc.nat(names.length - 1),
        fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
        fc.boolean(),
        fc.nat(3),
        (index, form, isUpper, at) => {
          for (const word of foldedWords(names[index] ?? '')) {
            const written = (isUpper ? word.toUpperCase() : word).normalize(form)
            const typed = `${written.slice(0, at)}\u00ad${written.slice(at)}`
            expect(ids(typed)).toContain(`n${index}`)
          }
        },
      ),
      { numRuns: numberOfCases(60) },
    )
  })
})

describe('a code', () => {
  test.each([
    ['9800895007', '009800895007'],
    ['980089500', undefined],
    ['９８００８９５００７', '009800895007'],
    ['00009800895007', '009800895007'],
    ['36000291452', '0036000291452'],
    ['036000291453', '036000291453'],
    ['36000291453', undefined],
    ['7042', '7042'],
    ['07042', undefined],
  ])('matches a stored code or nothing: %s → %s', (upc, code) => {
    put([{ id: 'code', codes: [code ?? '009800895007', '0036000291453'] }])
    if (code === undefined) put([{ id: 'code', codes: ['0036000291453', '7042'] }])
    expect(total({ upc })).toBe(code === undefined ? 0 : 1)
  })

  test('is found with any number of leading zeros, from six digits on', () => {
    const body = fc.integer({ min: 10_000, max: 999_999_999 }).map(String)
    fc.assert(
      fc.property(body, fc.constantFrom(8, 12, 13, 14), fc.nat(14), (digits, length, zeros) => {
        const bare = digits + checkDigit(digits)
        put([{ id: 'code', codes: [bare.padStart(length, '0')] }])
        expect(total({ upc: bare.padStart(Math.min(14, bare.length + zeros), '0') })).toBe(1)
      }),
      { numRuns: numberOfCases(60) },
    )
  })
})
