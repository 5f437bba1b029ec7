import { expect, test } from 'vitest'
import type { SeenCall } from '../../../testing/faulty-upstream.ts'
import { contentPlusFeed } from '../../../testing/feed-payloads.ts'
import { isSending, OutboxTrial } from '../fixtures/outbox-trial.ts'

const trial = new OutboxTrial()
const always = Number.POSITIVE_INFINITY

/** Opens the outbox with normal call timeouts, so that only closing ends a call. */
async function openWithLongTimeouts(): Promise<void> {
  await trial.close()
  trial.open({})
}
async function restart(): Promise<void> {
  await trial.close()
  trial.service.heal()
  await trial.workspace.reopen()
  trial.open()
}
/** Lets all matching calls hang. @returns a function that waits for the first one */
function hangCalls(when: (call: SeenCall) => boolean): () => Promise<void> {
  trial.service.fail({ kind: 'hang' }, { when, times: always })
  return () => expect.poll(() => trial.service.calls.filter(when).length).toBeGreaterThan(0)
}

test.each([
  ['for the newest feed', /^GET .*feed\/items\?/, 0],
  ['for an item', /^GET .*\/item\?/, 0],
  ['for the status of a feed', /^GET .*feed\/items\/\w/, 1],
])('closing aborts an unanswered request %s', async (_, request, attempts) => {
  await openWithLongTimeouts()
  const firstCall = hangCalls(({ method, path }) => request.test(`${method} ${path}`))
  const { id } = await trial.queue()
  await firstCall()
  await restart()
  expect(trial.sendings()).toHaveLength(attempts)
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
})

test('closing aborts the probe of the service', async () => {
  await openWithLongTimeouts()
  const firstCall = hangCalls(({ path }) => path.includes('/retailer'))
  const body = contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
  const { id } = await trial.queueBytes({ kind: 'contentplus', name: 'Content', body })
  await firstCall()
  await restart()
  expect(trial.sendings()).toHaveLength(0)
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ attempts: 1 })
})

test('closing aborts a reconciliation requested by a person', async () => {
  trial.service.fail({ kind: 'reset-before' }, { when: isSending })
  const { id } = await trial.queue()
  await trial.until(id, 'uncertain')
  await openWithLongTimeouts()
  const firstCall = hangCalls(({ method }) => method === 'GET')
  const answer = trial.outbox.reconcile({ id }).catch((error) => error)
  await firstCall()
  await trial.outbox.close()
  expect(await answer).toMatchObject({ code: 'CLOSED' })
})

test('a feed without an answer by the closing timeout becomes uncertain', async () => {
  await openWithLongTimeouts()
  const firstCall = hangCalls(isSending)
  const { id } = await trial.queue()
  await firstCall()
  await trial.outbox.close()
  expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'uncertain', attempts: 1 })
})

test('closing waits for the answer to a feed that is being sent', async () => {
  await openWithLongTimeouts()
  trial.service.fail({ kind: 'latency', milliseconds: 150 }, { when: isSending })
  const { id } = await trial.queue()
  await expect.poll(() => trial.sendings().length).toBe(1)
  await trial.outbox.close()
  expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'acknowledged', attempts: 1 })
})
