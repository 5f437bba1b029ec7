import { expect, test } from 'vitest'
import type { SeenCall } from '../../../testing/faulty-upstream.ts'
import { contentPlusFeed } from '../../../testing/feed-payloads.ts'
import { isSending, OutboxTrial } from '../fixtures/outbox-trial.ts'

const trial = new OutboxTrial()
const always = Number.POSITIVE_INFINITY

/** With the patience of a person's own connection: only closing ends a call here. */
async function openPatiently(): Promise<void> {
  await trial.close()
  trial.open({})
}
async function restart(): Promise<void> {
  await trial.close()
  trial.service.heal()
  await trial.workspace.reopen()
  trial.open()
}
/** Hangs every such call, and resolves when one has come. */
function hanging(when: (call: SeenCall) => boolean): () => Promise<void> {
  trial.service.fail({ kind: 'hang' }, { when, times: always })
  return () => expect.poll(() => trial.service.calls.filter(when).length).toBeGreaterThan(0)
}

test.each([
  ['for the newest feed', /^GET .*feed\/items\?/, 0],
  ['for an item', /^GET .*\/item\?/, 0],
  ['for the status of a feed', /^GET .*feed\/items\/\w/, 1],
])('closing ends a question %s that is not answered', async (_, question, attempts) => {
  await openPatiently()
  const asked = hanging(({ method, path }) => question.test(`${method} ${path}`))
  const { id } = await trial.queue()
  await asked()
  await restart()
  expect(trial.sendings()).toHaveLength(attempts)
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
})

test('closing ends the question whether the service answers at all', async () => {
  await openPatiently()
  const asked = hanging(({ path }) => path.includes('/retailer'))
  const body = contentPlusFeed({ id: 'none', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
  const { id } = await trial.queueBytes({ kind: 'contentplus', name: 'Content', body })
  await asked()
  await restart()
  expect(trial.sendings()).toHaveLength(0)
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ attempts: 1 })
})

test('closing ends what a person asks about a feed in doubt', async () => {
  trial.service.fail({ kind: 'reset-before' }, { when: isSending })
  const { id } = await trial.queue()
  await trial.until(id, 'uncertain')
  await openPatiently()
  const asked = hanging(({ method }) => method === 'GET')
  const answer = trial.outbox.reconcile({ id }).catch((error) => error)
  await asked()
  await trial.outbox.close()
  expect(await answer).toMatchObject({ code: 'CLOSED' })
})

test('a feed whose answer does not come before the patience of closing ends is in doubt', async () => {
  await openPatiently()
  const asked = hanging(isSending)
  const { id } = await trial.queue()
  await asked()
  await trial.outbox.close()
  expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'uncertain', attempts: 1 })
})

test('closing waits for the answer to a feed on the wire', async () => {
  await openPatiently()
  trial.service.fail({ kind: 'latency', milliseconds: 150 }, { when: isSending })
  const { id } = await trial.queue()
  await expect.poll(() => trial.sendings().length).toBe(1)
  await trial.outbox.close()
  expect(await trial.outbox.feed({ id })).toMatchObject({ state: 'acknowledged', attempts: 1 })
})
