import { expect, test } from 'vitest'
import { tryDisks } from './disk-trial.ts'

/** A fixed selection of cases; the command itself uses others on each run. */
const seed = 20_261_125
const chosen = {
  faults: ['full', 'no space'],
  writers: ['sync', 'restore'],
}

test('a command on a failing disk reports the cause, leaves nothing incomplete, and works later', {
  timeout: 240_000,
}, async () => {
  const results = await tryDisks({ seed, rounds: 1, pictures: 'front', ...chosen })
  if (results.length === 0)
    console.warn('Skipped: this user may not mount a file system, and there is no gcc.')
  expect(results.filter(({ outcome }) => outcome === 'trouble')).toEqual([])
})
