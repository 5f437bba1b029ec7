import { expect, test } from 'vitest'
import { kept, maxValues, together } from './readout.ts'

test('limits the values of a cell, and counts the others', () => {
  const all = Array.from({ length: maxValues + 200_000 }, (_, at) => kept(at))
  const { value, kept: taken, left } = together(all)
  expect([value?.length, taken, left.length]).toEqual([maxValues, maxValues, 200_000])
  expect(left[0]?.code).toBe('TOO_MANY')
})
