import { expect, test } from 'vitest'
import {
  backoffDelay,
  clampToPast,
  listedDelay,
  nextMidnight,
  nextRetryAt,
  retryAfter,
  sleepUntil,
} from './retry.ts'

const now = Date.UTC(2025, 5, 1, 22, 30)

test('grows pauses to the maximum and shortens them by up to half', () => {
  const pauses = { first: 1_000, longest: 10_000 }
  const whole = [0, 1, 2, 3, 4, 5_000].map((attempt) => backoffDelay(pauses, attempt, () => 1))
  expect(whole).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  expect(backoffDelay(pauses, 1, () => 0)).toBe(1_000)
  expect(backoffDelay({ ...pauses, factor: 1.5 }, 2, () => 1)).toBe(2_250)
})

test('repeats the last pause of a list', () => {
  expect([0, 1, 2, 9].map((attempt) => listedDelay([10, 60, 360], attempt))).toEqual([10, 60, 360, 360])
})

test('caps a time slightly in the future at now, and returns undefined further ahead', () => {
  expect(clampToPast(now - 5, now)).toBe(now - 5)
  expect(clampToPast(now + 3_600_000, now)).toBe(now)
  expect(clampToPast(now + 3_600_001, now)).toBeUndefined()
  expect(clampToPast(Number.NaN, now)).toBeUndefined()
})

test('does not retry before the time requested by the service', () => {
  expect(nextRetryAt(now, 5_000, undefined)).toBe(now + 5_000)
  expect(nextRetryAt(now, 5_000, now + 60_000)).toBe(now + 60_000)
  expect(nextRetryAt(now, 5_000, now)).toBe(now + 5_000)
})

test('parses Retry-After as seconds or a date, and resets a daily limit at midnight UTC', () => {
  expect(retryAfter('120', now)).toBe(now + 120_000)
  expect(retryAfter('Sun, 01 Jun 2025 23:00:00 GMT', now)).toBe(Date.UTC(2025, 5, 1, 23))
  expect(retryAfter('Sun, 01 Jun 2025 01:00:00 GMT', now)).toBe(now)
  expect(retryAfter('soon', now)).toBeUndefined()
  expect(retryAfter(undefined, now)).toBeUndefined()
  expect(retryAfter('999999999', now)).toBe(now + 24 * 60 * 60 * 1000)
  expect(nextMidnight(now)).toBe(Date.UTC(2025, 5, 2))
})

test('does not prolong a sleep when the clock is set back', async () => {
  let time = now
  const naps: number[] = []
  const clock = {
    now: () => time,
    async sleep(milliseconds: number) {
      naps.push(milliseconds)
      // The clock is set back by an hour during the first nap.
      time += naps.length === 1 ? -3_600_000 : milliseconds
    },
  }
  await sleepUntil(now + 90_000, clock)
  expect(naps).toEqual([60_000, 30_000])
})
