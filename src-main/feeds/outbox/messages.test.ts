import { expect, test } from 'vitest'
import type { Storage } from '../../storage/index.ts'
import { OutboxTrial, timing } from './fixtures/outbox-trial.ts'
import { outboxReader } from './store/outbox-reader.ts'

const trial = new OutboxTrial()

/**
 * Wraps a storage to record the names of called store functions: each call is a message to another thread.
 */
function recordCalls(storage: Storage): { storage: Storage; calls: string[] } {
  const calls: string[] = []
  const recorded = (store: object, kind: string): object =>
    new Proxy(store, {
      get(target, name) {
        const call: unknown = Reflect.get(target, name)
        if (typeof call !== 'function') return call
        return (...args: unknown[]) => {
          calls.push(`${kind} ${String(name)}`)
          return call(...args)
        }
      },
    })
  const wrapped = new Proxy(storage, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (name !== 'reader' && name !== 'writer') return member
      return (...args: unknown[]) => recorded((member as (...given: unknown[]) => object)(...args), name)
    },
  })
  return { storage: wrapped, calls }
}

test('a feed needs few messages between threads until its acknowledgement and its end', async () => {
  await trial.outbox.close()
  const { storage, calls } = recordCalls(trial.workspace.storage)
  trial.outbox = trial.another({
    storage,
    timing: { ...timing, firstPoll: 1000, maxPoll: 10_000 },
  })
  const reader = trial.workspace.storage.reader(outboxReader)
  const reaches = (id: string, ...states: string[]) =>
    expect.poll(async () => (await reader.feed(id))?.state, { interval: 20 }).toBeOneOf(states)
  // The first feed also claims the workspace and stores that the service is reachable.
  const first = await trial.queue()
  await reaches(first.id, 'done')
  await trial.outbox.sendNow()
  calls.length = 0
  const { id } = await trial.queue()
  await reaches(id, 'done')
  const untilAcknowledged = calls.indexOf('writer applyEvent') + 1
  expect(untilAcknowledged, calls.join('\n')).toBeGreaterThan(3)
  expect(untilAcknowledged, calls.join('\n')).toBeLessThanOrEqual(12)
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(30)
})
