import { expect, test } from 'vitest'
import { numberText } from './cell-text.ts'
import { numberFormat } from './number-format.ts'

test.for([
  ['0.05', '0%', '5%'],
  ['0.125', '0.00%', '12.5%'],
  ['0.07', '0%', '7%'],
  ['2.5', '0.00" kg"', '2.5 kg'],
  ['500', '#,##0\\ \\g', '500 g'],
  ['500', 'General" g"', '500 g'],
  ['12', '0"g";-0"g"', '12g'],
  ['-12', '0"g";-0"g"', '-12g'],
  ['0', '0" g";-0" g";"none"0', 'none0'],
  ['1500', '[<1000]0" g";0.0," kg"', '1.5 kg'],
  ['500', '[<1000]0" g";0.0," kg"', '500 g'],
  ['5', '"ca. "0', 'ca. 5'],
  ['330', '"6 x "0" ml"', '6 x 330 ml'],
  ['5', '[$€-407]\\ 0.00', '€ 5'],
  ['5', '_(* #,##0.00_)', '5'],
  ['1234.5', '#,##0.00', '1234.5'],
  ['1234.5', '[Red]0.00E+00', '1234.5'],
  ['12345678905', '0-00000-00000-0', '012345678905'],
  ['42', '"No. "00000', 'No. 00042'],
  ['-5', '000', '-005'],
  ['0.5', '# ?/?', '0.5'],
  ['2.5', '# ?/?" oz"', '2.5 oz'],
  ['1.25', '#" "#/4" lb"', '1.25 lb'],
  ['0', '[=0]"none";0" g"', 'none'],
  ['0', '_(* #,##0_);_(* (#,##0);_(* "-"??_)', '0'],
  ['2500000', '#,##0,,"M"', '2500000'],
  ['2.5', '0.0 kg', '2.5 kg'],
  ['5', '0"+"', '5+'],
  ['5', '+0;-0', '5'],
  ['5', '0‰', '5‰'],
  ['5', '0+', '5+'],
  ['125', '0\\.00', '1.25'],
  ['125', '00","0" g"', '12,5 g'],
  ['-5', '0\\.00', '-0.05'],
  ['12.5', '0\\.00', '12.5'],
  ['5', '$#,##0.00', '$5'],
  ['5', '<0.0', '<5'],
] as const)('formats %s with %s as %s', ([number, code, text]) => {
  expect(numberText(number, numberFormat(164, code))).toBe(text)
})

test('applies the built-in percentage formats', () => {
  expect(numberText('0.05', numberFormat(9, undefined))).toBe('5%')
  expect(numberText('0.125', numberFormat(10, undefined))).toBe('12.5%')
})

test('shows the currency of the built-in formats for amounts of money', () => {
  for (const id of [5, 6, 7, 8, 42, 44]) expect(numberText('5', numberFormat(id, undefined))).toBe('$5')
  expect(numberText('5', numberFormat(43, undefined))).toBe('5')
})
