import { describe, expect, test } from 'vitest'
import type { Change, ChangeBatch } from '../../src-shared/rpc/changes.ts'
import { createChangeWaiter } from './router.ts'

/** The two members of the storage that the waiter uses, controlled by the test. */
function source() {
  let number = 5
  let listener: (batch: ChangeBatch) => void = () => {}
  return {
    commit(...changes: Change[]) {
      number += 1
      listener({ changeNumber: number, changes })
    },
    changeNumber: () => number,
    changes: {
      subscribe(next: (batch: ChangeBatch) => void) {
        listener = next
        return () => {
          listener = () => {}
        }
      },
    },
  }
}
const everything: Change[] = [{ topic: 'items' }, { topic: 'outbox' }]

describe('waiting for changes', () => {
  test('returns the current number to a new listener at once', async () => {
    expect(await createChangeWaiter(source(), everything).next(0)).toEqual({ changeNumber: 5, changes: [] })
  })
  test('returns a single change when it is committed', async () => {
    const storage = source()
    const waiter = createChangeWaiter(storage, everything)
    const answer = waiter.next(5)
    storage.commit({ topic: 'items', ids: ['1'] })
    expect(await answer).toEqual({ changeNumber: 6, changes: [{ topic: 'items', ids: ['1'] }] })
  })
  test('returns changes committed between two calls at once', async () => {
    const storage = source()
    const waiter = createChangeWaiter(storage, everything)
    storage.commit({ topic: 'items' })
    storage.commit({ topic: 'sync' })
    expect(await waiter.next(6)).toEqual({ changeNumber: 7, changes: [{ topic: 'sync' }] })
  })
  test('reports a change of all topics to a listener that missed too many changes', async () => {
    const storage = source()
    const waiter = createChangeWaiter(storage, everything)
    for (let i = 0; i < 600; i++) storage.commit({ topic: 'sync' })
    expect(await waiter.next(5)).toEqual({ changeNumber: 605, changes: everything })
  })
  test('ends when the call is aborted or the waiter is closed', async () => {
    const storage = source()
    const waiter = createChangeWaiter(storage, everything)
    const call = new AbortController()
    const aborted = waiter.next(5, call.signal)
    call.abort()
    expect((await aborted).changes).toEqual([])
    expect((await waiter.next(5, AbortSignal.abort())).changes).toEqual([])
    const closed = waiter.next(5)
    waiter.close()
    expect((await closed).changes).toEqual([])
  })
})
