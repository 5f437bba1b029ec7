/**
 * The sandbox's own ingestion: feeds posted to the local API are checked, stored, acknowledged and then processed, item
 * by item, into the catalog. An item's effect in the catalog and its result are one transaction, so that after a kill the
 * next start goes on where the ingestion stopped.
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
  /** How fast items are processed, asked anew for every step; undefined: without a limit; 0: not at all. */
  itemsPerSecond?: () => number | undefined
}

export interface Ingestion extends FeedIntake {
  /** Looks at the queue now; to be called after a change of the rate. */
  wake(): void
  /** Resolves when no feed is waiting, or the rate is 0; for tests and for `--wait`. */
  idle(): Promise<void>
  /** Stops after the present step. */
  close(): Promise<void>
}

/** Items of one transaction. */
const maxStep = 25
/** The pause after a failed step, e.g. on a full disk, in milliseconds. */
const pauseAfterFailure = 5000

export function createIngestion(options: IngestionOptions): Ingestion {
  const { storage, clock, log, namespaceBase, itemsPerSecond = () => undefined } = options
  const reader = storage.reader(receivedFeedReader)
  const check = openPostedFeedCheck(storage, { withItems: true })
  const writer = storage.writer(ingestionWriter)
  const stop = new AbortController()
  const waiting = new Set<() => void>()
  let running: Promise<void> | undefined
  let wanted = false

  const step = async (): Promise<boolean> => {
    const rate = itemsPerSecond()
    if (rate === 0) return false
    // A slow rate goes item by item, a fast one in steps of a tenth of a second.
    const items = rate === undefined ? maxStep : Math.min(maxStep, Math.max(1, Math.round(rate / 10)))
    const { open, processed } = await writer.processNext(items)
    if (rate !== undefined && open) {
      // A feed that has just begun stays INPROGRESS for as long as one item takes.
      await clock.sleep((Math.max(processed, 1) / rate) * 1000, stop.signal)
    }
    return open
  }

  const run = async () => {
    while (!stop.signal.aborted) {
      wanted = false
      try {
        while (!stop.signal.aborted && (await step()));
      } catch (error) {
        if (stop.signal.aborted) return
        log?.error({ err: error }, 'processing received feeds failed; it is tried again')
        await clock.sleep(pauseAfterFailure, stop.signal).catch(() => {})
        continue
      }
      if (!wanted) return
    }
  }
  const wake = () => {
    wanted = true
    running ??= run().finally(() => {
      running = undefined
      if (wanted && !stop.signal.aborted) return wake()
      for (const resolve of waiting) resolve()
      waiting.clear()
    })
  }
  // Another process may have received a feed for this workspace.
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic }) => topic === 'received-feeds')) wake()
  })
  // An earlier run of the program may have left feeds unfinished.
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
    idle: () => (running ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve()),
    async close() {
      unsubscribe()
      stop.abort()
      await running
    },
  }
}
