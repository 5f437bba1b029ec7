import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateText, numberText, unescaped } from './cell-text.ts'
import { numberFormat } from './number-format.ts'

test.for([
  ['12345678905', '12345678905'],
  ['1.2345678901234E+13', '12345678901234'],
  ['1.23457E+13', '12345700000000'],
  ['1.1000000000000001', '1.1'],
  ['0.30000000000000004', '0.3'],
  ['5.0000000000000001E-4', '0.0005'],
  ['-2.50', '-2.5'],
  ['12345678901234567890', '12345678901234567890'],
  ['1E+400', '1E+400'],
  ['', ''],
  ['#N/A', '#N/A'],
])('reads the number %s as %s', ([written = '', text]) => {
  expect(numberText(written)).toBe(text)
})

test('keeps all digits of every integer that a workbook can store exactly, in any notation', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (number) => {
      expect(numberText(String(number))).toBe(String(number))
      expect(numberText(number.toExponential())).toBe(String(number))
    }),
  )
})

test('adds only the leading zeros of the format', () => {
  expect(numberText('12345678905', numberFormat(164, '000000000000'))).toBe('012345678905')
  expect(numberText('12345678905', numberFormat(164, '0'))).toBe('12345678905')
  expect(numberText('2.5', numberFormat(164, '00'))).toBe('2.5')
})

test.for([
  ['yyyy\\-mm\\-dd', true],
  ['[$-409]d\\-mmm\\-yy;@', true],
  ['[h]:mm', true],
  ['0.00"days"', false],
  ['[Red]#,##0.00', false],
  ['0.00E+00', false],
  ['General', false],
] as const)('detects %s as a date format: %s', ([code, isDate]) => {
  expect(numberFormat(164, code).isDate).toBe(isDate)
})

test('converts day numbers to dates in both date systems', () => {
  expect(dateText(46_000, false)).toBe('2025-12-09')
  expect(dateText(1, false)).toBe('1900-01-01')
  expect(dateText(61, false)).toBe('1900-03-01')
  expect(dateText(44_538, true)).toBe('2025-12-09')
  expect(dateText(46_000.5, false)).toBe('2025-12-09T12:00:00')
  expect(dateText(0.25, false)).toBe('06:00:00')
})

test('unescapes characters that a workbook writes as code points', () => {
  expect(unescaped('a_x000A_b')).toBe('a\nb')
  expect(unescaped('_xyz_')).toBe('_xyz_')
})
