import { expect, test } from 'vitest'
import { readNumber, readWholeNumber } from './read-number.ts'

test.each(['10000', '10.000', '10,000', ' 10 000', '10\u00A0000', '10\u202F000', '10’000', '10_000'])(
  'the whole number “%s” is ten thousand',
  (text) => expect([readWholeNumber(text), readWholeNumber(`${text}x`)]).toEqual([10_000, undefined]),
)

test.each(['', '1.5', '10.00', '1.0000', '1.000,000', '1000.000', '0.125', '-1', '.500', '1e3'])(
  '“%s” is not a whole number',
  (text) => expect(readWholeNumber(text)).toBeUndefined(),
)

test.each([
  ['1.500', 1.5, 1500],
  ['1,500', 1500, 1.5],
  ['12.5', 12.5, 12.5],
  ['12,5', 12.5, 12.5],
  ['0.125', 0.125, 0.125],
  [',5', 0.5, 0.5],
  ['1 500', 1500, 1500],
  ['1,500,000', 1_500_000, undefined],
  ['.', undefined, undefined],
  ['', undefined, undefined],
])('“%s” is %s in English and %s in German', (text, english, german) => {
  expect([readNumber(text, ','), readNumber(text, '.')]).toEqual([english, german])
})
