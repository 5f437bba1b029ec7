import { afterEach, expect, test, vi } from 'vitest'
import { installBackend } from '../../testing/test-backend.ts'

installBackend({ workspace: { setScreens: () => undefined } })
const { changePlace, placeNow } = await import('./catalog-memory.ts')

afterEach(() => void vi.useRealTimers())

test('keeps the list position for an hour on other screens', () => {
  vi.useFakeTimers()
  changePlace({ first: 7 })
  vi.advanceTimersByTime(3_600_000)
  expect(placeNow().first).toBe(7)
})
