import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SeenCall } from '../../testing/faulty-upstream.ts'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { isSending, newNumber, OutboxTrial } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()
const isProbe = ({ path }: SeenCall): boolean => path.includes('/retailer')

describe('while the service is unreachable', () => {
  test('feeds stay queued with the reason, and are sent automatically when it returns', async () => {
    await trial.service.stop()
    const { id } = await trial.queue()
    await trial.outbox.sendNow()
    expect(await trial.outbox.overview()).toMatchObject({
      reachable: false,
      reason: expect.stringContaining('connection was refused'),
      counts: { queued: 1 },
      nextAttemptAt: expect.any(String),
    })
    expect((await trial.outbox.list({ offset: 0, limit: 1 })).feeds).toMatchObject([
      { id, state: 'queued', attempts: 0, nextAttemptAt: expect.any(String) },
    ])
    await trial.service.start()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(await trial.outbox.overview()).toMatchObject({ reachable: true })
  })

  test('nothing is sent while paused, and withdrawn feeds are never sent', async () => {
    await trial.outbox.setPaused({ paused: true })
    const kept = await trial.queue()
    const taken = await trial.queue()
    await trial.outbox.sendNow()
    expect(trial.service.calls).toEqual([])
    expect(await trial.outbox.withdraw({ id: taken.id })).toMatchObject({ kind: 'create' })
    await trial.outbox.setPaused({ paused: false })
    expect(await trial.outbox.whenSettled(kept.id)).toMatchObject({ state: 'done' })
    expect(trial.sendings()).toHaveLength(1)
  })

  test('rejected credentials stop all sending until the person tries again', async () => {
    const needsCredentials = async () => (await trial.outbox.overview()).needsCredentials
    // The check before sending, and the probe that tests the credentials on another call.
    trial.service.fail({ kind: 'status', status: 403 }, { times: 2 })
    const { id } = await trial.queue()
    await expect.poll(needsCredentials).toBe(true)
    await trial.outbox.sendNow()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })

    // The password changes between the check before sending and the sending.
    trial.service.fail({ kind: 'status', status: 403 }, { times: 1, when: isSending })
    trial.service.fail({ kind: 'status', status: 403 }, { times: 1, when: isProbe })
    const second = await trial.queue()
    await expect.poll(needsCredentials).toBe(true)
    const seen = trial.service.calls.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(trial.service.calls.length).toBe(seen)
    // In a format other than the service's, the answer may come from a proxy that forwarded the feed.
    expect(await trial.outbox.feed({ id: second.id })).toMatchObject({ state: 'looked-for', attempts: 1 })
    await trial.outbox.sendNow()
    expect(await trial.outbox.whenSettled(second.id)).toMatchObject({ state: 'done', attempts: 2 })
  })

  test('finds a feed that a proxy forwarded although it answered 403, and does not resend it', async () => {
    trial.service.fail({ kind: 'instead', status: 403 }, { times: 1, when: isSending })
    trial.service.fail({ kind: 'status', status: 403 }, { times: 1, when: isProbe })
    const { id } = await trial.queue()
    await trial.until(id, 'looked-for')
    await expect.poll(async () => (await trial.outbox.overview()).needsCredentials).toBe(true)
    await trial.outbox.sendNow()
    expect(await trial.until(id, 'done', 'acknowledged')).toMatchObject({ attempts: 1 })
    expect(trial.sendings()).toHaveLength(1)
  })

  test('a feed refused with 403 blocks no other feed, and is not blamed on the credentials', async () => {
    const [bad, good] = [itemFeed(sampleItem(newNumber())), itemFeed(sampleItem(newNumber()))]
    const sha256 = createHash('sha256').update(bad).digest('hex')
    trial.service.fail(
      { kind: 'status', status: 403 },
      { times: Number.POSITIVE_INFINITY, when: (call) => call.sha256 === sha256 },
    )
    const { id } = await trial.queueBytes({ kind: 'create', name: 'Bad', body: bad })
    const feed = await trial.until(id, 'failed')
    expect(feed).toMatchObject({
      refusedWith: 403,
      events: expect.arrayContaining([
        expect.objectContaining({
          message: expect.stringMatching(/^The service refuses this feed \(403\), although it accepts/),
        }),
      ]),
    })
    const other = await trial.queueBytes({ kind: 'create', name: 'Good', body: good })
    expect(await trial.outbox.whenSettled(other.id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(await trial.outbox.overview()).toMatchObject({ needsCredentials: false })
  })

  test.each([
    { status: 503, headers: { 'retry-after': '1' }, least: 900 },
    { status: 503, headers: {}, least: 110_000 },
    { status: 429, headers: { 'retry-after': '1' }, least: 900 },
    { status: 406, headers: {}, least: 1 },
  ])('$status $headers: waits as long as requested', async ({ status, headers, least }) => {
    const before = Date.now()
    trial.service.fail(
      { kind: 'status', status, headers: { ...headers } as Record<string, string> },
      { when: isSending },
    )
    const { id } = await trial.queue()
    await expect.poll(async () => (await trial.outbox.feed({ id })).nextAttemptAt).toBeDefined()
    const feed = await trial.outbox.feed({ id })
    expect(feed.state).toBe('looked-for')
    const planned = Date.parse(feed.nextAttemptAt ?? '')
    expect(planned - before).toBeGreaterThanOrEqual(least)
    if (status === 406) expect(planned % 86_400_000).toBe(0)
    await trial.outbox.sendNow()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
  })

  test('a 406 for one feed delays no other feed for long', async () => {
    trial.service.fail({ kind: 'status', status: 406 }, { when: isSending })
    const first = await trial.queue()
    const second = await trial.queue()
    expect(await trial.outbox.whenSettled(second.id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(await trial.outbox.feed({ id: first.id })).toMatchObject({ state: 'looked-for', attempts: 1 })
  })

  test('detects a sign-in page in place of the service before sending anything', async () => {
    trial.service.fail({ kind: 'html' }, { times: 1 })
    const { id } = await trial.queue()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
  })
})
