import { describe, expect, test } from 'vitest'
import type { Fault, SeenCall } from '../../testing/faulty-upstream.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { newNumber, OutboxTrial } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

describe('without faults', () => {
  test('checks, freezes, sends and follows a draft to the result of each item', async () => {
    const number = newNumber()
    const [good, bad] = [sampleItem(number), sampleItem(newNumber(), { categoryId: '' })]
    const xml = new TextDecoder().decode(itemFeed(good, bad))
    const draft = await trial.drafts.createDraft({ kind: 'create', xml })
    await expect(trial.outbox.queueDraft(draft)).rejects.toMatchObject({
      code: 'DRAFT_INVALID',
      problems: [{ code: 'CATEGORY_REQUIRED', path: 'items/item[2]/categoryId' }],
    })
    const selection = { problem: 'any' as const }
    const { draft: mended } = await trial.drafts.editDraft({
      id: draft.id,
      label: 'Remove 1 item',
      edits: [{ do: 'remove', selection }],
    })
    await expect(trial.outbox.queueDraft({ id: draft.id, revision: 1 })).rejects.toMatchObject({
      code: 'STALE_REVISION',
    })
    const [{ id } = { id: '' }] = (await trial.outbox.queueDraft(mended)).feeds
    const feed = await trial.outbox.whenSettled(id)
    expect(feed).toMatchObject({
      state: 'done',
      feedStatus: 'PROCESSED',
      attempts: 1,
      counters: { received: 1, succeeded: 1, failed: 0, processing: 0 },
      results: [{ index: 0, productCode: gtinOf(number), ingestionStatus: 'SUCCESS', problems: [] }],
    })
    expect(feed.events.map(({ state }) => state)).toContain('acknowledged')
    await expect.poll(() => trial.done.map((one) => one.id)).toEqual([id])
    const [received] = trial.sandbox.receivedFeeds().slice(-1)
    expect(received).toMatchObject({
      id: feed.upstreamFeedId,
      sha256: feed.sha256,
      idempotencyKey: feed.idempotencyKey,
    })
    expect(await trial.outbox.overview()).toMatchObject({ reachable: true, paused: false })
  })

  test('takes reachability from any call of the service', async () => {
    expect((await trial.outbox.overview()).reachable).toBeUndefined()
    await trial.outbox.noteContact({ reachable: true })
    expect(await trial.outbox.overview()).toMatchObject({ reachable: true, reachedAt: expect.any(String) })
    await trial.outbox.noteContact({ reachable: false, reason: 'No network' })
    expect(await trial.outbox.overview()).toMatchObject({ reachable: false, reason: 'No network' })
    await trial.outbox.noteContact({ reachable: true })
    const list = await trial.outbox.overview()
    expect([list.reachable, list.reason]).toEqual([true, undefined])
  })

  test('reports broken rules per item; a broken schema fails the feed, which can be corrected', async () => {
    const broken = await trial.queue('create', [
      sampleItem(newNumber()),
      sampleItem(newNumber(), { categoryId: '' }),
    ])
    const feed = await trial.outbox.whenSettled(broken.id)
    expect(feed).toMatchObject({ state: 'partly-done', counters: { received: 2, succeeded: 1, failed: 1 } })
    expect(feed.results[1]?.problems).toMatchObject([{ code: 'CATEGORY_REQUIRED' }])

    const body = new TextEncoder().encode(
      '<items xmlns="https://ns.catalog-desk.example/feed/item"><wrong/></items>',
    )
    const { id } = await trial.queueBytes({ kind: 'create', name: 'Wrong', body })
    const failed = await trial.outbox.whenSettled(id)
    expect(failed).toMatchObject({ state: 'failed', attempts: 1 })
    expect(failed.problems.length).toBeGreaterThan(0)
    const draft = await trial.outbox.withdraw({ id })
    expect(draft).toMatchObject({ kind: 'create', name: 'Wrong' })
    expect((await trial.drafts.draftText({ id: draft.id })).text).toContain('<wrong')
    await expect(trial.outbox.queueDraft(draft)).rejects.toMatchObject({ code: 'DRAFT_INVALID' })
    expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'withdrawn' })
    await expect(trial.outbox.withdraw({ id })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
  })

  test('an update waits for the creation of its item', async () => {
    const item = sampleItem(newNumber())
    const created = await trial.queue('create', [item])
    const updated = await trial.queue('update', [
      { ...item, ecommerceDescription: [{ lang: 'en', text: 'Better' }] },
    ])
    expect(await trial.outbox.whenSettled(updated.id)).toMatchObject({
      state: 'done',
      counters: { succeeded: 1 },
    })
    expect(await trial.outbox.feed({ id: created.id })).toMatchObject({
      state: 'done',
      counters: { succeeded: 1 },
    })
  })

  test('follows a Content+ feed in its own status form', async () => {
    const body = contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
    const { id } = await trial.queueBytes({ kind: 'contentplus', name: 'Content', body })
    const feed = await trial.outbox.whenSettled(id)
    expect(feed).toMatchObject({ state: 'partly-done', counters: { received: 1, succeeded: 0, failed: 1 } })
    expect(feed.results[0]?.problems[0]?.message).not.toBe('')
    expect(trial.done).toEqual([])
  })

  test('fetches results of more than one window completely', async () => {
    const items = Array.from({ length: 230 }, () => sampleItem(newNumber()))
    const { id } = await trial.queue('create', items)
    const feed = await trial.outbox.whenSettled(id)
    expect(feed.results.map(({ index }) => index)).toEqual(items.map((_, index) => index))
  })
})

describe('polling', () => {
  test('keeps an unknown status and polls again', async () => {
    const strange = {
      kind: 'rewrite',
      rewrite: (body: Buffer) => String(body).replace(/<feedStatus>\w+/, '<feedStatus>PONDERING'),
    } as const
    trial.service.fail(strange, { when: ({ path }) => /feed\/items\/[^?]+\?/.test(path), times: 3 })
    const { id } = await trial.queue()
    const feed = await trial.outbox.whenSettled(id)
    expect(feed.state).toBe('done')
    expect(feed.events).toContainEqual(
      expect.objectContaining({ state: 'processing', message: expect.stringContaining('PONDERING') }),
    )
    expect(feed.events.filter(({ state }) => state === 'processing')).toHaveLength(1)
  })

  test('tolerates faults between successful polls', async () => {
    const following = { when: ({ path }: SeenCall) => /feed\/items\/[^?]+\?/.test(path) }
    const faults: Fault[] = [
      { kind: 'html' },
      { kind: 'reset-after' },
      { kind: 'truncate', part: 0.7 },
      { kind: 'status', status: 500 },
    ]
    for (const fault of faults) trial.service.fail(fault, following)
    const { id } = await trial.queue()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
    expect(trial.sendings()).toHaveLength(1)
  })
})

test('only one of two programs on a workspace sends, and the other takes over when it ends', async () => {
  const other = trial.another()
  const first = await trial.queue()
  await Promise.all([trial.outbox.sendNow(), other.sendNow()])
  expect(await other.whenSettled(first.id)).toMatchObject({ state: 'done', attempts: 1 })
  await trial.outbox.close()
  const { id } = await trial.queueBytes(
    { kind: 'create', name: 'Second', body: itemFeed(sampleItem(newNumber())) },
    other,
  )
  expect(await other.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
  expect(trial.sendings()).toHaveLength(2)
  await other.close()
})

test('sends feeds queued before a restart', async () => {
  await trial.outbox.setPaused({ paused: true })
  const { id } = await trial.queue()
  await trial.close()
  await trial.workspace.reopen()
  trial.open()
  expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'queued' })
  await trial.outbox.setPaused({ paused: false })
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
})
