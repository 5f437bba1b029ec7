import { expect, test } from 'vitest'
import { killEverything } from './kills.ts'

/** The kills of each kind of work, and their moments; the command makes many more, at others each time. */
const seed = 20_261_125
const times = 1
/** The other kinds of work are killed by tests in their rooms (`kill*.test.ts`, `download-missing`, `upkeep`). */
const only = ['import', 'drafts', 'submit', 'backup', 'restore']

test('killed at any moment, no work loses what it had answered, and all come to the same end', {
  timeout: 600_000,
}, async () => {
  const { results } = await killEverything({ seed, times, only, items: 200, pictures: 'front' })
  const failures = results.flatMap(({ work, failures }) =>
    failures.map((failure) => ({ seed, work, ...failure })),
  )
  expect(failures).toEqual([])
  expect(results.map(({ work, kills }) => [work, kills])).toEqual(only.map((work) => [work, times]))
})
