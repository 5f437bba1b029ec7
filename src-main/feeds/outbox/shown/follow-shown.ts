import type { FeedShown } from '../../../../src-shared/feeds/outbox/shown.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createJobRunner } from '../../../platform/job-runner.ts'
import type { Logger } from '../../../platform/log/log.ts'
import type { Storage } from '../../../storage/index.ts'
import { shownComparer } from './compare-feed.ts'
import { shownReader, shownWriter } from './shown-store.ts'

/** Delay in milliseconds from a change to the comparison. */
const settleTime = 300

interface ShownOptions {
  storage: Storage
  clock: Clock
  log: Logger | undefined
  /**
   * Beginning of the last completed sync, in milliseconds; undefined before the first. Absent in a workspace whose
   * catalog is the service's own.
   */
  copiedAt?: (() => Promise<number | undefined>) | undefined
}

/** Compares processed feeds with the catalog: after each sync or, in a sandbox, after each change. */
export function createShown({ storage, clock, log, copiedAt }: ShownOptions) {
  const reader = storage.reader(shownReader)
  // A feed may have 16 MB.
  const comparer = storage.reader(shownComparer, { apart: true })
  const writer = storage.writer(shownWriter)
  const runner = createJobRunner<undefined>()
  let timer: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined
  let isWanted = false
  /** The last copy that all feeds were compared with, and the change number of its items. */
  let lastCopy = { copied: -1, items: -1 }

  async function compare(id: string, copied: number): Promise<void> {
    const comparedAt = clock.now()
    const compared = await comparer.compare(id)
    if (compared) await writer.keep(id, compared, comparedAt, copied)
  }

  /** One feed that cannot be compared must not keep the others from it. */
  async function compareOrLog(id: string, copied: number): Promise<void> {
    try {
      await compare(id, copied)
    } catch (error) {
      log?.warn({ err: error, feed: id }, 'a feed could not be compared with the catalog')
    }
  }

  async function compareAll(signal: AbortSignal): Promise<void> {
    const copied = copiedAt ? await copiedAt() : clock.now()
    if (copied === undefined) return
    const items = storage.changeNumber('items')
    const canDiffer = items !== lastCopy.items
    for (const feed of await reader.comparable()) {
      signal.throwIfAborted()
      // A sync that began before the feed was processed may have missed the change.
      if (copiedAt && copied < feed.processedAt) continue
      const isNew = feed.comparedAt === null
      if (!isNew && copiedAt && (feed.copiedAt ?? 0) >= copied) continue
      if (isNew || (canDiffer && (await reader.isChanged(feed.id, feed.comparedAt ?? 0))))
        await compareOrLog(feed.id, copied)
      else if (copiedAt) await writer.confirm(feed.id, copied)
    }
    // During the next sync, items change before there is a new copy: those changes are still to be compared.
    if (copied !== lastCopy.copied) lastCopy = { copied, items }
  }

  function run(): void {
    timer = undefined
    isWanted = false
    const { ended } = runner.start(undefined, async ({ signal }) => {
      try {
        await compareAll(signal)
      } catch (error) {
        if (!signal.aborted) log?.warn({ err: error }, 'feeds could not be compared with the catalog')
      }
    })
    void ended.then(() => isWanted && schedule())
  }
  function schedule(): void {
    isWanted = true
    if (timer || runner.current || !unsubscribe) return
    timer = setTimeout(run, settleTime).unref()
  }

  async function of(id: string): Promise<FeedShown | undefined> {
    const found = await reader.of(id)
    return found && { ...found, isCopy: copiedAt !== undefined }
  }

  return {
    /** Compares now, and after each change. */
    start(): void {
      unsubscribe ??= storage.changes.subscribe(({ changes }) => {
        if (
          changes.some(
            ({ topic }) => topic === 'outbox' || topic === 'sync' || (!copiedAt && topic === 'items'),
          )
        )
          schedule()
      })
      schedule()
    },
    of,
    ofItem: (itemId: string) => reader.ofItem(itemId),
    /** Compares one feed with the present copy. */
    async compare(id: string): Promise<FeedShown | undefined> {
      const processedAt = await reader.processedAt(id)
      const copied = copiedAt ? await copiedAt() : clock.now()
      if (processedAt !== undefined && copied !== undefined && (!copiedAt || copied >= processedAt))
        await compare(id, copied)
      return of(id)
    },
    /** The items that are not shown as sent; only those among the first `maxNotShown` fields. */
    notShownItems: (id: string) => comparer.notShownItems(id),
    async close(): Promise<void> {
      unsubscribe?.()
      unsubscribe = undefined
      clearTimeout(timer)
      await runner.close()
    },
  }
}
