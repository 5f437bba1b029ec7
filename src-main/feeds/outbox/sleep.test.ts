import { expect, test } from 'vitest'
import type { PowerConditions, PowerState } from '../../platform/power.ts'
import { OutboxTrial, timing } from './fixtures/outbox-trial.ts'

const trial = new OutboxTrial()

/** A computer whose state a test changes. */
function computer() {
  const listeners = new Set<() => void>()
  let now: PowerConditions = { online: true }
  const power: PowerState = {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const set = (change: PowerConditions): void => {
    now = { ...now, ...change }
    for (const listener of listeners) listener()
  }
  return { power, set, listeners }
}

test('sends nothing while the computer goes to sleep, and at once when it wakes', async () => {
  const { power, set, listeners } = computer()
  await trial.outbox.close()
  trial.outbox = trial.another({ power })
  set({ asleep: true })
  const { id } = await trial.queue()
  await new Promise((resolve) => setTimeout(resolve, 5 * timing.maxRetry))
  expect(trial.service.calls).toEqual([])
  expect((await trial.outbox.feed({ id })).attempts).toBe(0)
  set({ asleep: false })
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
  await trial.outbox.close()
  expect(listeners.size).toBe(0)
})

test.each([
  ['wakes', { asleep: true }, { asleep: false }],
  ['comes online', { online: false }, { online: true }],
])('ends the wait for an unreachable service when the computer %s', async (_what, before, after) => {
  const { power, set } = computer()
  await trial.outbox.close()
  const long = 10 * 60_000
  trial.outbox = trial.another({ power, timing: { ...timing, firstRetry: long, maxRetry: long } })
  trial.service.fail({ kind: 'reset-before' }, { times: Number.POSITIVE_INFINITY })
  const { id } = await trial.queue()
  await expect.poll(async () => (await trial.outbox.overview()).reachable).toBe(false)
  trial.service.heal()
  set(before)
  set(after)
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done' })
})
