import { describe, expect, test } from 'vitest'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Fault } from '../../../testing/faulty-upstream.ts'
import { contentPlusFeed, itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { isSending, newNumber, OutboxTrial } from '../fixtures/outbox-trial.ts'

// A service that takes the same feed as often as it comes, and cannot say under which key one came.
const trial = new OutboxTrial({ withoutKeys: true })

const lost: Fault = { kind: 'reset-before' }
const unanswered: Fault = { kind: 'reset-after' }
const soon = { 'retry-after': '0' }
const asFault = (fault: Fault) => trial.service.fail(fault, { when: isSending })

/** What another program does with the same account, past the proxy. */
async function another(kind: FeedKind, ...items: IngestItem[]): Promise<string> {
  const { username } = trial.sandbox.credentials
  const body = itemFeed(...items)
  const { feedId } = await trial.sandbox.ingestion.submit({ kind, body, username })
  await expect
    .poll(async () => {
      const report = await trial.sandbox.ingestion.status({
        family: 'items',
        feedId,
        username,
        offset: 0,
        limit: 1,
      })
      return report?.feedStatus
    })
    .toBe('PROCESSED')
  // The service's moments are of milliseconds, its `Date` is of seconds.
  await new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)))
  return feedId
}
const titled = (item: IngestItem, ecommerceTitle: string): IngestItem => ({ ...item, ecommerceTitle })
const described = (item: IngestItem, text: string): IngestItem => ({
  ...item,
  ecommerceDescription: [{ lang: 'en', text }],
})
/** The note of a feed that was asked about after everything else had happened. */
async function noteOf(id: string): Promise<string> {
  await trial.outbox.reconcile({ id })
  const { state, note = '' } = await trial.outbox.feed({ id })
  expect(state).toBe('uncertain')
  return note
}

describe('what another explains is no evidence', () => {
  test('a refresh that was lost, and a feed of another program with the same GTIN', async () => {
    const item = sampleItem(newNumber())
    await another('create', item)
    asFault(lost)
    const { id } = await trial.queue('refresh', [titled(item, 'Ours')])
    await trial.until(id, 'uncertain')
    const theirs = await another('refresh', titled(item, 'Theirs'))
    const note = await noteOf(id)
    expect(note).toContain(`newest item feed ${theirs} holds the same product codes, but another program`)
    expect(note).toMatch(/has changed since the feed was sent, but does not show what the feed says: name\./)
  })

  test('a create that was lost, of an item that was created a minute before', async () => {
    const item = sampleItem(newNumber())
    await another('create', item)
    asFault(lost)
    const { id } = await trial.queue('create', [item])
    await trial.until(id, 'uncertain')
    expect(await noteOf(id)).toMatch(/was there before the feed was sent/)
  })

  test('a refresh of what the catalog shows already: it can be settled', async () => {
    const item = sampleItem(newNumber())
    await another('create', item)
    asFault(unanswered)
    const { id } = await trial.queue('refresh', [item])
    await trial.until(id, 'uncertain')
    expect(await noteOf(id)).toMatch(/showed what the feed says before .* it can be settled as arrived/s)
    expect(await trial.outbox.resolve({ id, arrived: true })).toMatchObject({ state: 'done' })
  })

  test('two feeds of ours about one item: neither is told by what shows', async () => {
    const item = sampleItem(newNumber())
    await another('create', item)
    asFault(lost)
    const first = await trial.queueBytes({
      kind: 'refresh',
      name: 'First',
      body: itemFeed(titled(item, 'New')),
    })
    await trial.until(first.id, 'uncertain')
    const second = await trial.queue('refresh', [titled(item, 'New')])
    await trial.outbox.release({ id: second.id })
    await trial.until(second.id, 'done')
    const note = await noteOf(first.id)
    expect(note).toContain('Another feed of yours is about the same: “Feed”.')
    expect((await trial.outbox.feed({ id: first.id })).state).toBe('uncertain')
  })
})

describe('what this feed alone explains is evidence', () => {
  test('a feed that arrived unanswered', async () => {
    for (const kind of ['create', 'refresh', 'update'] as const) {
      const item = sampleItem(newNumber())
      if (kind !== 'create') await another('create', item)
      asFault(unanswered)
      const { id } = await trial.queue(kind, [described(titled(item, 'New'), 'New words')])
      const feed = await trial.until(id, 'done')
      expect(feed.events.at(-1)).toMatchObject({
        event: 'recognise',
        message: expect.stringMatching(/^The catalog shows all that the feed says/),
      })
    }
    expect(trial.sendings()).toHaveLength(3)
  })

  test('of a feed with more items than are looked at, it is evidence for those', async () => {
    asFault(unanswered)
    const { id } = await trial.queue(
      'create',
      Array.from({ length: 12 }, () => sampleItem(newNumber())),
    )
    const feed = await trial.until(id, 'partly-done')
    expect(feed.events.at(-1)).toMatchObject({ event: 'recognise-in-part' })
    expect(await trial.outbox.settle({ id })).toMatchObject({ state: 'done' })
  })

  test('an update that did not arrive stays in doubt, and says that nothing has changed', async () => {
    const item = sampleItem(newNumber())
    await another('create', item)
    asFault(lost)
    const { id } = await trial.queue('update', [described(item, 'New words')])
    await trial.until(id, 'uncertain')
    expect(await noteOf(id)).toMatch(/Item .* is as it was before the feed was sent\./)
    await trial.outbox.resolve({ id, arrived: false })
    await trial.outbox.retry({ id })
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 2 })
  })
})

describe('answered after the feed was sent', () => {
  const statuses = [503, 429, 406, 408, 409, 400, 404]
  const isForNow = (status: number): boolean => ![409, 400, 404].includes(status)

  test('by something that did pass it on: it is found, not sent again', async () => {
    for (const status of statuses) {
      asFault({ kind: 'instead', status, headers: soon })
      const { id, sha256 } = await trial.outbox.feed({ id: (await trial.queue()).id })
      const feed = await trial.until(id, 'done')
      const answered = isForNow(status) ? 'turn-away' : 'lose'
      expect(feed.events.map(({ event }) => event)).toEqual([undefined, 'send', answered, 'recognise'])
      expect(trial.arrivals(sha256), `${status}`).toBe(1)
    }
  })

  test('without having it: it is looked for, then sent again, or failed where it is not wanted as it is', async () => {
    for (const status of statuses) {
      asFault({ kind: 'status', status, headers: soon })
      const { id, sha256 } = await trial.outbox.feed({ id: (await trial.queue()).id })
      const feed = await trial.until(id, 'done', 'failed')
      expect(feed.events.filter(({ event }) => event === 'turn-away' || event === 'lose')).toHaveLength(1)
      if (!isForNow(status)) {
        expect(feed).toMatchObject({ state: 'failed', attempts: 1, refusedWith: status })
        await trial.outbox.retry({ id })
        expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
      } else expect(feed).toMatchObject({ state: 'done', attempts: 2 })
      expect(trial.arrivals(sha256), `${status}`).toBe(1)
    }
  })
})

describe('turned away by 503', () => {
  test('an item is looked for under every form of its code: not every service compares them', async () => {
    // Finds a code of 13 digits by these 13 digits alone.
    trial.service.fail(
      { kind: 'rewrite', rewrite: () => '<items start="0" count="0" total="0"></items>' },
      { times: Number.POSITIVE_INFINITY, when: ({ path }) => /upc=\d{14}/.test(path) },
    )
    asFault({ kind: 'instead', status: 503, headers: soon })
    const { id } = await trial.queue()
    expect((await trial.until(id, 'done')).attempts).toBe(1)
    expect(trial.sendings()).toHaveLength(1)
  })

  test('an update appends its content once', async () => {
    for (const { attempts, kind } of [
      { kind: 'instead', attempts: 1 },
      { kind: 'status', attempts: 2 },
    ] as const) {
      const item = sampleItem(newNumber())
      await another('create', item)
      asFault({ kind, status: 503, headers: soon })
      const { id } = await trial.queue('update', [described(item, 'New words')])
      const feed = await trial.until(id, 'done')
      expect(feed.attempts).toBe(attempts)
      expect(trial.arrivals(feed.sha256)).toBe(1)
    }
  })

  test('while another program sends: it may lie behind that feed, and is not sent again', async () => {
    trial.service.fail({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }, { when: isSending })
    const { id } = await trial.queue()
    await trial.until(id, 'looked-for')
    const theirs = await another('create', sampleItem(newNumber()))
    const feed = await trial.until(id, 'uncertain')
    expect(feed.note).toContain(`newest item feed ${theirs} is none of ours`)
    expect(trial.sendings()).toHaveLength(1)
  })

  test('others of ours are sent meanwhile, and tell that it has not arrived', async () => {
    asFault({ kind: 'status', status: 503, headers: soon })
    const first = await trial.queue()
    await trial.until(first.id, 'looked-for')
    const second = await trial.queue()
    expect(await trial.outbox.whenSettled(second.id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(await trial.outbox.whenSettled(first.id)).toMatchObject({ state: 'done', attempts: 2 })
  })

  test('content that no record shows is never sent again by itself', async () => {
    asFault({ kind: 'status', status: 503, headers: soon })
    const { id } = await trial.queueBytes({
      kind: 'contentplus',
      name: 'Content',
      body: contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: `Buy ${newNumber()}` }] }),
    })
    await trial.until(id, 'uncertain')
    await trial.outbox.sendNow()
    expect(trial.sendings()).toHaveLength(1)
    expect(await trial.outbox.resolve({ id, arrived: false })).toMatchObject({ state: 'failed' })
  })

  test('a person who knows better need not wait', async () => {
    asFault({ kind: 'status', status: 503, headers: { 'retry-after': '60' } })
    const { id } = await trial.queue()
    await trial.until(id, 'looked-for')
    expect(await trial.outbox.resolve({ id, arrived: false })).toMatchObject({ state: 'failed' })
  })
})
