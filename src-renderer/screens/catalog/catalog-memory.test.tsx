import { afterEach, expect, test, vi } from 'vitest'
import { installBackend } from '../../testing/test-backend.ts'

installBackend({ workspace: { setScreens: () => undefined } })
const { restoredPlace, savePlace, savedPlace } = await import('./catalog-memory.ts')

afterEach(() => void vi.useRealTimers())

test('keeps the list position for an hour on other screens', () => {
  vi.useFakeTimers()
  savePlace({ first: 7 })
  vi.advanceTimersByTime(3_600_000)
  expect(savedPlace().first).toBe(7)
})

test('returns to the last place, unless the address has a query', () => {
  savePlace({ address: '?q=oat', itemId: 'a' })
  expect(restoredPlace('', undefined)).toMatchObject({ address: '?q=oat', itemId: 'a' })
  expect(restoredPlace('', 'b')).toMatchObject({ address: '?q=oat' })
  expect(restoredPlace('?q=tea', undefined)).toBeUndefined()
  savePlace({ address: '' })
  expect(restoredPlace('', undefined)).toMatchObject({ itemId: 'a' })
  expect(restoredPlace('', 'b')).toBeUndefined()
})
