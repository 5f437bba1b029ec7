import type { SyncState } from '../../src-shared/sync/model.ts'
import { catalogReader } from '../catalog/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { PowerState } from '../platform/power.ts'
import type { Storage } from '../storage/index.ts'
import { iso, syncReader } from './store/sync-reader.ts'

/** How fast items come, over the last pages. */
export interface Speedometer {
  note(items: number): void
  /** Items a second; undefined until there is something to measure. */
  rate(): number | undefined
}

/** So many pages make the figure steady but not stale. */
const mostNotes = 20

export function createSpeedometer(clock: Clock): Speedometer {
  const notes: { at: number; items: number }[] = [{ at: clock.now(), items: 0 }]
  return {
    note(items) {
      notes.push({ at: clock.now(), items })
      if (notes.length > mostNotes) notes.shift()
    },
    rate() {
      const [first] = notes
      const last = notes.at(-1)
      if (!first || !last || last.at <= first.at) return undefined
      const items = notes.slice(1).reduce((sum, note) => sum + note.items, 0)
      return items === 0 ? undefined : (items * 1000) / (last.at - first.at)
    },
  }
}

const historyLength = 50

interface StateParts {
  storage: Storage
  power: PowerState
  /** The speedometer of the run under way in this process. */
  speed(): Speedometer | undefined
  /** Milliseconds since the epoch. */
  nextRunAt(): number | undefined
  /** The end of the last run, where a full disk or another fault kept it from being written. */
  unwritten(): { id: string; note: string } | undefined
}

/** Reads the state of the sync as the face shows it. */
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
    const lost = unwritten()
    const history = kept.map((run) =>
      run.id === lost?.id
        ? { ...run, outcome: 'failed' as const, failure: 'storage' as const, note: lost.note }
        : run,
    )
    const current = history.find(({ outcome }) => outcome === 'running' || outcome === 'paused')
    const isReading = current?.outcome === 'running' && current.phase === 'items'
    const rate = isReading ? speed()?.rate() : undefined
    const left = current?.itemsTotal === undefined ? undefined : current.itemsTotal - current.itemsDone
    const next = nextRunAt()
    return {
      current,
      rate,
      secondsLeft: rate === undefined || left === undefined ? undefined : Math.max(0, Math.ceil(left / rate)),
      slices: current ? await reader.slices(current.id) : [],
      history,
      completeUpTo: watermark && iso(watermark.completeAt),
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
      nextRunAt: next === undefined ? undefined : iso(next),
      power: power.now(),
    }
  }
}

/** Reads the state where nothing can sync, since there is no service or no password. What has come so far is in it. */
export function openRestingState(storage: Storage): () => Promise<SyncState> {
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
