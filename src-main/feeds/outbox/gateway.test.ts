import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiServer } from '../../local-api/index.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../../testing/faulty-upstream.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { type SandboxService, startSandboxService } from '../../testing/sandbox-service.ts'
import {
  openTemporaryDatabase,
  openTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts'
import { createUpstream, type Upstream } from '../../upstream/index.ts'
import { createDrafts } from '../drafts/index.ts'
import { catalogService } from '../targets/index.ts'
import { createGateway, gatewayReader } from './gateway.ts'
import { createOutbox, type Outbox } from './outbox.ts'

/** End to end: a tool -> the local API of a connected workspace -> its outbox -> the service. */
let sandbox: SandboxService
let service: FaultyUpstream
let workspace: TemporaryWorkspace
let upstream: Upstream
let outbox: Outbox
let tool: Upstream
let closeServer: () => Promise<void>
let nextItem = 1

beforeAll(async () => {
  sandbox = await startSandboxService()
  service = await startFaultyUpstream(sandbox.address)
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  upstream = createUpstream({ ...sandbox.credentials, address: service.address })
  const timing = { firstRetry: 30, maxRetry: 60, firstPoll: 20, maxPoll: 50 }
  outbox = createOutbox({
    ...workspace,
    drafts: createDrafts({ storage }),
    target: catalogService(upstream),
    timing,
  })
  const local = { username: 'till', password: 'local' }
  const server = createApiServer({
    storage,
    feedIntake: createGateway({ storage, outbox }),
    users: () => [local, { ...local, username: 'other' }],
    mediaKey: Buffer.alloc(32, 1),
  })
  const { address } = await server.listen({ port: 0 })
  tool = createUpstream({ ...local, address })
  closeServer = () => server.close()
})
afterEach(async () => {
  await tool.close()
  await closeServer()
  await outbox.close()
  await upstream.close()
  await workspace.close()
})

const status = (feedId: string, kind: 'create' | 'contentplus' = 'create') =>
  tool.feedStatus({ kind, feedId, offset: 0, limit: 100 })

test('reports a posted feed as RECEIVED while the service is unreachable, and its results afterwards', async () => {
  await service.stop()
  const number = nextItem++
  const good = sampleItem(number)
  const bad = sampleItem(nextItem++, { categoryId: '' })
  const body = itemFeed(good, bad)
  const { feedId } = await tool.submitFeed({ kind: 'create', body, idempotencyKey: 'one' })
  expect(await status(feedId)).toMatchObject({
    feedId,
    feedStatus: 'RECEIVED',
    counters: { received: 2, succeeded: 0, failed: 0, processing: 2 },
    results: [{ index: 0, ingestionStatus: 'INPROGRESS' }, { index: 1 }],
  })
  // A repeated request with the same key returns the same feed.
  expect(await tool.submitFeed({ kind: 'create', body, idempotencyKey: 'one' })).toEqual({ feedId })
  await expect(
    tool.submitFeed({ kind: 'create', body: itemFeed(good), idempotencyKey: 'one' }),
  ).rejects.toMatchObject({ kind: 'refused' })

  await service.start()
  await outbox.whenSettled(feedId)
  expect(await status(feedId)).toMatchObject({
    feedStatus: 'PROCESSED',
    counters: { received: 2, succeeded: 1, failed: 1, processing: 0 },
    results: [
      { index: 0, productCode: gtinOf(number), ingestionStatus: 'SUCCESS', problems: [] },
      { index: 1, ingestionStatus: 'DATA_ERROR', problems: [{ code: 'CATEGORY_REQUIRED' }] },
    ],
  })
  expect(await tool.feedStatus({ kind: 'create', offset: 1, limit: 2 })).toMatchObject({
    feedId,
    results: [{ index: 1 }],
  })
  expect(await outbox.feed({ id: feedId })).toMatchObject({ name: 'Posted by till' })
})

test('follows a Content+ feed in its own form', async () => {
  const body = contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
  const { feedId } = await tool.submitFeed({ kind: 'contentplus', body, idempotencyKey: 'c' })
  await outbox.whenSettled(feedId)
  expect(await status(feedId, 'contentplus')).toMatchObject({
    feedStatus: 'PROCESSED',
    counters: { received: 1, succeeded: 0, failed: 1 },
  })
  expect(await status(feedId, 'create')).toBeUndefined()
})

test('refuses an invalid feed at once, and reports a withdrawn feed as an error', async () => {
  const body = new TextEncoder().encode(
    '<items xmlns="https://ns.catalog-desk.example/feed/item"><wrong/></items>',
  )
  await expect(tool.submitFeed({ kind: 'create', body, idempotencyKey: 'x' })).rejects.toMatchObject({
    kind: 'refused',
    problems: expect.arrayContaining([expect.objectContaining({ path: 'items/wrong' })]),
  })
  await outbox.setPaused({ paused: true })
  const good = itemFeed(sampleItem(nextItem++))
  const { feedId } = await tool.submitFeed({ kind: 'create', body: good, idempotencyKey: 'y' })
  await outbox.withdraw({ id: feedId })
  expect(await status(feedId)).toMatchObject({
    feedStatus: 'ERROR',
    counters: { received: 1, failed: 1, processing: 0 },
    results: [{ ingestionStatus: 'SYSTEM_ERROR', problems: [{ code: 'WITHDRAWN' }] }],
  })
})

test('does not report an item without a result as accepted, and counts it as failed once the feed is settled', async () => {
  const silent = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && /feed\/items\/\w/.test(path)
  service.fail(
    {
      kind: 'rewrite',
      rewrite: (body) => String(body).replace(/<ItemIngestionStatus>.*?<\/ItemIngestionStatus>/s, ''),
    },
    { times: Number.POSITIVE_INFINITY, when: silent },
  )
  const feed = itemFeed(sampleItem(nextItem++), sampleItem(nextItem++))
  const half = await tool.submitFeed({ kind: 'create', body: feed, idempotencyKey: 'half' })
  await outbox.whenSettled(half.feedId)
  const expected = {
    feedStatus: 'PROCESSED',
    counters: { received: 2, succeeded: 1, failed: 1, processing: 0 },
    results: [{ ingestionStatus: 'TIMEOUT_ERROR' }, { ingestionStatus: 'SUCCESS' }],
  }
  expect(await status(half.feedId)).toMatchObject(expected)
  await outbox.settle({ id: half.feedId })
  expect(await status(half.feedId)).toMatchObject(expected)
  service.heal()
})

test('finds the status of a feed without scanning all feeds of its poster', () => {
  using database = openTemporaryDatabase()
  const plans = queryPlans(database.db, (db) => gatewayReader.open({ db }))
  for (const { sql, plan } of plans) expect(plan, sql).not.toMatch(/SCAN feed|TEMP B-TREE/)
  const feedPlans = plans.filter(({ sql }) => /FROM feed\s+WHERE/.test(sql)).map(({ plan }) => plan)
  expect(feedPlans).toEqual([
    expect.stringMatching(/^SEARCH feed USING INTEGER PRIMARY KEY \(rowid=\?\)\nLIST SUBQUERY/),
    expect.stringContaining('SEARCH feed USING COVERING INDEX feed_posted_by (posted_by=? AND kind=?)'),
  ])
})
