import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridColumns, storedText } from './columns/grid-columns.ts'
import { withUnits } from './grid-edits.ts'
import { continueSeries } from './typing/series.ts'
import { readTable, writeTable } from './typing/table-text.ts'

const columns = gridColumns('create')
const column = (name: string) => {
  const found = columns.get(name)
  if (!found) throw new Error(`There is no column ${name}`)
  return found
}
const weight = column('packageData/netWeight/measure')
const gtin = column('productCodes/0/text')
const title = column('ecommerceTitle')

test('continues a numeric series and repeats a single number unless counting is on', () => {
  expect(continueSeries(['1', '2'], 3, weight)).toEqual(['3', '4', '5'])
  expect(continueSeries(['10', '7.5'], 3, weight)).toEqual(['5.0', '2.5', '0.0'])
  expect(continueSeries(['0.25'], 2, weight)).toEqual(['0.25', '0.25'])
  expect(continueSeries(['0.25'], 2, weight, true)).toEqual(['1.25', '2.25'])
  expect(continueSeries(['1', '2', '4'], 2, weight)).toEqual(['1', '2'])
  expect(continueSeries(['1', null], 2, weight)).toEqual(['1', null])
})

test('counts up a number at the end of a text and keeps its leading zeros', () => {
  expect(continueSeries(['Lot 08', 'Lot 09'], 2, title)).toEqual(['Lot 10', 'Lot 11'])
  expect(continueSeries(['Lot 1', 'Pack 2'], 2, title)).toEqual(['Lot 1', 'Pack 2'])
})

test('never counts up a code', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), fc.nat(9), fc.boolean(), (from, step, counting) => {
      const given = [String(from).padStart(13, '0'), String(from + step).padStart(13, '0')]
      expect(continueSeries(given, 2, gtin, counting)).toEqual(given)
      expect(continueSeries(given, 2, title, counting)).toEqual(given)
    }),
  )
  expect(continueSeries(['1', '2'], 2, column('manufacturerId'), true)).toEqual(['1', '2'])
})

test('round-trips a table through the clipboard text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '=', "'", ' ', 'é', '1', '-') })
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        expect(readTable(writeTable(rows))).toEqual(rows)
      },
    ),
  )
})

test('parses cells as Excel and Google Sheets copy them', () => {
  expect(readTable('a\tb\r\n"two\nlines, ""quoted"""\t5" pipe\r\n')).toEqual([
    ['a', 'b'],
    ['two\nlines, "quoted"', '5" pipe'],
  ])
  expect(readTable('"begins so\tand ends\nnowhere')).toEqual([['"begins so', 'and ends'], ['nowhere']])
  expect(readTable('\t\n')).toEqual([['', '']])
})

test('stores the value of a choice for its label', () => {
  const flag = column('privateLabelItem')
  const [yes] = flag.choices ?? []
  expect(storedText(flag, ` ${yes?.label.toUpperCase()} `)).toBe(yes?.value)
  expect(storedText(column('products/0/countryOfOrigin'), 'france')).toBe('FR')
  expect(storedText(title, '  ')).toBeNull()
})

test('stores numbers in common notations as decimals', () => {
  const stored = ['2.50', '1,5', ',5', '1 1/2', '½', '1.234,50', '7.5E-2', '1,000', '5-6', 'abc'].map(
    (text) => storedText(weight, text),
  )
  expect(stored).toEqual(['2.50', '1.5', '0.5', '1.5', '0.5', '1234.5', '0.075', '1,000', '5-6', 'abc'])
})

test('splits an entered measure into number and unit', () => {
  const uom = column('packageData/netWeight/uom')
  const cells = (text: string, unit?: string | null) =>
    withUnits([
      { key: 1, column: weight, text },
      ...(unit === undefined ? [] : [{ key: 1, column: uom, text: unit }]),
    ]).map(({ column: { column }, text }) => [column.split('/').at(-1), text])
  expect(cells('500 g')).toEqual([
    ['measure', '500'],
    ['uom', 'GRM'],
  ])
  expect(cells('1 lb 4 oz', null)).toEqual([
    ['measure', '20'],
    ['uom', 'ONZ'],
  ])
  expect(cells('500 g', 'KGM')).toEqual([
    ['measure', '500 g'],
    ['uom', 'KGM'],
  ])
  for (const text of ['100-120 g', '6 x 330 ml', '<1 g', '500'])
    expect(cells(text)).toEqual([['measure', text]])
})

test('gives every column a unique title', () => {
  for (const kind of ['create', 'contentplus'] as const) {
    const titles = [...gridColumns(kind).values()].map((one) => one.title)
    expect(new Set(titles).size).toBe(titles.length)
  }
  expect(column('products/0/description').title).toBe('Description')
  expect(column('packageData/netWeight/uom').title).toBe('Net content › Unit')
})
