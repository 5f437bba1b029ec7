import { expect, test } from 'vitest'
import { dateAndTime, dateOnly, writtenMoment } from './moment.ts'

test('parses formatted times', () => {
  const at = new Date(2026, 10, 21, 10, 17).getTime()
  expect(writtenMoment(dateAndTime(at))).toEqual({ at, isDay: false })
  const day = new Date(2026, 2, 1).getTime()
  expect(dateOnly(day)).toBe('1 Mar 2026')
  expect(writtenMoment(dateOnly(day))).toEqual({ at: day, isDay: true })
  expect(writtenMoment(new Date(at).toISOString())).toEqual({ at, isDay: false })
})

test.each([
  '',
  '21',
  '21 Nov',
  '2026-11-21',
  '32 Nov 2026',
  '1 Abc 2026',
  '21 Nov 2026, 25:00',
  'on 21 Nov 2026',
])('does not parse "%s"', (text) => {
  expect(writtenMoment(text)).toBeUndefined()
})
