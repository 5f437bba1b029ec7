import { expect, test } from 'vitest'
import {
  amountWords,
  byteSize,
  dateAndTime,
  dateOnly,
  decimalWords,
  relativeTime,
  shortCount,
  wholeNumber,
} from './words.ts'

test.each([
  [wholeNumber(18_980), '18,980'],
  [decimalWords('2.50'), '2.50'],
  [decimalWords('2.50', true), '2,50'],
  [decimalWords('-.5', true), '-,5'],
  [decimalWords('1.2.3', true), '1.2.3'],
  [decimalWords('v 2.5', true), 'v 2.5'],
  [amountWords('2.5 kg', true), '2,5 kg'],
  [amountWords('2.5% milk', true), '2.5% milk'],
  [amountWords('2.5 kg'), '2.5 kg'],
  [shortCount(9_999), '9,999'],
  [shortCount(18_980), '19k'],
  [byteSize(999), '999 bytes'],
  [byteSize(4_700), '4.7 kB'],
  [byteSize(999_999), '1000 kB'],
  [byteSize(1_200_000_000_000), '1200 GB'],
  [dateOnly('not a date'), 'not a date'],
  [dateAndTime('not a date'), 'not a date'],
  [relativeTime('not a date'), 'not a date'],
  [relativeTime(new Date(Date.now() - 44_000).toISOString()), 'just now'],
  [relativeTime(new Date(Date.now() - 5 * 60_000).toISOString()), '5 minutes ago'],
  [relativeTime(new Date(Date.now() + 2 * 60_000 + 500).toISOString()), 'in 2 minutes'],
])('%s', (words, expected) => {
  expect(words).toBe(expected)
})

test('a time is shown in the time zone of this computer', () => {
  const moment = new Date(2026, 10, 21, 10, 17)
  expect(dateAndTime(moment.toISOString())).toBe('21 Nov 2026, 10:17')
  expect(dateOnly(moment.toISOString())).toBe('21 Nov 2026')
})
