import type { Change, ChangeBatch } from '../../src-shared/rpc/changes.ts'
import type { Storage } from '../storage/index.ts'

/** How many batches are remembered for a listener that was between two calls. */
const remembered = 500
const longestWait = 25_000

interface ChangeWaiter {
  /**
   * Resolves with everything committed after `after`: at once when there is something, else when it happens, else
   * empty after 25 seconds or when `signal` is aborted. A listener that missed more than is remembered is told that
   * every topic changed.
   */
  next(after: number, signal?: AbortSignal): Promise<ChangeBatch>
  close(): void
}

export function createChangeWaiter(
  storage: Pick<Storage, 'changes' | 'changeNumber'>,
  everything: readonly Change[],
): ChangeWaiter {
  const batches: ChangeBatch[] = []
  const waiting = new Set<() => void>()
  const wakeAll = (): void => {
    for (const wake of waiting) wake()
  }
  const unsubscribe = storage.changes.subscribe((batch) => {
    batches.push(batch)
    if (batches.length > remembered) batches.shift()
    wakeAll()
  })
  const since = (after: number): ChangeBatch => {
    const changeNumber = storage.changeNumber()
    // 0 is a listener that has just begun: it has asked for everything anyway.
    if (after === 0 || after >= changeNumber) return { changeNumber, changes: [] }
    const missed = batches.filter((batch) => batch.changeNumber > after)
    const complete = (batches[0]?.changeNumber ?? Number.POSITIVE_INFINITY) <= after + 1
    return { changeNumber, changes: complete ? missed.flatMap((batch) => batch.changes) : [...everything] }
  }
  return {
    async next(after, signal) {
      if (after === 0 || storage.changeNumber() > after) return since(after)
      await new Promise<void>((resolve) => {
        const done = (): void => {
          waiting.delete(done)
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, longestWait)
        waiting.add(done)
        signal?.addEventListener('abort', done)
      })
      return since(after)
    },
    close() {
      unsubscribe()
      wakeAll()
    },
  }
}
