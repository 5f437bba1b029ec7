import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/temporary-workspace.ts'
import { openCatalogReader } from '../catalog-reader.ts'
import { openCatalogWriter } from '../catalog-writer.ts'

let database: ReturnType<typeof openTemporaryDatabase>
let reader: ReturnType<typeof openCatalogReader>
const record = (id: string, name: string, code: string) =>
  Buffer.from(`<item id="${id}"><name>${name}</name><upcs><upc type="GTIN">${code}</upc></upcs></item>`)
beforeAll(() => {
  database = openTemporaryDatabase()
  const writer = openCatalogWriter({ db: database.db, now: () => 0, record: () => undefined })
  database.db.transaction(() =>
    writer.putItems([
      record('i1', 'Oat drink', '036000291452'),
      record('i2', 'Oat bar', '4006381333931'),
      record('i3', 'Twin one', '96385074'),
      record('i4', 'Twin two', '00000096385074'),
      record('12345678', 'Named by digits', '5449000000996'),
    ]),
  )()
  reader = openCatalogReader({ db: database.db })
})
afterAll(() => database[Symbol.dispose]())

const found = (text: string) => {
  const { rows, total, ...rest } = reader.pickItem(text, 10)
  return { ids: rows.map(({ id }) => id), total, ...rest }
}

test.each(['036000291452', '00036000291452', '0 36000-29145 2', '36000291452', ' 0036000291452\n'])(
  'finds the item of a printed, scanned or truncated code: %j',
  (text) => expect(found(text)).toEqual({ ids: ['i1'], total: 1, isCode: true, isIdentifier: false }),
)

test('returns all items with the same code', () => {
  expect(found('96385074')).toMatchObject({ ids: ['i3', 'i4'], total: 2, isCode: true })
})

test('finds nothing for an unknown code, not even similar ones', () => {
  expect(found('5000159461122')).toEqual({ ids: [], total: 0, isCode: true, isIdentifier: false })
  expect(found('4006381333932')).toEqual({
    ids: [],
    total: 0,
    isCode: true,
    isIdentifier: false,
    checkDigit: '1',
  })
})

test('finds an item by its identifier, also if it consists of digits', () => {
  expect(found('i2')).toEqual({ ids: ['i2'], total: 1, isCode: false, isIdentifier: true })
  expect(found('12345678')).toMatchObject({ ids: ['12345678'], isIdentifier: true })
})

test('finds items by words and code prefixes like the catalog list', () => {
  expect(found('oat')).toMatchObject({ total: 2, isCode: false })
  expect(found('03600029')).toMatchObject({ isCode: true, total: 0 })
  expect(found('036000').ids).toEqual(['i1'])
})
