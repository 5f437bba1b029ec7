import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { memoized } from './memoized.ts'

test('reads each text once, even when the result is undefined', () => {
  const read = vi.fn((text: string) => (text === '' ? undefined : text.length))
  const cached = memoized(read)
  expect(['g', '', 'g', ''].map(cached)).toEqual([1, undefined, 1, undefined])
  expect(read).toHaveBeenCalledTimes(2)
})

test('reads a text that is too long each time', () => {
  const read = vi.fn((text: string) => text.length)
  const cached = memoized(read, { maxLength: 3 })
  expect(['four', 'four', 'two', 'two'].map(cached)).toEqual([4, 4, 3, 3])
  expect(read.mock.calls.map(([text]) => text)).toEqual(['four', 'four', 'two'])
})

test('returns the right result for any texts and any cache size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 20 })),
      fc.integer({ min: 1, max: 4 }),
      (texts, maxEntries) => {
        const cached = memoized((text) => `read ${text}`, { maxEntries, maxLength: 15 })
        expect(texts.map(cached)).toEqual(texts.map((text) => `read ${text}`))
      },
    ),
  )
})
