import { expect, test } from 'vitest'
import { kept, maxValues, together } from './readout.ts'

test('a cell gives a field no more values than it can show, and the others are counted', () => {
  const all = Array.from({ length: maxValues + 200_000 }, (_, at) => kept(at))
  const { value, kept: taken, left } = together(all)
  expect([value?.length, taken, left.length]).toEqual([maxValues, maxValues, 200_000])
  expect(left[0]?.code).toBe('TOO_MANY')
})
