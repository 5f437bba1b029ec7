import { expect, test } from 'vitest'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { openSandbox } from './fixtures/open-sandbox.ts'
import { ingestionWriter } from './ingestion-writer.ts'
import { receivedFeedReader } from './received-feed-store.ts'

test('the newest feed is the last one of its sender in the family', () => {
  using sandbox = openSandbox()
  const { db } = sandbox
  const question = { family: 'items', username: 'user', offset: 0, limit: 100 } as const
  const { report } = receivedFeedReader.open({ db })
  expect(report(question)).toBeUndefined()
  sandbox.ingest('create', itemFeed(sampleItem(1)))
  const second = sandbox.ingest('refresh', itemFeed(sampleItem(1)))
  expect(report(question)?.feedId).toBe(second.feedId)
  const third = sandbox.ingest('create', itemFeed(sampleItem(2)))
  expect(report(question)?.feedId).toBe(third.feedId)
  expect(report({ ...question, username: 'another' })).toBeUndefined()
  expect(report({ ...question, family: 'contentplus' })).toBeUndefined()
  expect(report({ ...question, family: 'contentplus', feedId: third.feedId })).toBeUndefined()
})

test('queries never scan all received feeds', () => {
  using database = openTemporaryDatabase()
  const plans = queryPlans(database.db, (db) => {
    receivedFeedReader.open({ db })
    ingestionWriter.open({ db, now: () => 0, record: () => {} })
  }).filter(({ sql }) => sql.includes('received_feed'))
  expect(plans.length).toBeGreaterThan(10)
  for (const { sql, plan } of plans) {
    expect(plan, sql).not.toMatch(/TEMP B-TREE/)
    // The index of open feeds contains no others; the list of the newest feeds ends at its limit.
    const scans = plan.split('\n').filter((step) => /^SCAN received_feed/.test(step))
    if (/ORDER BY seq DESC LIMIT \?$/.test(sql)) expect(scans).toEqual(['SCAN received_feed'])
    else if (sql.includes("state IN ('RECEIVED', 'INPROGRESS') ORDER BY seq LIMIT 1"))
      expect(scans).toEqual(['SCAN received_feed USING INDEX received_feed_open'])
    else expect(scans, sql).toEqual([])
  }
})
