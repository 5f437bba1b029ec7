import { expect, test } from 'vitest'
import { troubleProxy } from './proxy-trial.ts'

/** A fixed selection; the command makes more, at other times on each run. */
const seed = 20_261_127

test('a proxy that is killed, or has another account, loses no feed and doubles none', async () => {
  const { failures, kills, wrongAccounts } = await troubleProxy({ seed, feeds: 24 })
  expect(failures).toEqual([])
  expect(kills).toBeGreaterThan(0)
  expect(wrongAccounts).toBeGreaterThan(0)
})
