import { describe, expect, test } from 'vitest'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Fault } from '../../../testing/faulty-upstream.ts'
import { contentPlusFeed, itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { isSending, newNumber, OutboxTrial } from '../fixtures/outbox-trial.ts'

// A service that accepts the same feed repeatedly, and does not report idempotency keys.
const trial = new OutboxTrial({ withoutKeys: true })

const lost: Fault = { kind: 'reset-before' }
const unanswered: Fault = { kind: 'reset-after' }
const retryNow = { 'retry-after': '0' }
const failSending = (fault: Fault) => trial.service.fail(fault, { when: isSending })

/** Another program sends items with the same account, bypassing the proxy. */
async function sendFromElsewhere(kind: FeedKind, ...items: IngestItem[]): Promise<string> {
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
  // The service's timestamps are in milliseconds, its `Date` header is in seconds.
  await new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)))
  return feedId
}
const titled = (item: IngestItem, ecommerceTitle: string): IngestItem => ({ ...item, ecommerceTitle })
const described = (item: IngestItem, text: string): IngestItem => ({
  ...item,
  ecommerceDescription: [{ lang: 'en', text }],
})
/** The note of an uncertain feed after it was reconciled. */
async function noteOf(id: string): Promise<string> {
  await trial.outbox.reconcile({ id })
  const { state, note = '' } = await trial.outbox.feed({ id })
  expect(state).toBe('uncertain')
  return note
}

describe('changes with another explanation are no evidence', () => {
  test('a lost refresh, and a feed of another program with the same GTIN', async () => {
    const item = sampleItem(newNumber())
    await sendFromElsewhere('create', item)
    failSending(lost)
    const { id } = await trial.queue('refresh', [titled(item, 'Ours')])
    await trial.until(id, 'uncertain')
    const theirs = await sendFromElsewhere('refresh', titled(item, 'Theirs'))
    const note = await noteOf(id)
    expect(note).toContain(`newest item feed ${theirs} has the same product codes, but another program`)
    expect(note).toMatch(/has changed since the feed was sent, but does not show what the feed says: name\./)
  })

  test('a lost create of an item that was created a minute before', async () => {
    const item = sampleItem(newNumber())
    await sendFromElsewhere('create', item)
    failSending(lost)
    const { id } = await trial.queue('create', [item])
    await trial.until(id, 'uncertain')
    expect(await noteOf(id)).toMatch(/was there before the feed was sent/)
  })

  test('a refresh of what the catalog already shows, which can be settled', async () => {
    const item = sampleItem(newNumber())
    await sendFromElsewhere('create', item)
    failSending(unanswered)
    const { id } = await trial.queue('refresh', [item])
    await trial.until(id, 'uncertain')
    expect(await noteOf(id)).toMatch(
      /already showed the values of the feed before .* you can mark it as arrived/s,
    )
    expect(await trial.outbox.resolve({ id, arrived: true })).toMatchObject({ state: 'done' })
  })

  test('two feeds of ours about one item', async () => {
    const item = sampleItem(newNumber())
    await sendFromElsewhere('create', item)
    failSending(lost)
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

describe('changes explained only by this feed are evidence', () => {
  test('a feed that arrived without an answer', async () => {
    for (const kind of ['create', 'refresh', 'update'] as const) {
      const item = sampleItem(newNumber())
      if (kind !== 'create') await sendFromElsewhere('create', item)
      failSending(unanswered)
      const { id } = await trial.queue(kind, [described(titled(item, 'New'), 'New words')])
      const feed = await trial.until(id, 'done')
      expect(feed.events.at(-1)).toMatchObject({
        event: 'recognise',
        message: expect.stringMatching(/^The catalog shows all that the feed says/),
      })
    }
    expect(trial.sendings()).toHaveLength(3)
  })

  test('a feed with more items than are checked is recognized in part', async () => {
    failSending(unanswered)
    const { id } = await trial.queue(
      'create',
      Array.from({ length: 12 }, () => sampleItem(newNumber())),
    )
    const feed = await trial.until(id, 'partly-done')
    expect(feed.events.at(-1)).toMatchObject({ event: 'recognise-in-part' })
    expect(await trial.outbox.settle({ id })).toMatchObject({ state: 'done' })
  })

  test('an update that did not arrive stays in doubt and reports no change', async () => {
    const item = sampleItem(newNumber())
    await sendFromElsewhere('create', item)
    failSending(lost)
    const { id } = await trial.queue('update', [described(item, 'New words')])
    await trial.until(id, 'uncertain')
    expect(await noteOf(id)).toMatch(/Item .* is as it was before the feed was sent\./)
    await trial.outbox.resolve({ id, arrived: false })
    await trial.outbox.retry({ id })
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 2 })
  })
})

describe('refused by an answer after the feed was sent', () => {
  const statuses = [503, 429, 406, 408, 409, 400, 404]
  const isForNow = (status: number): boolean => ![409, 400, 404].includes(status)

  test('finds a feed that was forwarded nevertheless, and does not send it again', async () => {
    for (const status of statuses) {
      failSending({ kind: 'instead', status, headers: retryNow })
      const { id, sha256 } = await trial.outbox.feed({ id: (await trial.queue()).id })
      const feed = await trial.until(id, 'done')
      const answered = isForNow(status) ? 'turn-away' : 'lose'
      expect(feed.events.map(({ event }) => event)).toEqual([undefined, 'send', answered, 'recognise'])
      expect(trial.arrivals(sha256), `${status}`).toBe(1)
    }
  })

  test('looks for a feed that did not arrive, then sends it again, or fails it if its content was refused', async () => {
    for (const status of statuses) {
      failSending({ kind: 'status', status, headers: retryNow })
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

describe('turned away with 503', () => {
  test('looks up an item by all forms of its code, because not every service treats them as equal', async () => {
    // Finds a code of 13 digits only by exactly these digits.
    trial.service.fail(
      { kind: 'rewrite', rewrite: () => '<items start="0" count="0" total="0"></items>' },
      { times: Number.POSITIVE_INFINITY, when: ({ path }) => /upc=\d{14}/.test(path) },
    )
    failSending({ kind: 'instead', status: 503, headers: retryNow })
    const { id } = await trial.queue()
    expect((await trial.until(id, 'done')).attempts).toBe(1)
    expect(trial.sendings()).toHaveLength(1)
  })

  test('appends the content of an update once', async () => {
    for (const { attempts, kind } of [
      { kind: 'instead', attempts: 1 },
      { kind: 'status', attempts: 2 },
    ] as const) {
      const item = sampleItem(newNumber())
      await sendFromElsewhere('create', item)
      failSending({ kind, status: 503, headers: retryNow })
      const { id } = await trial.queue('update', [described(item, 'New words')])
      const feed = await trial.until(id, 'done')
      expect(feed.attempts).toBe(attempts)
      expect(trial.arrivals(feed.sha256)).toBe(1)
    }
  })

  test("does not send a feed again while another program's newer feed may hide it", async () => {
    trial.service.fail({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }, { when: isSending })
    const { id } = await trial.queue()
    await trial.until(id, 'looked-for')
    const theirs = await sendFromElsewhere('create', sampleItem(newNumber()))
    const feed = await trial.until(id, 'uncertain')
    expect(feed.note).toContain(`newest item feed ${theirs} was sent by another program`)
    expect(trial.sendings()).toHaveLength(1)
  })

  test('sends our other feeds meanwhile, which prove that the first has not arrived', async () => {
    failSending({ kind: 'status', status: 503, headers: retryNow })
    const first = await trial.queue()
    await trial.until(first.id, 'looked-for')
    const second = await trial.queue()
    expect(await trial.outbox.whenSettled(second.id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(await trial.outbox.whenSettled(first.id)).toMatchObject({ state: 'done', attempts: 2 })
  })

  test('never resends content automatically that no record shows', async () => {
    failSending({ kind: 'status', status: 503, headers: retryNow })
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

  test('a person can decide without waiting', async () => {
    failSending({ kind: 'status', status: 503, headers: { 'retry-after': '60' } })
    const { id } = await trial.queue()
    await trial.until(id, 'looked-for')
    expect(await trial.outbox.resolve({ id, arrived: false })).toMatchObject({ state: 'failed' })
  })
})
