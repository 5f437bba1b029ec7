import { describe, expect, test } from 'vitest'
import type { SeenCall } from '../../testing/faulty-upstream.ts'
import { sampleItem } from '../../testing/feed-payloads.ts'
import { newNumber, OutboxTrial } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()
const always = Number.POSITIVE_INFINITY
const isStatus = ({ method, path }: SeenCall): boolean => method === 'GET' && /feed\/items\/\w/.test(path)
const rewriting = (rewrite: (text: string) => string) =>
  ({ kind: 'rewrite', rewrite: (body: Buffer) => rewrite(String(body)) }) as const
const feedsInNeed = async () =>
  (await trial.outbox.list({ group: 'needs-you', offset: 0, limit: 9 })).feeds.map(({ id }) => id)

/** A feed that the service acknowledged, and whose status it does not know afterwards. */
async function forgottenFeed(item = sampleItem(newNumber())): Promise<string> {
  trial.service.fail({ kind: 'status', status: 404 }, { times: always, when: isStatus })
  const { id } = await trial.queue('create', [item])
  await trial.until(id, 'acknowledged')
  return id
}

describe('a feed that the service forgets', () => {
  test('has a note about it; a later feed about the same item lists it and can be released', async () => {
    const item = sampleItem(newNumber())
    const id = await forgottenFeed(item)
    await expect.poll(async () => (await trial.outbox.feed({ id })).note).toMatch(/does not know feed/)
    const later = await trial.queue('refresh', [item])
    expect((await trial.outbox.feed({ id: later.id })).waitsFor).toEqual([{ id, name: 'Feed' }])
    await trial.outbox.sendNow()
    expect(await trial.outbox.feed({ id: later.id })).toMatchObject({ state: 'queued', attempts: 0 })
    await trial.outbox.release({ id: later.id })
    const sent = await trial.until(later.id, 'acknowledged')
    expect(sent).toMatchObject({ attempts: 1, waitsFor: [] })
    expect(sent.events).toContainEqual(
      expect.objectContaining({ event: 'release', message: expect.stringContaining('“Feed”') }),
    )
  })

  test('is no longer polled after a person settles it, without a claim about its items', async () => {
    const item = sampleItem(newNumber())
    const id = await forgottenFeed(item)
    const later = await trial.queue('refresh', [item])
    expect(await trial.outbox.settle({ id })).toMatchObject({
      state: 'done',
      note: expect.stringContaining('are unknown'),
    })
    await trial.until(later.id, 'acknowledged')
    const pollCount = () =>
      trial.service.calls.filter(isStatus).filter(({ path }) => path.includes(String(upstreamId))).length
    const { upstreamFeedId: upstreamId } = await trial.outbox.feed({ id })
    const before = pollCount()
    await trial.outbox.sendNow()
    expect(pollCount()).toBe(before)
  })

  test('is followed under an identifier corrected by a person, ignoring surrounding spaces', async () => {
    const id = await forgottenFeed()
    const { upstreamFeedId = '' } = await trial.outbox.feed({ id })
    await trial.outbox.resolve({ id, arrived: true, upstreamFeedId: 'mistyped' })
    expect(await trial.outbox.feed({ id })).toMatchObject({
      state: 'acknowledged',
      upstreamFeedId: 'mistyped',
    })
    await trial.outbox.resolve({ id, arrived: true, upstreamFeedId: ` ${upstreamFeedId}\n` })
    trial.service.heal()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', upstreamFeedId, attempts: 1 })
  })

  test('is not sent again by a retry if the catalog shows that it has arrived', async () => {
    const id = await forgottenFeed()
    expect(await trial.outbox.resolve({ id, arrived: false })).toMatchObject({ state: 'failed' })
    trial.service.heal()
    expect(await trial.outbox.retry({ id })).toMatchObject({
      note: expect.stringMatching(/has it after all|The catalog shows/),
    })
    expect((await trial.until(id, 'done', 'partly-done')).attempts).toBe(1)
  })
})

test('ignores a status report for another feed', async () => {
  trial.service.fail(
    rewriting((text) =>
      text.replace(/<feedId>[^<]+/, '<feedId>another').replace(/DATA_ERROR|INPROGRESS/g, 'SUCCESS'),
    ),
    { times: always, when: isStatus },
  )
  const { id } = await trial.queue()
  await expect
    .poll(async () => (await trial.outbox.feed({ id })).note)
    .toMatch(/returned the status of feed another/)
  expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'acknowledged', results: [] })
  trial.service.heal()
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
})

describe('inconsistent results', () => {
  test('a feed with refused items needs attention until it is settled', async () => {
    const twice = sampleItem(newNumber())
    const first = await trial.queue('create', [twice])
    await trial.until(first.id, 'done')
    const { id } = await trial.queue('create', [twice, sampleItem(newNumber())])
    expect(await trial.outbox.whenSettled(id)).toMatchObject({
      state: 'partly-done',
      note: 'Processed: 1 accepted, 1 refused',
      counters: { received: 2, succeeded: 1, failed: 1 },
    })
    expect(await feedsInNeed()).toEqual([id])
    expect(await trial.outbox.settle({ id })).toMatchObject({ state: 'done' })
    expect(await feedsInNeed()).toEqual([])
  })

  test('reads result windows shorter than requested to the end', async () => {
    const items = Array.from({ length: 7 }, () => sampleItem(newNumber()))
    // Every window contains only its first two items.
    trial.service.fail(
      rewriting((text) => {
        const [head = '', ...rest] = text.split('<ItemIngestionStatus>')
        if (rest.length <= 2) return text
        return `${[head, ...rest.slice(0, 2)].join('<ItemIngestionStatus>')}</ItemDetails></FeedStatusResponse>`
      }),
      { times: always, when: isStatus },
    )
    const { id } = await trial.queue('create', items)
    const feed = await trial.outbox.whenSettled(id)
    expect(feed).toMatchObject({ state: 'done', note: 'Processed: 7 accepted' })
    expect(feed.results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('reports missing results as unknown, not as accepted', async () => {
    const items = [sampleItem(newNumber()), sampleItem(newNumber())]
    trial.service.fail(
      rewriting((text) => text.replace(/<ItemIngestionStatus>.*?<\/ItemIngestionStatus>/s, '')),
      { times: always, when: isStatus },
    )
    const { id } = await trial.queue('create', items)
    expect(await trial.outbox.whenSettled(id)).toMatchObject({
      state: 'partly-done',
      note: expect.stringMatching(
        /^Processed: 1 accepted, 1 result unknown\. The service reports 2 received/,
      ),
      results: [{ index: 1 }],
    })
  })
})
