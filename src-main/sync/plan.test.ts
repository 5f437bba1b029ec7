import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../src-shared/testing/number-of-cases.ts'
import { dayBounds } from '../catalog/index.ts'
import {
  beginning,
  dayOf,
  firstTasks,
  samePlan,
  splitWindow,
  verifiedTasks,
  type WindowTask,
} from './plan.ts'

const day = 24 * 60 * 60 * 1000
const dayNumber = fc.integer({ min: 0, max: 40_000 }).map((number) => number * day + Date.UTC(1950, 0, 1))

test('splits a window into parts that cover each day once, newest first', () => {
  fc.assert(
    fc.property(
      fc.tuple(dayNumber, dayNumber),
      fc.boolean(),
      fc.integer({ min: 1, max: 100_000 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.option(dayNumber, { nil: undefined }),
      ([one, other], isOpen, total, maxSlice, firstUpdated) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const task: WindowTask = {
          reads: 'window',
          purpose: 'items',
          b: 'b1',
          since: dayOf(from),
          ...(!isOpen && { until: dayOf(to) }),
          profile: 'complete',
        }
        const within = firstUpdated === undefined ? undefined : Math.min(Math.max(firstUpdated, from), to)
        const parts = splitWindow(task, { total, maxSlice, firstUpdated: within, now: to })
        if (!parts) {
          const days = (to - Math.max(from, within ?? 0)) / day + 1
          expect(total <= maxSlice || days < 2).toBe(true)
          return
        }
        expect(parts.length).toBeGreaterThan(1)
        const inOrder = parts.toReversed()
        expect(inOrder[0]?.since).toBe(task.since)
        expect(inOrder.at(-1)?.until).toBe(task.until)
        for (const [index, part] of inOrder.entries()) {
          expect(part).toMatchObject({ b: 'b1', purpose: 'items' })
          const next = inOrder[index + 1]
          if (!next) continue
          expect(part.since <= (part.until ?? '')).toBe(true)
          expect(dayBounds(part.until ?? '')?.last).toBe((dayBounds(next.since)?.first ?? 0) - 1)
        }
      },
    ),
    { numRuns: numberOfCases(2000) },
  )
})

test('splits a list of codes into slices, each code once', () => {
  const gtins = Array.from({ length: 450 }, (_, index) => String(index % 430))
  const tasks = firstTasks({ scope: 'gtins', gtins, verified: true, profile: 'listing' }, beginning)
  const values = tasks.flatMap((task) => (task.reads === 'list' ? task.values : []))
  expect(tasks).toHaveLength(3)
  expect(values).toEqual([...new Set(gtins)])
  expect(tasks.every(({ v, profile }) => v === true && profile === 'listing')).toBe(true)
})

test('requests verified marks for main plans only, in the same window', () => {
  expect(verifiedTasks({ scope: 'incremental', profile: 'complete' }, '20260101')).toMatchObject([
    { since: '20260101', v: true, profile: 'listing' },
  ])
  expect(verifiedTasks({ scope: 'full', profile: 'complete' }, '20260101')).toMatchObject([
    { since: beginning },
  ])
  expect(verifiedTasks({ scope: 'brand', ids: ['b'], verified: false, profile: 'complete' }, '')).toEqual([])
})

test('treats plans with the same contents as the same', () => {
  const one = { scope: 'brand', ids: ['1'], verified: false, profile: 'complete' } as const
  expect(samePlan({ ...one, ids: ['1'] }, { ...one, ids: ['1'] })).toBe(true)
  expect(samePlan({ ...one, ids: ['1'] }, { ...one, ids: ['2'] })).toBe(false)
})
