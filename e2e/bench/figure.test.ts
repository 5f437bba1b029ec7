import { expect, test } from 'vitest'
import { randomNumbers, zipf } from './data/random.ts'
import { atLeast, atMost, figureOf, grown, isMet, median, rounded, spreadOf } from './figure.ts'
import { inTurn } from './in-turn.ts'

const named = { figure: 'taking items in', unit: 'items/s', peer: 'SQLite' } as const

test('judges a goal by the measured value, not by the rounded one', () => {
  const figure = figureOf({ ...named, ours: 1499.6, theirs: 1000, goal: atLeast('ratio', 1.5) })
  expect(figure).toMatchObject({ ours: 1500, ratio: 1.5, met: false })
})

test('does not judge a ratio goal without a peer', () => {
  const figure = figureOf({ ...named, ours: 5, goal: atLeast('ratio', 1), note: 'not here' })
  expect(figure).not.toHaveProperty('met')
  expect(figure).not.toHaveProperty('ratio')
})

test('computes growth from the figure at the smaller size, and judges its goal', () => {
  const figure = figureOf({ ...named, unit: 'ms', ours: 333, goal: atMost('growth', 4) })
  expect(figure).not.toHaveProperty('met')
  expect(grown(figure, 37)).toMatchObject({ growth: 9, met: false })
  expect(grown(figure, 100)).toMatchObject({ growth: 3.33, met: true })
  expect(grown(figure, undefined)).toBe(figure)
})

test('judges a limit in the unit of the figure', () => {
  const goal = atMost('ours', 300)
  expect([299, 300, 301].map((ours) => isMet({ ours, goal }))).toEqual([true, true, false])
})

test('rounds to three significant digits', () => {
  expect([0.0123, 1.2345, 12.345, 123.45, 12345.6, 0].map(rounded)).toEqual([0.01, 1.23, 12.3, 123, 12346, 0])
})

test('computes the spread from the middle half', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(spreadOf([10, 10, 10, 1000, 10])).toBe(0)
  expect(spreadOf([8, 9, 10, 11, 12])).toBeCloseTo(0.2)
})

test('alternates the runs and ignores the first of each', async () => {
  const order: string[] = []
  const run = (name: string, values: number[]) => (round: number) => {
    order.push(name + round)
    return values[round] ?? 0
  }
  const turns = await inTurn(3, run('a', [99, 10, 30, 20]), run('b', [99, 10, 10, 40]))
  expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  expect(turns).toMatchObject({ ours: 20, theirs: 10, ratio: 1 })
  expect(await inTurn(3, run('a', [99, 10, 30, 20]), undefined)).not.toHaveProperty('ratio')
})

test('repeats random numbers for a seed; Zipf prefers the first ranks', () => {
  const some = (seed: number) => Array.from({ length: 5 }, randomNumbers(seed))
  expect(some(1)).toEqual(some(1))
  expect(some(1)).not.toEqual(some(2))
  const drawn = zipf(5000, 100, 1)
  const times = (rank: number) => drawn.filter((one) => one === rank).length
  expect(Math.max(...drawn)).toBeLessThan(100)
  expect(times(0) / times(9)).toBeGreaterThan(6)
  expect(times(0) / times(9)).toBeLessThan(16)
})
