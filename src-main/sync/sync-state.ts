import type { SyncState } from '../../src-shared/sync/model.ts'
import { isoTime } from '../../src-shared/values/iso-time.ts'
import { catalogReader } from '../catalog/index.ts'
import type { PowerState } from '../platform/power.ts'
import type { Storage } from '../storage/index.ts'
import type { Speedometer } from './run/speedometer.ts'
import { syncReader } from './store/sync-reader.ts'

const historyLength = 50

interface StateParts {
  storage: Storage
  power: PowerState
  /** The speedometer of the active run in this process. */
  speed(): Speedometer | undefined
  /** Milliseconds since the epoch. */
  nextRunAt(): number | undefined
  /** The end of the last run, if a full disk or another fault prevented writing it. */
  unwritten(): { id: string; note: string } | undefined
}

/** Reads the state of the sync in the form for the screens. */
export function openSyncState({ storage, power, speed, nextRunAt, unwritten }: StateParts) {
  const reader = storage.reader(syncReader)
  const catalog = storage.reader(catalogReader)
  return async (): Promise<SyncState> => {
    const [kept, watermark, contradiction, counts, itemsGone, quarantined] = await Promise.all([
      reader.history(historyLength),
      reader.watermark(),
      reader.contradiction(),
      catalog.counts(),
      reader.itemsGone(),
      reader.quarantined(),
    ])
    const unwrittenEnd = unwritten()
    const history = kept.map((run) =>
      run.id === unwrittenEnd?.id
        ? { ...run, outcome: 'failed' as const, failure: 'storage' as const, note: unwrittenEnd.note }
        : run,
    )
    const current = history.find(({ outcome }) => outcome === 'running' || outcome === 'paused')
    const isReading = current?.outcome === 'running' && current.phase === 'items'
    const rate = isReading ? speed()?.rate() : undefined
    const remaining = current?.itemsTotal === undefined ? undefined : current.itemsTotal - current.itemsDone
    const next = nextRunAt()
    return {
      current,
      rate,
      secondsLeft:
        rate === undefined || remaining === undefined ? undefined : Math.max(0, Math.ceil(remaining / rate)),
      slices: current ? await reader.slices(current.id) : [],
      history,
      completeUpTo: watermark && isoTime(watermark.completeAt),
      contradiction,
      items: counts.items,
      itemsGone,
      lookups: {
        manufacturer: counts.manufacturers,
        brand: counts.brands,
        distributor: counts.distributors,
        retailer: counts.retailers,
      },
      quarantined,
      nextRunAt: next === undefined ? undefined : isoTime(next),
      power: power.now(),
    }
  }
}

/**
 * Reads the state while nothing can sync, because there is no service or no password. Includes the data
 * received so far.
 */
export function openIdleState(storage: Storage): () => Promise<SyncState> {
  const state = openSyncState({
    storage,
    power: { now: () => ({}), subscribe: () => () => undefined },
    speed: () => undefined,
    nextRunAt: () => undefined,
    unwritten: () => undefined,
  })
  return async () => {
    const { current: _, history, ...rest } = await state()
    const ended = history.map((run) =>
      run.outcome === 'running' ? { ...run, outcome: 'interrupted' as const } : run,
    )
    return { ...rest, slices: [], history: ended }
  }
}
