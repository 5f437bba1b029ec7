import { describe, expect, test } from 'vitest'
import { judge } from './growth.ts'
import type { GrowthFigure } from './growth-program.ts'

const figures = (milliseconds: number[], bytes = 0): GrowthFigure[] =>
  milliseconds.map((time, index) => ({ reader: 'r', size: 1000 * 2 ** index, milliseconds: time, bytes }))

describe('judging growth', () => {
  test('detects quadratic growth, a hang, a slow and a large reading', () => {
    expect(judge('s', 'r', figures([50, 200, 800]), false).trouble).toContain('power 2')
    expect(judge('s', 'r', figures([50]), true).trouble).toContain('hung')
    expect(judge('s', 'r', figures([400, 800, 1600]), false).trouble).toContain('second')
    expect(judge('s', 'r', figures([1, 2, 4], 200e6), false).trouble).toContain('100 MB')
  })
  test('accepts linear growth, and times too short to judge', () => {
    expect(judge('s', 'r', figures([100, 200, 400]), false)).toMatchObject({ exponent: 1 })
    expect(judge('s', 'r', figures([100, 200, 400]), false).trouble).toBeUndefined()
    expect(judge('s', 'r', figures([0.1, 1, 10]), false).trouble).toBeUndefined()
  })
})
