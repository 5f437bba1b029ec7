import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance } from '../edit-distance.ts'
import { codeDigits } from './product-code.ts'
import { readQuery, typedPart } from './query.ts'
import { queryFields } from './query-fields.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const words = (text: string, more = {}) => ({ kind: 'words', not: false, isPhrase: false, text, ...more })

describe('a query', () => {
  test.each<[string, object[]]>([
    ['oat  milk', [words('oat'), words('milk')]],
    ['"oat milk" -sugar', [words('oat milk', { isPhrase: true }), words('sugar', { not: true })]],
    ['“oat milk”', [words('oat milk', { isPhrase: true })]],
    ['sugar-free', [words('sugar-free')]],
    ['- "', [words('-')]],
    ['brand:oatlark', [{ kind: 'text', not: false, field: 'brand', text: 'oatlark' }]],
    ['-Maker:"north dairy"', [{ kind: 'text', not: true, field: 'manufacturer', text: 'north dairy' }]],
    ['missing:picture', [{ kind: 'missing', not: false, basic: 'image' }]],
    ['view:a1c1', [{ kind: 'view', not: false, view: 'A1C1' }]],
    ['allergen:gluten', [{ kind: 'allergen', not: false, allergen: 'cereals' }]],
    ['gtin:4006-3813', [{ kind: 'code', not: false, digits: '40063813' }]],
    [
      'kcal<100',
      [{ kind: 'number', not: false, field: 'kcal', least: Number.NEGATIVE_INFINITY, most: 99.9 }],
    ],
    [
      'complete>=80%',
      [{ kind: 'number', not: false, field: 'complete', least: 80, most: Number.POSITIVE_INFINITY }],
    ],
    [
      'updated:2024-02',
      [{ kind: 'updated', not: false, from: day('2024-02-01'), to: day('2024-03-01') - 1 }],
    ],
    [
      'updated>2026-01-01',
      [{ kind: 'updated', not: false, from: day('2026-01-02'), to: Number.POSITIVE_INFINITY }],
    ],
    [
      'updated<=2024',
      [{ kind: 'updated', not: false, from: Number.NEGATIVE_INFINITY, to: day('2025-01-01') - 1 }],
    ],
  ])('%s', (text, terms) => {
    expect(readQuery(text)).toEqual({ terms, gtin14s: [], problems: [] })
  })

  test.each([
    ['oat kcl<100', 4, 11, '“kcl” is not a field: did you mean kcal?', 'kcal<100'],
    ['brnad:oat', 0, 9, '“brnad” is not a field: did you mean brand?', 'brand:oat'],
    [
      'flavour:mint',
      0,
      12,
      '“flavour” is not a field. Put it in quotation marks to search for it as text.',
      '"flavour:mint"',
    ],
    ['brand:', 0, 6, '“brand:” needs a value, as in brand:oatlark.', 'brand:oatlark'],
    ['updated>2024-02-30', 0, 18, '“2024-02-30” is not a day: write it as updated>2026-01-31.', undefined],
    ['missing:pictur', 0, 14, '“pictur” is not a value of missing: use one of', undefined],
    ['-missing:imag', 0, 13, '“imag” is not a value of missing: did you mean image?', '-missing:image'],
    ['brand>5', 0, 7, '“brand” cannot be compared with < or >: write brand:5.', 'brand:5'],
  ])('%s is reported with its position', (text, from, to, message, suggestion) => {
    const [problem] = readQuery(text).problems
    expect(problem).toMatchObject({ from, to, message: expect.stringContaining(message) })
    expect(problem?.suggestion).toBe(suggestion)
  })

  test('parses any text, with positions inside it and valid suggestions', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '"',
        '-',
        ':',
        '<=',
        ' ',
        'brand:',
        'kcal',
        '>',
        '“',
        '2024-01-01',
        'https://',
        '(01)',
        'kcl<1',
      ),
      fc.constantFrom(...queryFields.map(({ example }) => example)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        for (const { from, to, suggestion } of readQuery(text).problems) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          // One mistake at a time: the value of a corrected field may be wrong as well.
          if (suggestion !== undefined) expect(readQuery(suggestion).problems.length).toBeLessThanOrEqual(1)
        }
        for (let at = 0; at <= text.length; at++) {
          const part = typedPart(text, at)
          if (part) expect([part.from <= at, part.to >= at]).toEqual([true, true])
        }
      }),
    )
  })

  test('parses the example of each field', () => {
    for (const { example } of queryFields)
      expect(readQuery(example)).toMatchObject({ problems: [], terms: [{}] })
  })
})

describe('product codes', () => {
  test.each([
    ['4006381333931', '04006381333931'],
    ['400 6381-333931', '04006381333931'],
    ['(01)04006381333931', '04006381333931'],
    ['(01)04006381333931(17)261231', '04006381333931'],
    ['https://id.gs1.org/01/04006381333931/10/ABC?17=261231', '04006381333931'],
    ['https://example.test/gtin/4006381333931?from=shelf', '04006381333931'],
    ['04252614', '00042100005264'],
    ['036000291452', '00036000291452'],
    ['96385074', '00000096385074'],
  ])('%s is a product code', (text, gtin14) => {
    expect(readQuery(text).gtin14s).toContain(gtin14)
  })
  test.each([
    '75 g',
    '1234567',
    'https://example.test/about',
    'https://example.test/01/4006381333931x',
    '(01)12',
    'a4006381333931',
  ])('%s is no product code', (text) => {
    expect(readQuery(text).gtin14s).toEqual([])
  })
  test('keeps the digits unchanged', () => expect(codeDigits(' 0 12 ')).toBe('012'))
})

test('counts replaced, deleted, inserted and swapped letters', () => {
  expect(editDistance('oatlrak', 'oatlark', 2)).toBe(1)
  expect(editDistance('choclate', 'chocolate', 2)).toBe(1)
  expect(editDistance('abc', 'xyz', 2)).toBe(3)
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (one, other) => {
      expect(editDistance(one, other, 20)).toBe(editDistance(other, one, 20))
      expect(editDistance(one, one, 2)).toBe(0)
    }),
  )
})
