import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestWithin } from './largest-within.ts'

test('finds the largest number whose measure stays within the limit, for any growth', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      fc.double({ min: 0.05, max: 20, noNaN: true }),
      async (most, limit, power, factor) => {
        const size = (side: number) => Math.ceil(18 + factor * side ** power)
        const found = await largestWithin(limit, most, async (side) => size(side))
        expect(found).toBeGreaterThanOrEqual(1)
        expect(found).toBeLessThanOrEqual(most)
        if (found > 1) expect(size(found)).toBeLessThanOrEqual(limit)
        if (found < most) expect(size(found + 1)).toBeGreaterThan(limit)
      },
    ),
  )
})

test('needs few measurements for what grows like a picture', async () => {
  let measured = 0
  const found = await largestWithin(102_400, 4000, async (side) => {
    measured += 1
    return 18 + 1.9 * side ** 1.93
  })
  expect(found).toBe(Math.floor(((102_400 - 18) / 1.9) ** (1 / 1.93)))
  expect(measured).toBeLessThanOrEqual(8)
})
