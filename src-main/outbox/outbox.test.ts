import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutboxState } from '../../src-shared/outbox/outbox-state.ts'
import type { FeedKind, OutboxFeed } from '../../src-shared/rpc/feed-contract.ts'
import { createDrafts } from '../feeds/create-drafts.ts'
import type { Drafts } from '../feeds/drafts.ts'
import {
  type Fault,
  type FaultyUpstream,
  type SeenCall,
  startFaultyUpstream,
} from '../testing/faulty-upstream.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/create-upstream.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createOutbox } from './create-outbox.ts'
import type { Outbox } from './outbox.ts'

/** Patience of seconds would make these tests slow; the order of events is what they are about. */
const timing = {
  firstRetry: 40,
  longestRetry: 80,
  firstQuestion: 20,
  longestQuestion: 60,
  lockRetry: 50,
  closing: 500,
}

let sandbox: SandboxService
let service: FaultyUpstream
let nextItem = 1

beforeAll(async () => {
  sandbox = await startSandboxService()
  service = await startFaultyUpstream(sandbox.address)
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})

let workspace: TemporaryWorkspace
let drafts: Drafts
let upstream: Upstream
let outbox: Outbox
let done: OutboxFeed[]

function openOutbox(): Outbox {
  drafts = createDrafts(workspace)
  upstream = createUpstream({
    address: service.address,
    ...sandbox.credentials,
    limits: { connect: 500, answer: 400, silence: 400 },
  })
  return createOutbox({ ...workspace, drafts, upstream, timing, onFeedDone: (feed) => void done.push(feed) })
}
async function closeOutbox(): Promise<void> {
  await outbox.close()
  await upstream.close()
}

beforeEach(async () => {
  service.heal()
  service.calls.length = 0
  Object.assign(sandbox.conditions, { maintenance: false, dailyItemLimit: undefined })
  done = []
  workspace = await openTemporaryWorkspace()
  outbox = openOutbox()
})
afterEach(async () => {
  await closeOutbox()
  await workspace.close()
})

const queue = (kind: FeedKind = 'create', items = [sampleItem(nextItem++)]) =>
  outbox.queue({ kind, name: 'Feed', body: itemFeed(...items) })
const isSending = ({ method }: SeenCall) => method !== 'GET'
const sendings = () => service.calls.filter(isSending)
/** How often the sandbox got the payload, whatever it made of it. */
const arrivals = (sha256: string) =>
  service.calls.filter((call) => call.passedOn && call.sha256 === sha256).length

async function until(id: string, ...states: OutboxState[]) {
  for (let tries = 0; tries < 200; tries++) {
    const feed = await outbox.feed(id)
    if (states.includes(feed.state)) return feed
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const feed = await outbox.feed(id)
  throw new Error(`The feed is ${feed.state} (${feed.note}), not ${states}: ${JSON.stringify(feed.events)}`)
}

describe('in fair weather', () => {
  test('a draft is checked, frozen, sent, followed to the result of each item', async () => {
    const [good, bad] = [sampleItem(nextItem++), sampleItem(nextItem++, { categoryId: '' })]
    const xml = new TextDecoder().decode(itemFeed(good, bad))
    const draft = await drafts.create({ kind: 'create', xml })
    await expect(outbox.queueDraft(draft)).rejects.toMatchObject({
      code: 'DRAFT_INVALID',
      problems: [{ code: 'CATEGORY_REQUIRED', path: 'items/item[2]/categoryId' }],
    })
    const mended = await drafts.save({ ...draft, xml: new TextDecoder().decode(itemFeed(good)) })
    await expect(outbox.queueDraft({ id: draft.id, revision: 1 })).rejects.toMatchObject({
      code: 'STALE_REVISION',
    })
    const { id } = await outbox.queueDraft(mended)
    const feed = await outbox.whenSettled(id)
    expect(feed).toMatchObject({
      state: 'done',
      feedStatus: 'PROCESSED',
      attempts: 1,
      counters: { received: 1, succeeded: 1, failed: 0, processing: 0 },
      results: [{ index: 0, productCode: gtinOf(nextItem - 2), ingestionStatus: 'SUCCESS', problems: [] }],
    })
    expect(feed.events.map(({ state }) => state)).toContain('acknowledged')
    await expect.poll(() => done.map((one) => one.id)).toEqual([id])
    const [received] = sandbox.receivedFeeds().slice(-1)
    expect(received).toMatchObject({
      id: feed.upstreamFeedId,
      sha256: feed.sha256,
      idempotencyKey: feed.idempotencyKey,
    })
    expect(await outbox.list()).toMatchObject({ reachable: true, paused: false })
  })

  test('whether the service can be reached is known from whatever called it', async () => {
    expect((await outbox.list()).reachable).toBeUndefined()
    await outbox.noteContact({ reachable: true })
    expect(await outbox.list()).toMatchObject({ reachable: true })
    await outbox.noteContact({ reachable: false, reason: 'No network' })
    expect(await outbox.list()).toMatchObject({ reachable: false, reason: 'No network' })
    await outbox.noteContact({ reachable: true })
    const list = await outbox.list()
    expect([list.reachable, list.reason]).toEqual([true, undefined])
  })

  test('what breaks a rule is told item by item; what breaks the schema fails as a whole and can be mended', async () => {
    const broken = await queue('create', [sampleItem(nextItem++), sampleItem(nextItem++, { categoryId: '' })])
    const feed = await outbox.whenSettled(broken.id)
    expect(feed).toMatchObject({ state: 'done', counters: { received: 2, succeeded: 1, failed: 1 } })
    expect(feed.results[1]?.problems).toMatchObject([{ code: 'CATEGORY_REQUIRED' }])

    const body = new TextEncoder().encode(
      '<items xmlns="https://ns.catalog-desk.example/feed/item"><wrong/></items>',
    )
    const { id } = await outbox.queue({ kind: 'create', name: 'Wrong', body })
    const failed = await outbox.whenSettled(id)
    expect(failed).toMatchObject({ state: 'failed', attempts: 1 })
    expect(failed.problems.length).toBeGreaterThan(0)
    const draft = await outbox.withdraw(id)
    expect(draft).toMatchObject({ kind: 'create', name: 'Wrong', xml: new TextDecoder().decode(body) })
    expect(await outbox.feed(id)).toMatchObject({ state: 'withdrawn' })
    await expect(outbox.withdraw(id)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
  })

  test('an update waits for the creation it follows', async () => {
    const item = sampleItem(nextItem++)
    const created = await queue('create', [item])
    const updated = await queue('update', [
      { ...item, ecommerceDescription: [{ lang: 'en', text: 'Better' }] },
    ])
    expect(await outbox.whenSettled(updated.id)).toMatchObject({ state: 'done', counters: { succeeded: 1 } })
    expect(await outbox.feed(created.id)).toMatchObject({ state: 'done', counters: { succeeded: 1 } })
  })

  test('a Content+ feed is followed by its own form of status', async () => {
    const body = contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
    const { id } = await outbox.queue({ kind: 'contentplus', name: 'Content', body })
    const feed = await outbox.whenSettled(id)
    expect(feed).toMatchObject({ state: 'done', counters: { received: 1, succeeded: 0, failed: 1 } })
    expect(feed.results[0]?.problems[0]?.message).not.toBe('')
    expect(done).toEqual([])
  })

  test('results of more than one window are fetched to the last', async () => {
    const items = Array.from({ length: 230 }, () => sampleItem(nextItem++))
    const { id } = await queue('create', items)
    const feed = await outbox.whenSettled(id)
    expect(feed.results.map(({ index }) => index)).toEqual(items.map((_, index) => index))
  })
})

describe('without the service', () => {
  test('feeds stay queued, say why, and go out by themselves when it is back', async () => {
    await service.stop()
    const { id } = await queue()
    await outbox.sendNow()
    expect(await outbox.list()).toMatchObject({
      reachable: false,
      reason: expect.stringContaining('connection refused'),
      feeds: [{ id, state: 'queued', attempts: 0, nextAttemptAt: expect.any(String) }],
    })
    await service.start()
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(await outbox.list()).toMatchObject({ reachable: true })
  })

  test('paused, nothing leaves; withdrawn, nothing will', async () => {
    await outbox.setPaused(true)
    const kept = await queue()
    const taken = await queue()
    await outbox.sendNow()
    expect(service.calls).toEqual([])
    expect(await outbox.withdraw(taken.id)).toMatchObject({ kind: 'create' })
    await outbox.setPaused(false)
    expect(await outbox.whenSettled(kept.id)).toMatchObject({ state: 'done' })
    expect(sendings()).toHaveLength(1)
  })

  test('a refused password stops everything until a person says otherwise', async () => {
    const needsCredentials = async () => (await outbox.list()).needsCredentials
    service.fail({ kind: 'status', status: 403 })
    const { id } = await queue()
    await expect.poll(needsCredentials).toBe(true)
    await outbox.sendNow()
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })

    service.fail({ kind: 'status', status: 403 }, { times: 1, when: isSending })
    const second = await queue()
    await expect.poll(needsCredentials).toBe(true)
    const seen = service.calls.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(service.calls.length).toBe(seen)
    expect(await outbox.feed(second.id)).toMatchObject({ state: 'queued', attempts: 1 })
    await outbox.sendNow()
    expect(await outbox.whenSettled(second.id)).toMatchObject({ state: 'done', attempts: 2 })
  })

  test.each([
    { status: 503, headers: { 'retry-after': '1' }, least: 900 },
    { status: 503, headers: {}, least: 110_000 },
    { status: 429, headers: { 'retry-after': '1' }, least: 900 },
    { status: 406, headers: {}, least: 1 },
  ])('$status $headers: waits as long as it is told', async ({ status, headers, least }) => {
    const before = Date.now()
    service.fail(
      { kind: 'status', status, headers: { ...headers } as Record<string, string> },
      { when: isSending },
    )
    const { id } = await queue()
    await expect.poll(async () => (await outbox.feed(id)).nextAttemptAt).toBeDefined()
    const feed = await outbox.feed(id)
    expect(feed.state).toBe('queued')
    const planned = Date.parse(feed.nextAttemptAt ?? '')
    expect(planned - before).toBeGreaterThanOrEqual(least)
    if (status === 406) expect(planned % 86_400_000).toBe(0)
    await outbox.sendNow()
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done' })
  })

  test('a sign-in page in the place of the service is found out before anything is sent', async () => {
    service.fail({ kind: 'html' }, { times: 1 })
    const { id } = await queue()
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
  })
})

describe('a lost acknowledgement', () => {
  const losses: Fault[] = [
    { kind: 'reset-after' },
    { kind: 'hang' },
    { kind: 'cut-body', part: 0.5 },
    { kind: 'truncate', part: 0.5 },
    { kind: 'rewrite', rewrite: () => '<html>thanks</html>' },
  ]
  test.each(losses)('$kind: the feed is found at the service and followed, not sent again', async (fault) => {
    service.fail(fault, { when: isSending })
    const { id, ...queued } = await queue()
    const feed = await until(id, 'done')
    expect(feed).toMatchObject({ attempts: 1, counters: { succeeded: 1 } })
    expect(feed.events.map(({ state }) => state)).toContain('uncertain')
    expect(queued.state).toBe('queued')
    expect(sendings()).toHaveLength(1)
    expect(sandbox.receivedFeeds().filter(({ sha256 }) => sha256 === feed.sha256)).toHaveLength(1)
  })

  test('hidden behind a newer feed of somebody else, its items tell that it arrived', async () => {
    service.fail({ kind: 'reset-after' }, { when: isSending })
    service.fail(
      { kind: 'status', status: 500 },
      { when: ({ path }) => path.includes('/feed/items?'), times: 0 },
    )
    await outbox.setPaused(true)
    const mine = await queue()
    const body = itemFeed(sampleItem(nextItem++))
    const other = createUpstream({ address: sandbox.address, ...sandbox.credentials })
    // The questions of the outbox are answered only after another program has sent a feed of its own.
    service.fail(
      { kind: 'status', status: 503, headers: { 'retry-after': '0' } },
      {
        when: ({ method, path }) => method === 'GET' && path.includes('/feed/items') && sendings().length > 0,
        times: 2,
      },
    )
    await outbox.setPaused(false)
    await until(mine.id, 'uncertain')
    await other.submitFeed({ kind: 'create', body, idempotencyKey: 'other' })
    await other.close()
    await outbox.sendNow()
    const feed = await until(mine.id, 'done')
    expect(feed.events.at(-1)).toMatchObject({ event: 'recognise' })
    expect(sendings()).toHaveLength(1)
  })

  test('cut off before it arrived, it stays uncertain and is never sent by itself; a person decides', async () => {
    service.fail({ kind: 'reset-before' }, { when: isSending })
    const { id } = await queue()
    await until(id, 'uncertain')
    const feed = await outbox.whenSettled(id)
    expect(feed.state).toBe('uncertain')
    await outbox.sendNow()
    await outbox.reconcile(id)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sendings()).toHaveLength(1)
    expect(arrivals(feed.sha256)).toBe(0)

    expect(await outbox.resolve({ id, arrived: false })).toMatchObject({ state: 'failed' })
    await outbox.retry(id)
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 2 })
    expect(arrivals(feed.sha256)).toBe(1)
    await expect(outbox.resolve({ id, arrived: true })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
    await expect(outbox.reconcile(id)).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
  })

  test('a person who found the feed names it, and it is followed', async () => {
    service.fail({ kind: 'reset-after' }, { when: isSending })
    const { id } = await outbox.queue({
      kind: 'contentplus',
      name: 'Content',
      body: contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: `Buy ${nextItem++}` }] }),
    })
    await until(id, 'uncertain')
    const [received] = sandbox.receivedFeeds().slice(-1)
    await outbox.resolve({ id, arrived: true, upstreamFeedId: received?.id ?? '' })
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done', counters: { received: 1 } })
  })
})

describe('following', () => {
  test('a status it does not know is kept and asked for again', async () => {
    const strange = {
      kind: 'rewrite',
      rewrite: (body: Buffer) => String(body).replace(/<feedStatus>\w+/, '<feedStatus>PONDERING'),
    } as const
    service.fail(strange, { when: ({ path }) => /feed\/items\/[^?]+\?/.test(path), times: 3 })
    const { id } = await queue()
    const feed = await outbox.whenSettled(id)
    expect(feed.state).toBe('done')
    expect(feed.events).toContainEqual(
      expect.objectContaining({ state: 'processing', message: expect.stringContaining('PONDERING') }),
    )
    expect(feed.events.filter(({ state }) => state === 'processing')).toHaveLength(1)
  })

  test('faults between are borne', async () => {
    const following = { when: ({ path }: SeenCall) => /feed\/items\/[^?]+\?/.test(path) }
    const faults: Fault[] = [
      { kind: 'html' },
      { kind: 'reset-after' },
      { kind: 'truncate', part: 0.7 },
      { kind: 'status', status: 500 },
    ]
    for (const fault of faults) service.fail(fault, following)
    const { id } = await queue()
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done' })
    expect(sendings()).toHaveLength(1)
  })
})

test('two programs on one workspace: one sends, and the other takes over when it ends', async () => {
  const other = createOutbox({ ...workspace, drafts, upstream, timing })
  const first = await queue()
  await Promise.all([outbox.sendNow(), other.sendNow()])
  expect(await other.whenSettled(first.id)).toMatchObject({ state: 'done', attempts: 1 })
  await outbox.close()
  const { id } = await other.queue({ kind: 'create', name: 'Second', body: itemFeed(sampleItem(nextItem++)) })
  expect(await other.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
  expect(sendings()).toHaveLength(2)
  await other.close()
})

test('what was queued before a restart is sent after it', async () => {
  await outbox.setPaused(true)
  const { id } = await queue()
  await closeOutbox()
  await workspace.reopen()
  outbox = openOutbox()
  expect(await outbox.feed(id)).toMatchObject({ state: 'queued' })
  await outbox.setPaused(false)
  expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done' })
})
