import { expect, test } from 'vitest'
import { type StepLink, statesOfSteps } from './step-states.ts'

/** Steps 1, 2, and so on; `undoes` is the undone step, and `kept` the number of fields with a later value. */
const steps = (...links: ([] | [undoes: number, kept: number | null])[]): StepLink[] =>
  links.map(([undoes = null, kept = null], index) => ({ number: index + 1, undoes, kept }))
const cancelled = (...links: Parameters<typeof steps>) => [...statesOfSteps(steps(...links)).cancelled].sort()

test('a step and its exact undoing cancel each other, until the undoing is undone', () => {
  expect(cancelled([], [], [1, null])).toEqual([1, 3])
  expect(cancelled([], [], [1, null], [3, null])).toEqual([3, 4])
  expect(cancelled([], [], [1, 2])).toEqual([])
})

test('an exact undoing has an effect once a step that had none then has one again', () => {
  const both: Parameters<typeof steps> = [[], [], [2, null], [1, null]]
  expect(cancelled(...both)).toEqual([1, 2, 3, 4])
  // Step 2 is done again in part: it may have changed what step 4 restored.
  expect(cancelled(...both, [3, 1])).toEqual([])
  expect(cancelled(...both, [3, 0])).toEqual([])
})
