import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fieldAt } from '../columns/import-fields.ts'
import { type ImportWorkspace, openImportWorkspace } from '../fixtures/import-workspace.ts'
import {
  decimalText,
  divide,
  examineNumbers,
  multiply,
  notationOf,
  resolveNumbers,
  UnclearNumber,
} from './number-notation.ts'
import { readField } from './read-field.ts'

describe('ambiguous thousands separators', () => {
  test.each([
    ['another number with a decimal comma', ['1,000 g', '2,5 g'], ',', 'comma'],
    ['another number with a decimal point', ['1,000 g', '2.5 g'], ';', 'point'],
    ['both marks in one number', ['1,000 g', '1.234,5 g'], ',', 'comma'],
    ['another number with two thousands separators', ['1,000 g', '1,000,000 g'], ';', 'point'],
    ['another number with a leading zero', ['1,250 g', '0,250 g'], ',', 'comma'],
    ['a table separated by semicolons', ['1,000 g'], ';', 'comma'],
    ['a table separated by commas', ['1,000 g'], ',', 'point'],
    ['another number without an integer part', ['1,000 g', ',5 g'], '\t', 'comma'],
    ['a table separated by tabs', ['1,000 g'], '\t', undefined],
    ['JSON', ['1,000 g'], undefined, undefined],
    ['both notations in a table separated by commas', ['1,000 g', '1,5 l', '1.5 l'], ',', undefined],
    [
      'one error among many',
      ['1,000 g', '1,5 l', ...Array.from({ length: 30 }, () => '1.5 l')],
      ';',
      'point',
    ],
    ['both notations in a table separated by tabs', ['1,000 g', '1,5 l', '1.5 l'], '\t', undefined],
  ])('%s', (_name, cells, delimiter, mark) => {
    const seen = examineNumbers(cells, delimiter !== undefined)
    expect(seen.unclear).toMatch(/^1,\d{3}$/)
    const { columns, other } = notationOf(new Map([['Weight', seen]]), delimiter)
    expect(columns['Weight'] ?? other).toBe(mark)
  })
  test('uses the notation of other columns, unless the column itself contradicts it', () => {
    const seen = new Map([
      ['Weight', examineNumbers(['1,000 g'], true)],
      ['Fat', examineNumbers(['2.5'], true)],
    ])
    expect(notationOf(seen, '\t')).toEqual({ columns: { Fat: 'point' }, other: 'point' })
    seen.set('Salt', examineNumbers(['0,5'], true))
    expect(notationOf(seen, '\t')).toEqual({ columns: { Fat: 'point', Salt: 'comma' } })
  })
  test.each([
    ['only numbers with three places', ['1.250 kg', '2.500 kg'], undefined],
    ['a number without a mark', ['1.250', '900'], 'comma'],
    ['a number with other places', ['1.250', '0.5'], 'point'],
  ])('a point in a table separated by semicolons: %s', (_name, cells, mark) => {
    const { columns, other } = notationOf(new Map([['Weight', examineNumbers(cells, true)]]), ';')
    expect(columns['Weight'] ?? other).toBe(mark)
  })
  test('treats three digits after a point as ambiguous only in tables', () => {
    expect(examineNumbers(['1.000 g'], true).unclear).toBe('1.000')
    expect(examineNumbers(['1.000 g', '1,000 g'], false).unclear).toBe('1,000')
  })
  test.each([
    ['1,000 g', 'point', '1000 g'],
    ['1,000 g', 'comma', '1.000 g'],
    ['1.000 g', 'comma', '1000 g'],
    ['1.000 g', 'point', '1.000 g'],
    ['1.000 g', undefined, '1.000 g'],
    ['6 x 1,500 ml', 'point', '6 x 1500 ml'],
    ['0,125', 'point', '0,125'],
    ['1,234.5', 'comma', '1,234.5'],
    ['12,5', 'point', '12,5'],
    ['1234,567', 'point', '1234,567'],
    ["1'234.567", 'comma', "1'234.567"],
    ['1’234,567', 'point', '1’234,567'],
    ['1 234,567', 'point', '1 234,567'],
    ['１,000 g', 'point', '1000 g'],
    ['½ cup', 'point', '½ cup'],
  ] as const)('reads %s with a decimal %s as %s', (text, mark, resolved) => {
    expect(resolveNumbers(text, mark)).toBe(resolved)
    expect(resolveNumbers({ value: text }, mark)).toEqual({ value: resolved })
  })
  test('throws for an unknown notation', () => {
    expect(() => resolveNumbers('1,000 g', undefined)).toThrow(UnclearNumber)
  })
})

describe('import of numbers', () => {
  let opened: ImportWorkspace
  beforeEach(async () => {
    opened = await openImportWorkspace()
  })
  afterEach(() => opened.close())
  const sodium = async () => {
    const record = await opened.record('4006381333931')
    return record?.products?.[0]?.grocery?.nutritions?.[0]?.sodium?.text
  }

  test('starts with ambiguous numbers only after a person chose the notation', async () => {
    const path = opened.file('gtin\tname\tsodium_mg\n4006381333931\tTea\t1,000\n')
    const preview = await opened.imports.preview({ file: path })
    expect(preview.columns.at(-1)).toMatchObject({ name: 'sodium_mg', unclear: '1,000' })
    expect(preview.numbers).toEqual({ columns: {} })
    await expect(opened.imports.start({ file: path, target: 'catalog' })).rejects.toMatchObject({
      code: 'NUMBERS_UNCLEAR',
      message: expect.stringMatching(/"sodium_mg" has "1,000".*--decimal/),
    })
    await opened.run(path, 'catalog', { numbers: { columns: { sodium_mg: 'comma' } } })
    expect(await sodium()).toBe('1')
    await opened.run(path, 'catalog', { numbers: { columns: {}, other: 'point' } })
    expect(await sodium()).toBe('1000')
  })
  test('reads thousands in a table separated by commas', async () => {
    await opened.run(opened.file('gtin,name,sodium_mg\n4006381333931,Tea,"1,000"\n'))
    expect(await sodium()).toBe('1000')
  })
  test('rejects a row whose number turns out to be ambiguous later', async () => {
    const rows = Array.from({ length: 2100 }, (_, index) =>
      JSON.stringify({ gtin: String(4006381333931), name: `Tea ${index}` }),
    )
    const late = JSON.stringify({ gtin: '036000291452', name: 'Late', quantity: '1,000 g' })
    const { rejected } = await opened.run(opened.file([...rows, late].join('\n'), 'rows.jsonl'))
    expect(rejected.at(-1)).toMatchObject({ line: 2101, code: 'NUMBER_UNCLEAR' })
    expect(rejected.at(-1)?.reason).toMatch(/"1,000" may be one thousand/)
  })
})

test('reads integers with thousands separators', () => {
  const field = fieldAt.get('packageData/unitsInPackage')
  if (!field) throw new Error('there is no such field')
  const readout = (text: string) => readField(field, text, { words: 'units' })
  const read = (text: string) => readout(text).value
  expect(['1,200,000', '1 200', "1'200", '12 pieces', '12.000'].map(read)).toEqual([
    '1200000',
    '1200',
    '1200',
    '12',
    '12',
  ])
  for (const text of ["6'4", "1'50", '1’50', "1'2000", '1 2 3', '24/12', '10-12', '12.5', '12 g', 'about 12'])
    expect(readout(text)).toMatchObject({ kept: 0, left: [{ code: 'NOT_A_NUMBER', text }] })
})

/** A decimal made of its digits and a scale; `digits` is its value in units of the last place. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(12))
  .map(([digits, scale]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
    const point = text.length - scale
    return {
      digits,
      scale,
      text: `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale ? `.${text.slice(point)}` : ''}`,
    }
  })
const worth = (text: string, scale: number): bigint => {
  const [whole = '', after = ''] = text.replace('-', '').split('.')
  return BigInt(whole + after.padEnd(scale, '0')) * (text.startsWith('-') ? -1n : 1n)
}

describe('decimals as text', () => {
  test('keep all digits and drop only insignificant zeros', () => {
    fc.assert(
      fc.property(decimals, ({ digits, scale, text }) => {
        const read = decimalText(text) ?? ''
        expect(worth(read, scale)).toBe(digits)
        expect(read).toMatch(/^-?\d+(\.\d*[1-9])?$/)
        expect(decimalText(read)).toBe(read)
      }),
    )
  })
  test('multiply exactly', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(worth(multiply(a.text, b.text), a.scale + b.scale)).toBe(a.digits * b.digits)
      }),
    )
  })
  test('divide a product by its factor exactly', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 1, max: 1e6 }), (a, divisor) => {
        expect(divide(multiply(a.text, String(divisor)), String(divisor), a.scale)).toBe(decimalText(a.text))
      }),
    )
  })
  test('round half away from zero', () => {
    expect([divide('1', '8', 2), divide('-1', '8', 2), divide('418.4', '4.184', 0)]).toEqual([
      '0.13',
      '-0.13',
      '100',
    ])
  })
})
