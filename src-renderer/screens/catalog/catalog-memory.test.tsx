import { afterEach, expect, test, vi } from 'vitest'
import { installBackend } from '../../testing/test-backend.ts'

installBackend({ workspace: { setScreens: () => undefined } })
const { savePlace, savedPlace } = await import('./catalog-memory.ts')

afterEach(() => void vi.useRealTimers())

test('keeps the list position for an hour on other screens', () => {
  vi.useFakeTimers()
  savePlace({ first: 7 })
  vi.advanceTimersByTime(3_600_000)
  expect(savedPlace().first).toBe(7)
})
