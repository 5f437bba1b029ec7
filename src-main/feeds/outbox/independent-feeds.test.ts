import { describe, expect, test } from 'vitest'
import type { Fault, SeenCall } from '../../testing/faulty-upstream.ts'
import { OutboxTrial } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

/** A feed that was acknowledged, but whose status requests fail from then on. */
async function feedWithBrokenStatus(fault: Fault): Promise<string> {
  trial.sandbox.conditions.maintenance = false
  const isStatus = ({ method, path }: SeenCall) => method === 'GET' && /feed\/items\/\w/.test(path)
  let first: string | undefined
  trial.service.fail(fault, {
    times: Number.POSITIVE_INFINITY,
    when: (call) => {
      if (!isStatus(call)) return false
      first ??= call.path.split('?')[0]
      return call.path.split('?')[0] === first
    },
  })
  const { id } = await trial.queue()
  await trial.until(id, 'acknowledged')
  await expect.poll(() => trial.service.calls.filter(isStatus).length).toBeGreaterThan(0)
  return id
}

describe('a feed whose status cannot be read', () => {
  test.each<Fault>([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 403 },
    { kind: 'truncate', part: 0.7 },
    { kind: 'reset-after' },
    { kind: 'hang' },
    { kind: 'slow', bytesPerSecond: 20 },
    { kind: 'html' },
  ])('$kind $status: other feeds are sent and followed, and the feed notes the reason', async (fault) => {
    const bad = await feedWithBrokenStatus(fault)
    for (let number = 0; number < 3; number++) {
      const { id } = await trial.queue()
      expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
    }
    await trial.outbox.sendNow()
    expect(await trial.outbox.overview()).toMatchObject({ needsCredentials: false, reachable: true })
    expect(await trial.outbox.feed({ id: bad })).toMatchObject({
      state: 'acknowledged',
      note: expect.any(String),
      nextAttemptAt: expect.any(String),
    })
    expect((await trial.outbox.feed({ id: bad })).note).not.toMatch(/^The service took it/)
    trial.service.heal()
    expect(await trial.outbox.whenSettled(bad)).toMatchObject({ state: 'done', attempts: 1 })
  })
})

const isNewest = ({ method, path }: SeenCall) => method === 'GET' && /feed\/items\?/.test(path)

test('sends Content+ feeds although the check before sending fails for item feeds', async () => {
  trial.service.fail(
    { kind: 'status', status: 500, headers: { 'retry-after': '60' } },
    { times: Number.POSITIVE_INFINITY, when: isNewest },
  )
  const waiting = await trial.queue()
  const { id } = await trial.queueBytes({
    kind: 'contentplus',
    name: 'Content',
    body: new TextEncoder().encode(
      '<contentPlus xmlns="urn:catalog-desk:feed/contentplus"><item id="none"><retailer id="none"/></item></contentPlus>',
    ),
  })
  await trial.until(id, 'acknowledged', 'processing', 'done', 'failed')
  expect(await trial.outbox.feed({ id: waiting.id })).toMatchObject({
    state: 'queued',
    attempts: 0,
    note: expect.stringContaining('500'),
    nextAttemptAt: expect.any(String),
  })
  trial.service.heal()
  await trial.outbox.sendNow()
  expect(await trial.outbox.whenSettled(waiting.id)).toMatchObject({ state: 'done', attempts: 1 })
})

test('follows sent feeds while a long queue is being sent', async () => {
  await trial.outbox.setPaused({ paused: true })
  const first = await trial.queue()
  await Promise.all(Array.from({ length: 23 }, () => trial.queue()))
  trial.service.fail(
    { kind: 'latency', milliseconds: 250 },
    { times: Number.POSITIVE_INFINITY, when: ({ method }) => method !== 'GET' },
  )
  await trial.outbox.setPaused({ paused: false })
  await trial.until(first.id, 'done')
  expect((await trial.outbox.overview()).counts.queued).toBeGreaterThan(0)
})

describe('a service that does not report its newest feed', () => {
  const failNewest = (fault: Fault) =>
    trial.service.fail(fault, { times: Number.POSITIVE_INFINITY, when: isNewest })

  test.each<[Fault, number]>([
    [{ kind: 'status', status: 405 }, 1],
    [{ kind: 'status', status: 403 }, 1],
    [{ kind: 'rewrite', rewrite: () => '<feeds/>' }, 1],
    [{ kind: 'status', status: 500 }, 4],
  ])('%o: item feeds are sent anyway', async (fault, questions) => {
    failNewest(fault)
    const { id } = await trial.queue()
    expect(await trial.until(id, 'done')).toMatchObject({ attempts: 1 })
    expect(trial.service.calls.filter(isNewest)).toHaveLength(questions)
  })

  test('does not resend a feed that was turned away if it later reports a newest feed of ours', async () => {
    failNewest({ kind: 'status', status: 405 })
    trial.service.fail(
      { kind: 'status', status: 503, headers: { 'retry-after': '0' } },
      { when: ({ method }) => method !== 'GET' },
    )
    const turnedAway = await trial.queue()
    await trial.until(turnedAway.id, 'looked-for')
    await trial.until((await trial.queue()).id, 'acknowledged', 'processing', 'done')
    trial.service.heal()
    expect(await trial.until(turnedAway.id, 'uncertain', 'done')).toMatchObject({
      state: 'uncertain',
      attempts: 1,
    })
    expect(trial.service.calls.some(({ path }) => path.includes('untold'))).toBe(false)
  })

  test('resends a feed that was turned away and not found if it reports a newest feed without an identifier', async () => {
    await trial.until((await trial.queue()).id, 'done')
    failNewest({ kind: 'rewrite', rewrite: (body) => String(body).replace(/<feedId>[^<]*/, '<feedId>') })
    trial.service.fail(
      { kind: 'status', status: 503, headers: { 'retry-after': '0' } },
      { when: ({ method }) => method !== 'GET' },
    )
    const { id } = await trial.queue()
    expect(await trial.until(id, 'uncertain', 'done')).toMatchObject({ state: 'done', attempts: 2 })
  })
})

describe('the system clock', () => {
  const twoDays = 2 * 24 * 60 * 60 * 1000
  const hold = async () => Date.parse((await trial.outbox.overview()).nextAttemptAt ?? '')
  const isAcknowledged = { method: 'GET', when: ({ path }: SeenCall) => /feed\/items\/\w/.test(path) }

  test('polls a feed immediately after a clock that ran ahead is corrected', async () => {
    trial.skew = twoDays
    trial.service.fail(
      { kind: 'status', status: 500, headers: { 'retry-after': '5' } },
      { when: isAcknowledged.when },
    )
    const { id } = await trial.queue()
    await trial.until(id, 'acknowledged')
    await expect.poll(async () => (await trial.outbox.feed({ id })).note ?? '').toMatch(/500/)
    trial.skew = 0
    // Any event makes the outbox check the clock; then the five seconds are real again.
    await trial.outbox.setPaused({ paused: true })
    await trial.outbox.setPaused({ paused: false })
    await expect
      .poll(async () => Date.parse((await trial.outbox.feed({ id })).nextAttemptAt ?? '') - Date.now())
      .toBeLessThan(6000)
    await trial.outbox.sendNow()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
  })

  test('shortens a stored wait to the maximum wait at the start', async () => {
    trial.skew = twoDays
    trial.service.fail({ kind: 'status', status: 500 }, { when: isAcknowledged.when })
    const { id } = await trial.queue()
    await trial.until(id, 'acknowledged')
    await trial.close()
    await trial.workspace.reopen()
    trial.skew = 0
    trial.open()
    expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
  })

  test.each(['99999999999999', 'Fri, 01 Jan 99999 00:00:00 GMT'])(
    'limits Retry-After %s to a day, and every outbox call still works',
    async (header) => {
      const retryAfterFault = { kind: 'status', status: 503, headers: { 'retry-after': header } } as const
      trial.service.fail(retryAfterFault, { times: 1 })
      const { id } = await trial.queue()
      await expect.poll(hold).toBeGreaterThan(0)
      expect((await hold()) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000)
      expect((await trial.outbox.list({ offset: 0, limit: 5 })).feeds).toHaveLength(1)
      await trial.outbox.sendNow()
      expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
    },
  )
})
