import { expect, test } from 'vitest'
import { median } from './median.ts'

test('the median is the value in the middle by size', () => {
  expect(median([9, 1, 10])).toBe(9)
  expect(median([4, 1, 3, 2])).toBe(3)
  expect(median([])).toBe(0)
})
