/** Rows of sync runs and their meaning. */
import type { LookupKind } from '../../../src-shared/catalog/model.ts'
import type { SyncFailure, SyncPause, SyncPhase, SyncPlan, SyncRun } from '../../../src-shared/sync/model.ts'
import { isoTime } from '../../../src-shared/values/iso-time.ts'
import type { Database, SyncRunRow } from '../../storage/index.ts'

/** The progress of a run, apart from its slices. */
export interface RunProgress {
  /** Lookup lists not fetched yet. */
  lookups: LookupKind[]
  /** First day requested by an incremental run, `YYYYMMDD`. */
  since: string
  /** Unchanged items with a `lastUpdated` up to this time overlap with the previous run; milliseconds. */
  knownUpTo?: number
  /** Number of stored items in that overlap. */
  overlap: number
  largestPage: number
  firstPage: number
  /** Windows with more items than this are split. */
  maxSlice: number
  /** Whether to find out, after the items, which are verified. `asked`: the slices for it exist. */
  verified: 'unwanted' | 'wanted' | 'asked'
  /** A slice kept moving: the run may have missed items, so no item counts as gone. */
  unstable: boolean
}

export interface OpenRun {
  sequence: number
  run: SyncRun
  plan: SyncPlan
  progress: RunProgress
}

/** The outcome of a run that stopped before it was complete. */
export interface RunEnd {
  outcome: Exclude<SyncRun['outcome'], 'running' | 'completed'>
  note: string
  failure?: SyncFailure
  pause?: { reason: SyncPause; until?: number }
}

export type RunRow = SyncRunRow & {
  kind: SyncRun['kind']
  outcome: SyncRun['outcome']
  phase: SyncPhase
  pause_reason: SyncPause | null
  failure: SyncFailure | null
}

export const runOf = (row: RunRow): SyncRun => ({
  id: row.id,
  startedAt: isoTime(row.started_at),
  endedAt: row.ended_at === null ? undefined : isoTime(row.ended_at),
  outcome: row.outcome,
  kind: row.kind,
  plan: row.plan === null ? undefined : (JSON.parse(row.plan) as SyncPlan),
  phase: row.phase,
  pause:
    row.outcome === 'paused' && row.pause_reason !== null
      ? { reason: row.pause_reason, until: row.pause_until === null ? undefined : isoTime(row.pause_until) }
      : undefined,
  failure: row.outcome === 'failed' ? (row.failure ?? undefined) : undefined,
  itemsTotal: row.items_total ?? undefined,
  itemsDone: row.items_done,
  itemsNew: row.items_new,
  itemsChanged: row.items_changed,
  itemsUnchanged: row.items_unchanged,
  itemsGone: row.items_gone,
  itemsReturned: row.items_returned,
  contradiction:
    row.items_said !== null && row.items_given !== null
      ? { said: row.items_said, given: row.items_given }
      : undefined,
  setAside: row.set_aside,
  picturesTotal: row.pictures_total,
  picturesDone: row.pictures_done,
  bytes: row.bytes,
  note: row.note ?? undefined,
})

/** Undefined for a run of a version without plans: such a run is not continued. */
export const openOf = (row: RunRow | undefined): OpenRun | undefined => {
  const run = row && runOf(row)
  if (!row || !run?.plan) return undefined
  return { sequence: row.sequence, run, plan: run.plan, progress: JSON.parse(row.checkpoint) as RunProgress }
}

/** SQL condition for the kinds of runs that make the entire copy complete. */
export const mainKinds = "kind IN ('full', 'incremental')"

/** The newest run of the kinds that make the copy complete (`main`), or of the others. */
export function prepareLatest(db: Database) {
  const main = db.prepare<[], RunRow>(
    `SELECT * FROM sync_run WHERE ${mainKinds} ORDER BY sequence DESC LIMIT 1`,
  )
  const other = db.prepare<[], RunRow>(
    `SELECT * FROM sync_run WHERE NOT ${mainKinds} ORDER BY sequence DESC LIMIT 1`,
  )
  return (family: 'main' | 'other'): OpenRun | undefined => openOf((family === 'main' ? main : other).get())
}
