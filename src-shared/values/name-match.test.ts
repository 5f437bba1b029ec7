import { expect, test } from 'vitest'
import { matchRank, nearNameMatcher } from './name-match.ts'

test('names rank by equality, beginning, beginning of words, and the rest', () => {
  const ranks = ['india', 'indian ocean', 'british indian ocean', 'mindia', 'chad'].map((name) =>
    matchRank(name, 'india'),
  )
  expect(ranks).toEqual([0, 1, 2, 3, undefined])
  expect(matchRank('alpine dairy cheese', 'cheese alp')).toBe(2)
})

test.each([
  ['norvik', 'nordvik', 1],
  ['norvik', 'nordvik foods', 1],
  ['nrodvik', 'nordvik', 1],
  ['nodrvik', 'nordvik', 1],
  ['chocolaet', 'chocolate', 1],
  ['chcoolaet', 'chocolate', 2],
  ['mordvik', 'nordvik', 1],
  ['norvk', 'nordvik', undefined],
  ['meadow bell', 'meadowbell', 1],
  ['alpin dairi', 'alpine dairy', 1],
  ['alpyne dairi', 'alpine dairy', 2],
  ['nordv', 'nordvik', undefined],
  ['oat', 'oak', undefined],
  ['1005', '1006', undefined],
  ['', 'nordvik', undefined],
])('%j is near %j: %j', (typed, name, steps) => {
  const matcher = nearNameMatcher(typed)
  expect(matcher?.stepsTo(name)).toBe(steps)
  if (steps !== undefined) expect(matcher?.parts.some((part) => name.includes(part))).toBe(true)
})
