import { describe, expect, test } from 'vitest'
import type { Fault } from '../../testing/faulty-upstream.ts'
import { contentPlusFeed, itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { createUpstream } from '../../upstream/index.ts'
import { isSending, newNumber, OutboxTrial } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

describe('a lost acknowledgement', () => {
  const losses: Fault[] = [
    { kind: 'reset-after' },
    { kind: 'hang' },
    { kind: 'slow', bytesPerSecond: 20 },
    { kind: 'cut-body', part: 0.5 },
    { kind: 'truncate', part: 0.5 },
    { kind: 'rewrite', rewrite: () => '<html>thanks</html>' },
  ]
  test.each(losses)('$kind: the feed is found at the service and followed, not sent again', async (fault) => {
    trial.service.fail(fault, { when: isSending })
    const { id, ...queued } = await trial.queue()
    const feed = await trial.until(id, 'done')
    expect(feed).toMatchObject({ attempts: 1, counters: { succeeded: 1 } })
    expect(feed.events.map(({ state }) => state)).toContain('uncertain')
    expect(queued.state).toBe('queued')
    expect(trial.sendings()).toHaveLength(1)
    expect(trial.sandbox.receivedFeeds().filter(({ sha256 }) => sha256 === feed.sha256)).toHaveLength(1)
  })

  test('recognizes the arrival by its items if a newer feed of another sender hides it', async () => {
    trial.service.fail({ kind: 'reset-after' }, { when: isSending })
    trial.service.fail(
      { kind: 'status', status: 500 },
      { when: ({ path }) => path.includes('/feed/items?'), times: 0 },
    )
    await trial.outbox.setPaused({ paused: true })
    const mine = await trial.queue()
    const body = itemFeed(sampleItem(newNumber()))
    const other = createUpstream({ address: trial.sandbox.address, ...trial.sandbox.credentials })
    // The outbox's requests succeed only after another program has sent its own feed.
    trial.service.fail(
      { kind: 'status', status: 503, headers: { 'retry-after': '0' } },
      {
        when: ({ method, path }) =>
          method === 'GET' && path.includes('/feed/items') && trial.sendings().length > 0,
        times: 2,
      },
    )
    await trial.outbox.setPaused({ paused: false })
    await trial.until(mine.id, 'uncertain')
    await other.submitFeed({ kind: 'create', body, idempotencyKey: 'other' })
    await other.close()
    await trial.outbox.sendNow()
    const feed = await trial.until(mine.id, 'done')
    expect(feed.events.at(-1)).toMatchObject({ event: 'recognise' })
    expect(trial.sendings()).toHaveLength(1)
  })

  test('leaves a feed uncertain if the connection broke before it arrived, and never resends it automatically', async () => {
    trial.service.fail({ kind: 'reset-before' }, { when: isSending })
    const { id } = await trial.queue()
    await trial.until(id, 'uncertain')
    const feed = await trial.outbox.whenSettled(id)
    expect(feed.state).toBe('uncertain')
    await trial.outbox.sendNow()
    await trial.outbox.reconcile({ id })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(trial.sendings()).toHaveLength(1)
    expect(trial.arrivals(feed.sha256)).toBe(0)

    expect(await trial.outbox.resolve({ id, arrived: false })).toMatchObject({ state: 'failed' })
    await trial.outbox.retry({ id })
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 2 })
    expect(trial.arrivals(feed.sha256)).toBe(1)
    await expect(trial.outbox.resolve({ id, arrived: true })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
    await expect(trial.outbox.reconcile({ id })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
  })

  test('follows a feed under the identifier that a person found', async () => {
    trial.service.fail({ kind: 'reset-after' }, { when: isSending })
    const { id } = await trial.queueBytes({
      kind: 'contentplus',
      name: 'Content',
      body: contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: `Buy ${newNumber()}` }] }),
    })
    await trial.until(id, 'uncertain')
    const [received] = trial.sandbox.receivedFeeds().slice(-1)
    await trial.outbox.resolve({ id, arrived: true, upstreamFeedId: received?.id ?? '' })
    expect(await trial.outbox.whenSettled(id)).toMatchObject({
      state: 'partly-done',
      counters: { received: 1 },
    })
  })
})
