import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, decimal, times, writeDecimal, zero } from './decimal.ts'
import { readNumber, readQuantities, readQuantity } from './quantity.ts'
import { sizeOf, type Unit, unitOf, units } from './units.ts'

const read = (text: string) =>
  readQuantities(text)?.map(({ measure, unit, count }) =>
    [measure, unit?.code, count && `in ${count}`].filter(Boolean).join(' '),
  )

test.for([
  ['.5 oz', '0.5 ONZ'],
  [',5 kg', '0.5 KGM'],
  ['1/2 oz', '0.5 ONZ'],
  ['1½', '1.5'],
  ['1 1/2 lb', '1.5 LBR'],
  ['2-3/8 in', '2.375 INH'],
  ['7.5E-2 g', '0.075 GRM'],
  ['1 lb 4 oz', '20 ONZ'],
  ['1 lb, 4 1/2 oz.', '20.5 ONZ'],
  ['1 kg 500 g', '1500 GRM'],
  [`5' 10"`, '70 INH'],
  ['6 x 330 ml', '1980 MLT in 6'],
  ['330ml×6', '1980 MLT in 6'],
  ['12-oz', '12 ONZ'],
  ['12 fl.oz.', '12 OZA'],
  ['1.234,5 g', '1234.5 GRM'],
  ['1\u202F234,5 g', '1234.5 GRM'],
  ["1'046 kJ", '1046 KJO'],
  ['1,23,456 g', '123456 GRM'],
  ['５００ｇ', '500 GRM'],
  ['٥٫٥ g', '5.5 GRM'],
  ['−5 g', '-5 GRM'],
  ['500 g ℮', '500 GRM'],
  ['500 g e', '500 GRM'],
  ['℮ 500 g', '500 GRM'],
  ['(340 g)', '340 GRM'],
  ['Füllmenge: 500 g', '500 GRM'],
  ['内容量：1.5kg', '1.5 KGM'],
  ['Netto 500', '500'],
  ['16 mg NE', '16 MGM'],
  ['800 mcg RAE', '800 MC'],
] as const)('reads %s as %s', ([text, expected]) => expect(read(text)).toEqual([expected]))

test.for([
  ['12 oz (340 g)', ['12 ONZ', '340 GRM']],
  ['NET WT 12 OZ (340g)', ['12 ONZ', '340 GRM']],
  ['1575 kJ / 376 kcal', ['1575 KJO', '376 E14']],
] as const)('reads %s as one quantity in two units', ([text, expected]) =>
  expect(read(text)).toEqual(expected),
)

test.for([
  '100-120 g',
  'Inhalt: 6',
  'Abtropfgewicht: 300 g',
  '100–120 g',
  '12/1.2 OZ',
  '24/12 OZ',
  '6/12 oz',
  '3/5 lb',
  '⅓ cup',
  '1 1/3 oz',
  '11⁄2',
  'less than 1 g',
  '<1 g',
  'ca. 5',
  '~5 g',
  '5+ g',
  '5 g ±1',
  '5 g/100 g',
  '12 oz (500 g)',
  '2 lb 32 oz',
  '1 lb 100 g',
  '1.5 lb 4 oz',
  '4 oz 1 lb',
  '4 x 6 x 330 ml',
  '6 x 12',
  '5 E-',
  '1.2E+13',
  '(5)',
  '(1,234.50)',
  '12 fluid',
  '5 oranges',
  '5² g',
  '5 m²',
  '1,000 g',
  '12,34.5 g',
  '1.2.3',
  "1'23 g",
  '1 2 3',
  '- 5 g',
  '5 g bag',
  'g',
  '',
])('does not read %s as a quantity', (text) => expect(readQuantity(text)).toBeUndefined())

test.for([
  ['1,5', '1.5'],
  ['1.234,50', '1234.5'],
  ['1,234.50', '1234.5'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1 234,5', '1234.5'],
  ['-1’234’567,5', '-1234567.5'],
  ["1'2345", undefined],
  ['2.5e-3', '0.0025'],
  ['1.2E3', '1200'],
  ['5.', '5'],
  ['-0.0', '0'],
  ['1,000', undefined],
  ['5 g', undefined],
  ['.', undefined],
] as const)('reads the number %s as %s', ([text, expected]) => expect(readNumber(text)).toBe(expected))

/** A decimal with two places, and its unambiguous spellings. */
const numbers = fc.tuple(fc.nat(999_999), fc.integer({ min: 0, max: 99 })).map(([whole, part]) => {
  const places = String(part).padStart(2, '0')
  const grouped = (mark: string) => String(whole).replace(/\B(?=(?:\d{3})+$)/g, mark)
  return {
    value: writeDecimal(decimal(`${whole}.${places}`)),
    spellings: [
      `${whole}.${places}`,
      `${whole},${places}`,
      `${grouped(',')}.${places}`,
      `${grouped('.')},${places}`,
      `${grouped(' ')},${places}`,
      `${grouped('\u202F')}.${places}`,
      `${grouped('’')}.${places}`,
      `${whole}${places}E-2`,
      ...(whole === 0 ? [`.${places}`, `,${places}`] : []),
    ],
  }
})
/** All spellings of all units. */
const spellings = units.flatMap(({ symbol, name, aliases }) => [symbol, name, ...aliases])

describe('any number with any unit', () => {
  test('is read in every spelling', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...spellings), fc.nat(), ({ value, spellings }, unit, at) => {
        const spelling = spellings[at % spellings.length] ?? ''
        expect(readNumber(spelling)).toBe(value)
        expect(readQuantity(`${spelling} ${unit}`)).toEqual({ measure: value, unit: unitOf(unit) })
      }),
    )
  })

  test('is not read with extra characters before, after or inside', () => {
    const meaningless = fc.constantFrom(
      'x',
      '-',
      '/',
      '<',
      '~',
      'E-',
      '5',
      ' 5',
      '.',
      '±',
      'ca',
      '½',
      '%',
      'q',
    )
    fc.assert(
      fc.property(numbers, meaningless, meaningless, fc.boolean(), ({ value }, one, other, isBefore) => {
        const text = isBefore ? `${one}${other}q ${value} g` : `${value} g ${one}${other}q`
        expect(readQuantity(text)).toBeUndefined()
      }),
    )
  })

  test('never throws, and never loses digits', () => {
    const pieces = fc.constantFrom(
      ...[
        '1',
        '4',
        '0',
        '12',
        '.',
        ',',
        '/',
        ' ',
        ' ',
        '-',
        'x',
        '½',
        "'",
        'e',
        'g',
        'oz',
        'lb',
        '(',
        ')',
        '%',
        '<',
      ],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const text = parts.join('')
        const found = readQuantity(text)
        if (!found) return
        expect(readNumber(found.measure)).toBe(found.measure)
        expect(text).not.toContain('<')
        // A text of digits and a unit is exactly that number.
        const [, digits] = /^(\d+) ?(?:g|oz|lb|%)?$/.exec(text) ?? []
        if (digits !== undefined) expect(found.measure).toBe(String(BigInt(digits)))
      }),
      { numRuns: 2000 },
    )
  })

  test('in two units of one system is read as their exact sum', () => {
    const pairs = fc.constantFrom(['lb', 'oz', 16], ['ft', 'in', 12], ['kg', 'g', 1000], ['l', 'ml', 1000], [
      'gal',
      'qt',
      4,
    ] as const)
    fc.assert(
      fc.property(pairs, fc.nat(999), fc.nat(), ([large, small, ratio], many, few) => {
        const rest = few % Number(ratio)
        const unit = unitOf(String(small))
        expect(readQuantity(`${many} ${large} ${rest} ${small}`)).toEqual({
          measure: String(many * Number(ratio) + rest),
          unit,
        })
      }),
    )
  })
})

test('larger units are integer multiples of smaller ones', () => {
  const size = (unit: string) => sizeOf(unitOf(unit) as Unit) ?? zero
  expect(compare(times(size('oz'), decimal('16')), size('lb'))).toBe(0)
  expect(compare(times(size('fl oz'), decimal('128')), size('gal'))).toBe(0)
  expect(compare(times(size('in'), decimal('12')), size('ft'))).toBe(0)
})

test.each([
  ['1,5 кг', '1.5', 'KGM'],
  ['500 毫升', '500', 'MLT'],
  ['250 grs.', '250', 'GRM'],
])('reads %s', (text, measure, code) => expect(readQuantity(text)).toMatchObject({ measure, unit: { code } }))
