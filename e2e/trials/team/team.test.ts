import { expect, test } from 'vitest'
import { killTeam } from './team.ts'

/** A fixed selection of kills; the command makes many more, at other times on each run. */
test('kills of a host or of its PostgreSQL lose nothing confirmed, and send nothing twice', {
  timeout: 600_000,
}, async () => {
  const report = await killTeam({ rounds: 3, seed: 20_261_128, say: () => undefined })
  expect(report).toMatchObject({ rounds: 3, drafts: expect.any(Number) })
  expect(report.feeds).toBeGreaterThan(0)
})
