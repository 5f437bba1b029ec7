import { expect, test } from 'vitest'
import { batched } from './batched.ts'

test('questions asked together are sent in as few calls as possible, and each gets its own answer', async () => {
  const calls: number[][] = []
  const double = batched(async (numbers: number[]) => {
    calls.push(numbers)
    return numbers.map((number) => number * 2)
  }, 2)
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(calls).toEqual([[1, 2], [3], [4]])
})

test('a failed call rejects only the questions it contained', async () => {
  const load = batched(async (words: string[]) => {
    if (words.includes('bad')) throw new Error('No')
    return words
  }, 1)
  const [good, bad] = await Promise.allSettled([load('good'), load('bad')])
  expect(good).toEqual({ status: 'fulfilled', value: 'good' })
  expect(bad.status).toBe('rejected')
})
