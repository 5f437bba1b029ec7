import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, impossibleBeginning, prefixEditDistance } from './edit-distance.ts'

test.each([
  ['yoghurt', 'yogurt', 1],
  ['yogurt', 'yougrt', 1],
  ['milk', 'silk', 1],
  ['oat', 'oat', 0],
  ['oat', 'boats', 2],
])('%s and %s: %i', (one, other, edits) => {
  expect(editDistance(one, other, 2)).toBe(edits)
})

test('a word with an impossible beginning is not similar, whatever follows', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, word, fc.integer({ min: 0, max: 2 }), (typed, other, ending, most) => {
      const length = impossibleBeginning(typed, other, most)
      if (length === undefined) expect(prefixEditDistance(other, typed, most)).toBeLessThanOrEqual(most)
      else expect(editDistance(typed, other.slice(0, length) + ending, most)).toBeGreaterThan(most)
    }),
  )
})
