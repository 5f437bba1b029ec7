import { expect, test } from 'vitest'
import { tryUpdates } from './update-trial.ts'

/** A fixed selection of kills; the command makes more, at other times on each run. */
const seed = 20_261_127

test.runIf(process.platform === 'linux')(
  'an update killed at any time leaves a whole program, and no work is lost',
  { timeout: 240_000 },
  async () => {
    const { failures, ended } = await tryUpdates({ seed, rounds: 2 })
    expect(failures).toEqual([])
    expect(ended.later + ended.before).toBe(2)
  },
)
