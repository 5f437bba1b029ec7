import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { remembering } from './remembering.ts'

test('each text is read once, also one that is answered with nothing', () => {
  const read = vi.fn((text: string) => (text === '' ? undefined : text.length))
  const asked = remembering(read)
  expect(['g', '', 'g', ''].map(asked)).toEqual([1, undefined, 1, undefined])
  expect(read).toHaveBeenCalledTimes(2)
})

test('a text that is too long is read each time', () => {
  const read = vi.fn((text: string) => text.length)
  const asked = remembering(read, { longest: 3 })
  expect(['four', 'four', 'two', 'two'].map(asked)).toEqual([4, 4, 3, 3])
  expect(read.mock.calls.map(([text]) => text)).toEqual(['four', 'four', 'two'])
})

test('of any texts, however few are remembered, each has its own answer', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 })), fc.integer({ min: 1, max: 4 }), (texts, most) => {
      const asked = remembering((text) => `read ${text}`, { most, longest: 15 })
      expect(texts.map(asked)).toEqual(texts.map((text) => `read ${text}`))
    }),
  )
})
