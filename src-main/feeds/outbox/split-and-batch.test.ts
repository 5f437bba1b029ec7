/** Batches sent to a real service: followed as one, split if too large, withdrawn, and corrected. */
import { expect, test } from 'vitest'
import { checkPayload } from '../../../src-shared/feeds/draft/check-payload.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { contentPlusFeed, itemFeed, itemsIn, sampleItem } from '../../testing/feed-payloads.ts'
import { isSending, newNumber, OutboxTrial } from './fixtures/outbox-trial.ts'
import type { BatchPart } from './freeze/freeze-batch.ts'
import { claimWorkspace } from './send/claim-workspace.ts'
import { openSendingRecord } from './send/sending-record.ts'
import { outboxWriter } from './store/outbox-writer.ts'

const trial = new OutboxTrial()

const partOf = (items: IngestItem[]): BatchPart => {
  const body = itemFeed(...items)
  const { itemCount, codes, givenCodes } = checkPayload('create', body)
  return { body, itemCount, codes, givenCodes }
}
/** Freezes feeds, one per array of items, like the drafts room does. */
async function freeze(name: string, ...feeds: IngestItem[][]) {
  const writer = trial.workspace.storage.writer(outboxWriter)
  await claimWorkspace({
    writer,
    sendingRecord: openSendingRecord(trial.home, trial.workspace.directory),
    log: undefined,
  })
  return writer.freezeBatch({ name, kind: 'create', feeds: feeds.map(partOf) })
}
async function untilBatch(
  id: string,
  isReached: (batch: Awaited<ReturnType<typeof trial.outbox.batch>>) => boolean,
) {
  await expect.poll(async () => isReached(await trial.outbox.batch({ id })), { timeout: 60_000 }).toBe(true)
  return trial.outbox.batch({ id })
}
const newItems = (count: number): IngestItem[] => Array.from({ length: count }, () => sampleItem(newNumber()))

/** Makes the service refuse larger feeds with 413, like a proxy in front of it would. */
function limitItems(items: number) {
  trial.service.fail(
    { kind: 'status', status: 413, body: '' },
    {
      times: Number.POSITIVE_INFINITY,
      when: (call) => isSending(call) && (itemsOf.get(call.sha256) ?? 0) > items,
    },
  )
}
const itemsOf = new Map<string, number>()
async function recordSizes(batch: string) {
  for (const { id } of (await trial.outbox.list({ batch, offset: 0, limit: 50 })).feeds) {
    const { sha256, itemCount } = await trial.outbox.feed({ id })
    itemsOf.set(sha256, itemCount)
  }
}

test('sends the feeds of a batch separately with different keys, and reports the batch as one', async () => {
  await trial.outbox.setPaused({ paused: true })
  const { batch, feedIds } = await freeze('Range', newItems(2), newItems(3), newItems(1))
  expect(await trial.outbox.batch({ id: batch })).toMatchObject({
    feeds: 3,
    sent: 0,
    itemCount: 6,
    state: 'queued',
  })
  await trial.outbox.setPaused({ paused: false })
  const done = await untilBatch(batch, ({ state }) => state === 'done')
  expect(done).toMatchObject({
    sent: 3,
    counters: { received: 6, succeeded: 6, failed: 0, processing: 0 },
  })
  const keys = trial.sendings().map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(keys).size).toBe(3)
  const [event] = (await trial.outbox.feed({ id: feedIds[0] ?? '' })).events.filter(
    ({ event }) => event === 'send',
  )
  expect(event?.trail).toMatchObject({ sha256: trial.sendings()[0]?.sha256 })
})

test('reports a feed that is too large for the service, and splits it until the parts fit', async () => {
  const items = newItems(5)
  await trial.outbox.setPaused({ paused: true })
  const { feedIds } = await freeze('Large', items)
  const [id = ''] = feedIds
  itemsOf.set((await trial.outbox.feed({ id })).sha256, 5)
  limitItems(2)
  await trial.outbox.setPaused({ paused: false })
  const failed = await trial.until(id, 'failed')
  expect(failed).toMatchObject({ refusedWith: 413, note: expect.stringContaining('Split it in two') })
  expect(failed.events.at(-1)?.trail).toEqual({ status: 413 })

  await trial.outbox.setPaused({ paused: true })
  const { id: batch } = await trial.outbox.split({ id })
  await recordSizes(batch)
  await trial.outbox.setPaused({ paused: false })
  const stuck = await untilBatch(batch, ({ counts }) => counts.failed === 1 && counts.done === 1)
  expect(stuck).toMatchObject({ state: 'failed', feeds: 2, itemCount: 5 })

  const large = (await trial.outbox.list({ batch, group: 'needs-you', offset: 0, limit: 9 })).feeds[0]
  expect(large).toMatchObject({ name: 'Large (1 of 2)', itemCount: 3, refusedWith: 413 })
  trial.service.heal()
  await trial.outbox.split({ id: large?.id ?? '' })
  const done = await untilBatch(batch, ({ state }) => state === 'done')
  expect(done).toMatchObject({ feeds: 3, sent: 3, counters: { received: 5, succeeded: 5 } })
  // Every item arrived once.
  const { feeds } = await trial.outbox.list({ batch, group: 'done', offset: 0, limit: 9 })
  const arrived = (await Promise.all(feeds.map((feed) => trial.outbox.feed({ id: feed.id })))).flatMap(
    (feed) => itemsIn(feed.xml).map(({ productCodes }) => productCodes?.[0]?.text),
  )
  expect(arrived.toSorted()).toEqual(items.map(({ productCodes }) => productCodes?.[0]?.text).toSorted())
})

test('does not split a failed feed that has arrived after all', async () => {
  trial.service.fail(
    { kind: 'status', status: 404 },
    {
      times: Number.POSITIVE_INFINITY,
      when: ({ method, path }) => method === 'GET' && /feed\/items\/\w/.test(path),
    },
  )
  const { id } = await trial.queue('create', newItems(2))
  await trial.until(id, 'acknowledged')
  // The person looked in the wrong place.
  await trial.outbox.resolve({ id, arrived: false })
  trial.service.heal()
  await expect(trial.outbox.split({ id })).rejects.toThrow(/was not split: it has arrived/)
  expect((await trial.until(id, 'done')).attempts).toBe(1)
  expect(trial.sendings()).toHaveLength(1)
})

test('splits a feed with confirmation if the catalog does not show whether it has arrived', async () => {
  trial.service.fail({ kind: 'status', status: 413 }, { when: isSending })
  const item = (id: string) => ({ id, retailer: [{ id: 'r1', sellCopy: `Buy ${newNumber()}` }] })
  const body = contentPlusFeed(item('one'), item('two'))
  const { id } = await trial.queueBytes({ kind: 'contentplus', name: 'Content', body })
  await trial.until(id, 'failed')
  await expect(trial.outbox.split({ id })).rejects.toMatchObject({
    code: 'LOOK_FIRST',
    message: expect.stringContaining('Content: '),
  })
  expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'failed' })
  await trial.outbox.setPaused({ paused: true })
  expect(await trial.outbox.split({ id, anyway: true })).toMatchObject({ feeds: 2 })
  expect((await trial.outbox.feed({ id })).events.at(-1)).toMatchObject({
    event: 'split',
    message: expect.stringMatching(/^Split by you.*\n/),
  })
})

test('does not split a feed of one item, or one that has not failed', async () => {
  await trial.outbox.setPaused({ paused: true })
  const { batch, feedIds } = await freeze('Two', newItems(1), newItems(2))
  await expect(trial.outbox.split({ id: feedIds[0] ?? '' })).rejects.toThrow(/one item/)
  await expect(trial.outbox.split({ id: feedIds[1] ?? '' })).rejects.toThrow(/: Queued\./)
  await expect(trial.outbox.split({ id: batch })).rejects.toMatchObject({ code: 'FEED_NOT_FOUND' })
})

test('keeps a held feed queued, also across a restart, and sends it at the end of the hold', async () => {
  await trial.outbox.setPaused({ paused: true })
  const { feedIds } = await freeze('Held', newItems(1), newItems(1))
  const [held = '', other = ''] = feedIds
  await trial.outbox.hold({ id: held, until: new Date(trial.clock.now() + 60_000).toISOString() })
  await trial.outbox.setPaused({ paused: false })
  await trial.until(other, 'done')
  await trial.outbox.sendNow()
  expect(await trial.outbox.feed({ id: held })).toMatchObject({ state: 'queued', attempts: 0 })
  await trial.close()
  await trial.workspace.reopen()
  trial.skew = 61_000
  trial.open()
  expect(await trial.until(held, 'done')).toMatchObject({ attempts: 1, hold: undefined })
  await expect(trial.outbox.hold({ id: held })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
})

test('rejects hold times in the past or too far in the future', async () => {
  await trial.outbox.setPaused({ paused: true })
  const { batch } = await freeze('Range', newItems(1))
  for (const ahead of [-1000, 91 * 86_400_000])
    await expect(
      trial.outbox.hold({ id: batch, until: new Date(trial.clock.now() + ahead).toISOString() }),
    ).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
})

test('withdraws all feeds of a batch that have not arrived into one draft', async () => {
  await trial.outbox.setPaused({ paused: true })
  const [first, second, third] = [newItems(2), newItems(1), newItems(1)]
  const { batch, feedIds } = await freeze('Range', first, second, third)
  await trial.outbox.toBatch({ id: batch, action: 'hold' })
  await trial.outbox.letGo({ id: feedIds[0] ?? '' })
  await trial.outbox.setPaused({ paused: false })
  await trial.until(feedIds[0] ?? '', 'done')
  const draft = await trial.outbox.withdrawBatch({ id: batch })
  expect(draft).toMatchObject({ kind: 'create', name: 'Range', itemCount: 2 })
  expect(await trial.outbox.batch({ id: batch })).toMatchObject({
    state: 'done',
    counts: { done: 1, withdrawn: 2 },
  })
  await expect(trial.outbox.withdrawBatch({ id: batch })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
})

test('creates one draft of all refused items of a batch, as they were sent', async () => {
  const bad = sampleItem(newNumber(), { categoryId: '' })
  const worse = sampleItem(newNumber(), { manufacturerId: 'nobody' })
  const { batch } = await freeze('Range', [...newItems(1), bad], [worse], newItems(2))
  const reached = await untilBatch(
    batch,
    ({ counts }) => (counts.done ?? 0) + (counts['partly-done'] ?? 0) === 3,
  )
  expect(reached).toMatchObject({ state: 'partly-done', counters: { received: 5, failed: 2 } })
  const created: string[] = []
  const create = trial.drafts.createDraft
  trial.drafts.createDraft = (start) => {
    created.push(start.xml ?? '')
    return create(start)
  }
  const draft = await trial.outbox.draftRefused({ id: batch })
  expect(draft).toMatchObject({ kind: 'create', name: 'Range', itemCount: 2 })
  expect(itemsIn(created[0] ?? '').map(({ productCodes }) => productCodes?.[0]?.text)).toEqual(
    [bad, worse].map(({ productCodes }) => productCodes?.[0]?.text),
  )
  // Each item has one error at its field: the service's refusal, or our own check that finds the same.
  const { groups } = await trial.drafts.check(draft.id)
  expect(groups.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'CATEGORY_REQUIRED', path: 'categoryId', items: 1 },
    { code: 'REFUSED:MANUFACTURER_UNKNOWN', path: 'manufacturerId', items: 1 },
  ])
  const { rows } = await trial.drafts.draftRows({
    ...{ id: draft.id, selection: {}, offset: 0, limit: 10 },
    columns: ['manufacturerId'],
  })
  const { problems } = await trial.drafts.draftItem({ id: draft.id, key: rows[1]?.key ?? 0 })
  expect(problems.find(({ code }) => code.startsWith('REFUSED'))).toMatchObject({
    path: 'items/item[1]/manufacturerId',
    message: expect.stringMatching(/^The service refused this: .+ Feed “Range”, \d{1,2} \w{3} \d{4}\.$/),
    feed: { name: 'Range' },
  })
})
