import { expect, test } from 'vitest'
import { killEverything } from './kills.ts'

/** A fixed selection of kills; the command makes many more, at other times on each run. */
const seed = 20_261_125
const times = 1
/** The other kinds of work have their own kill tests (`kill*.test.ts`, `download-missing`, `upkeep`). */
const only = ['import', 'drafts', 'submit', 'backup', 'restore']

test('work killed at any time loses nothing that was confirmed, and reaches the same result', {
  timeout: 600_000,
}, async () => {
  const { results } = await killEverything({ seed, times, only, items: 200, pictures: 'front' })
  const failures = results.flatMap(({ work, failures }) =>
    failures.map((failure) => ({ seed, work, ...failure })),
  )
  expect(failures).toEqual([])
  expect(results.map(({ work, kills }) => [work, kills])).toEqual(only.map((work) => [work, times]))
})
