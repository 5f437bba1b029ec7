/**
 * The sandbox's own ingestion. Feeds posted to the local API are checked, stored, acknowledged, and then
 * processed item by item into the catalog. The effect of an item and its result are stored in one
 * transaction, so that processing continues at the same item after a kill.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/log/log.ts'
import type { Storage } from '../../../storage/index.ts'
import { openPostedFeedCheck } from './check-posted-feed.ts'
import { type FeedIntake, feedRefused } from './feed-intake.ts'
import { ingestionWriter } from './ingestion-writer.ts'
import { receivedFeedReader } from './received-feed-store.ts'

interface IngestionOptions {
  storage: Storage
  clock: Clock
  log?: Logger
  namespaceBase?: string
  /** Processing rate, called at every step; undefined: unlimited; 0: no processing. */
  itemsPerSecond?: () => number | undefined
}

export interface Ingestion extends FeedIntake {
  /** Checks the queue now. Call it after the rate has changed. */
  wake(): void
  /** Resolves when no feed is waiting, or the rate is 0; used by tests and `--wait`. */
  idle(): Promise<void>
  /** Stops after the current step. */
  close(): Promise<void>
}

/** Maximum number of items per transaction. */
const maxStep = 25
/** Pause after a failed step, for example on a full disk, in milliseconds. */
const pauseAfterFailure = 5000

export function createIngestion(options: IngestionOptions): Ingestion {
  const { storage, clock, log, namespaceBase, itemsPerSecond = () => undefined } = options
  const reader = storage.reader(receivedFeedReader)
  const check = openPostedFeedCheck(storage, { withItems: true })
  const writer = storage.writer(ingestionWriter)
  const stop = new AbortController()
  const idleCallbacks = new Set<() => void>()
  let running: Promise<void> | undefined
  let isWakeRequested = false

  const step = async (): Promise<boolean> => {
    const rate = itemsPerSecond()
    if (rate === 0) return false
    // At slow rates items are processed one by one, at fast rates in steps of a tenth of a second.
    const items = rate === undefined ? maxStep : Math.min(maxStep, Math.max(1, Math.round(rate / 10)))
    const { open, processed } = await writer.processNext(items)
    if (rate !== undefined && open) {
      // A feed that has just started stays INPROGRESS for the duration of one item.
      await clock.sleep((Math.max(processed, 1) / rate) * 1000, stop.signal)
    }
    return open
  }

  const run = async () => {
    while (!stop.signal.aborted) {
      isWakeRequested = false
      try {
        while (!stop.signal.aborted && (await step()));
      } catch (error) {
        if (stop.signal.aborted) return
        log?.error({ err: error }, 'processing received feeds failed; it is tried again')
        await clock.sleep(pauseAfterFailure, stop.signal).catch(() => {})
        continue
      }
      if (!isWakeRequested) return
    }
  }
  const wake = () => {
    isWakeRequested = true
    running ??= run().finally(() => {
      running = undefined
      if (isWakeRequested && !stop.signal.aborted) return wake()
      for (const resolve of idleCallbacks) resolve()
      idleCallbacks.clear()
    })
  }
  // Another process may have received a feed for this workspace.
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic }) => topic === 'received-feeds')) wake()
  })
  // Feeds may be unfinished since the last run of the program.
  wake()

  return {
    async submit(submission) {
      const { kind, body, upc, username, idempotencyKey } = submission
      const { items } = await check({ kind, body, upc, namespaceBase })
      const received = await writer.receive({ kind, body, items, username, upc: upc ?? '', idempotencyKey })
      if (received === 'key-used-differently')
        throw feedRefused([
          {
            code: 'IDEMPOTENCY_KEY_REUSED',
            path: 'Idempotency-Key',
            message: 'was used before for another feed; every feed needs a key of its own',
          },
        ])
      return received
    },
    status: (question) => reader.report(question),
    wake,
    idle: () => (running ? new Promise((resolve) => idleCallbacks.add(resolve)) : Promise.resolve()),
    async close() {
      unsubscribe()
      stop.abort()
      await running
    },
  }
}
