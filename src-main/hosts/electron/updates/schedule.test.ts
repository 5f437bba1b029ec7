import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ComputerSettings } from '../../../../src-shared/workspace/settings.ts'
import { checkDaily, checkTimes } from './schedule.ts'

const hour = 3600_000
let checksForUpdates = true
const check = vi.fn(async () => {})
beforeEach(() => {
  vi.useFakeTimers()
  check.mockClear()
  checksForUpdates = true
  checkDaily({ settings: { read: async () => ({ checksForUpdates }) as ComputerSettings }, check })
})
afterEach(() => void vi.useRealTimers())

test('checks soon after the start, and then once a day', async () => {
  await vi.advanceTimersByTimeAsync(checkTimes.first)
  expect(check).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(23 * hour)
  expect(check).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(check).toHaveBeenCalledTimes(2)
})

test('does not check while the person has switched it off', async () => {
  checksForUpdates = false
  await vi.advanceTimersByTimeAsync(30 * hour)
  expect(check).not.toHaveBeenCalled()
  checksForUpdates = true
  await vi.advanceTimersByTimeAsync(checkTimes.look)
  expect(check).toHaveBeenCalledTimes(1)
})
