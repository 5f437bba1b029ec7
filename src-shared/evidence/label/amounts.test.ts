import { expect, test } from 'vitest'
import { writeDecimal } from '../../values/decimal.ts'
import { amountsIn, amountWithoutUnit } from './amounts.ts'

const read = (text: string): string[] =>
  amountsIn(text).map(
    ({ value, unit, isBound }) => `${isBound ? '<' : ''}${writeDecimal(value)} ${unit.symbol}`,
  )

test.each([
  ['4,7g', ['4.7 g']],
  ['2085kJ/497kcal', ['2085 kJ', '497 kcal']],
  ['1.640 kJ', ['1640 kJ']],
  ['1 640 kJ', ['1640 kJ']],
  ['2085k]', ['2085 kJ']],
  ['1309kJ/312kcol', ['1309 kJ', '312 kcal']],
  ['<0,5g', ['<0.5 g']],
  ['Trans Fat Og', ['0 g']],
  ['1O g', ['10 g']],
  ['20,7g 30%', ['20.7 g', '30 %']],
  ['satures...1,0g', ['1 g']],
  ['450ge', ['450 g']],
  ['300grs', ['300 g']],
  ['12 fl oz', ['12 fl oz']],
  ['Sodium 340mg', ['340 mg']],
  ['Total FatOg', ['0 g']],
  ['CholesterolOmg', ['0 mg']],
  ['TotalCarbohydrate24g9%', ['24 g', '9 %']],
  ['0,02gl', ['0.02 g']],
])('"%s" has the amounts %j', (text, amounts) => {
  expect(read(text)).toEqual(amounts)
})

test.each(['12', 'EAN 4012345678901', '12 glasses', 'kcal', '1.2.3 g', '4g7', 'LOGO'])(
  '"%s" has no amount',
  (text) => {
    expect(read(text)).toEqual([])
  },
)

test('a whole number may have lost its decimal sign', () => {
  const others = (text: string) => amountsIn(text)[0]?.others.map(writeDecimal)
  expect(others('12 g')).toEqual(['1.2'])
  expect(others('123 g')).toEqual(['12.3', '1.23'])
  expect(others('1.2 g')).toEqual([])
})

test('a nine at the end may be the unit', () => {
  expect(amountWithoutUnit('4.79')).toMatchObject({ value: { digits: 47n, scale: 1 }, isUnitRead: false })
  expect(amountWithoutUnit('549')).toMatchObject({ value: { digits: 54n, scale: 0 } })
  expect(amountWithoutUnit('4.7')).toBeUndefined()
})
