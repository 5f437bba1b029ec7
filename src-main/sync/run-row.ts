import type { LookupKind } from '../../src-shared/catalog/model.ts'
import type {
  SyncFailure,
  SyncPause,
  SyncPhase,
  SyncPlan,
  SyncRun,
  SyncSlice,
} from '../../src-shared/sync/model.ts'
import type { Database } from '../storage/index.ts'
import { isWindow, type Slice, type SliceReading, type SliceTask } from './slice.ts'

/** What of a run's progress is not in its slices. */
export interface RunProgress {
  /** Lookup lists still to be fetched. */
  lookups: LookupKind[]
  /** First day an incremental run asks for, `YYYYMMDD`. */
  since: string
  /** What has a `lastUpdated` up to here, and comes unchanged, is the overlap with the run before; milliseconds. */
  knownUpTo?: number
  /** Items of that overlap, as they are kept. */
  overlap: number
  largestPage: number
  firstPage: number
  /** Windows of more items than this are cut. */
  largestSlice: number
  /** Whether to ask, after the items, which of them are verified; `asked`: the slices for that are there. */
  verified: 'unwanted' | 'wanted' | 'asked'
  /** A slice kept moving: the run does not know all that was there, so nothing is judged to be gone. */
  unstable: boolean
}

export interface OpenRun {
  sequence: number
  run: SyncRun
  plan: SyncPlan
  progress: RunProgress
}

export interface RunRow {
  sequence: number
  id: string
  kind: SyncRun['kind']
  outcome: SyncRun['outcome']
  phase: SyncPhase
  started_at: number
  ended_at: number | null
  items_total: number | null
  items_done: number
  items_new: number
  items_changed: number
  items_unchanged: number
  items_gone: number
  items_returned: number
  items_said: number | null
  items_given: number | null
  set_aside: number
  pictures_total: number
  pictures_done: number
  bytes: number
  note: string | null
  pause_reason: SyncPause | null
  pause_until: number | null
  failure: SyncFailure | null
  plan: string | null
  checkpoint: string
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const runOf = (row: RunRow): SyncRun => ({
  id: row.id,
  startedAt: iso(row.started_at),
  ...(row.ended_at !== null && { endedAt: iso(row.ended_at) }),
  outcome: row.outcome,
  kind: row.kind,
  ...(row.plan !== null && { plan: JSON.parse(row.plan) as SyncPlan }),
  phase: row.phase,
  ...(row.outcome === 'paused' &&
    row.pause_reason !== null && {
      pause: {
        reason: row.pause_reason,
        ...(row.pause_until !== null && { until: iso(row.pause_until) }),
      },
    }),
  ...(row.outcome === 'failed' && row.failure !== null && { failure: row.failure }),
  ...(row.items_total !== null && { itemsTotal: row.items_total }),
  itemsDone: row.items_done,
  itemsNew: row.items_new,
  itemsChanged: row.items_changed,
  itemsUnchanged: row.items_unchanged,
  itemsGone: row.items_gone,
  itemsReturned: row.items_returned,
  ...(row.items_said !== null &&
    row.items_given !== null && { contradiction: { said: row.items_said, given: row.items_given } }),
  setAside: row.set_aside,
  picturesTotal: row.pictures_total,
  picturesDone: row.pictures_done,
  bytes: row.bytes,
  ...(row.note !== null && { note: row.note }),
})

/** Undefined for a run of a version that knew no plans: it is not continued. */
export const openOf = (row: RunRow | undefined): OpenRun | undefined => {
  const run = row && runOf(row)
  if (!row || !run?.plan) return undefined
  return { sequence: row.sequence, run, plan: run.plan, progress: JSON.parse(row.checkpoint) as RunProgress }
}

interface SliceRow {
  number: number
  task: string
  state: Slice['state']
  total: number | null
  done: number
  reading: string
}

/** The slices of runs: items before verified marks, windows from the newest day to the oldest, then lists. */
export function prepareSlices(db: Database) {
  const columns = 'SELECT number, task, state, total, done, reading FROM sync_slice WHERE run = ?'
  const order = "ORDER BY task ->> 'purpose', task ->> 'since' DESC, number"
  const all = db.prepare<[number], SliceRow>(`${columns} ${order}`)
  const open = db.prepare<[number], SliceRow>(`${columns} AND state <> 'done' ${order}`)
  const one = db.prepare<[number, number], SliceRow>(`${columns} AND number = ?`)
  return {
    all: (run: number): Slice[] => all.all(run).map(sliceOf),
    /** Those that are not read yet. */
    open: (run: number): Slice[] => open.all(run).map(sliceOf),
    one(run: number, number: number): Slice {
      const row = one.get(run, number)
      if (!row) throw new Error(`There is no slice ${number} in sync run ${run}`)
      return sliceOf(row)
    },
    /** As the face shows them. */
    shown: (run: number): SyncSlice[] => all.all(run).map(shownOf),
  }
}

const sliceOf = ({ number, state, task, reading }: SliceRow): Slice =>
  // Task and reading were written together.
  ({
    number,
    state,
    task: JSON.parse(task) as SliceTask,
    reading: JSON.parse(reading) as SliceReading,
  }) as Slice

function shownOf(row: SliceRow): SyncSlice {
  const slice = sliceOf(row)
  const shown = {
    number: row.number,
    purpose: slice.task.purpose,
    state: row.state,
    ...(row.total !== null && { total: row.total }),
    done: row.done,
  }
  if (!isWindow(slice)) return { ...shown, pass: 1 }
  const { since, until, m, b } = slice.task
  const party = m ?? b
  return {
    ...shown,
    since,
    ...(until !== undefined && { until }),
    ...(party !== undefined && { party }),
    pass: slice.reading.pass,
  }
}
