import { expect, test } from 'vitest'
import { queryPlans } from '../testing/query-plans.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { gatewayReader } from './gateway-reader.ts'

test('the status of a feed is found without walking through all its poster has sent', () => {
  using database = openTemporaryDatabase()
  const plans = queryPlans(database.db, (db) => gatewayReader.open({ db }))
  for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(/SCAN feed|TEMP B-TREE/)
  const ofFeed = plans.filter(({ sql }) => /FROM feed\s+WHERE/.test(sql)).map(({ plan }) => plan)
  expect(ofFeed).toEqual([
    expect.stringMatching(/^SEARCH feed USING INTEGER PRIMARY KEY \(rowid=\?\)\nLIST SUBQUERY/),
    expect.stringContaining('SEARCH feed USING COVERING INDEX feed_posted_by (posted_by=? AND kind=?)'),
  ])
})
