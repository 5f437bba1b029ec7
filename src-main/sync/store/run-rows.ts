/** Rows of sync runs, and what they mean. */
import type { LookupKind } from '../../../src-shared/catalog/model.ts'
import type { SyncFailure, SyncPause, SyncPhase, SyncPlan, SyncRun } from '../../../src-shared/sync/model.ts'
import { isoTime } from '../../../src-shared/values/iso-time.ts'
import type { Database, SyncRunRow } from '../../storage/index.ts'

/** The progress of a run that is not in its slices. */
export interface RunProgress {
  /** Lookup lists still to be fetched. */
  lookups: LookupKind[]
  /** First day an incremental run asks for, `YYYYMMDD`. */
  since: string
  /** Unchanged items with a `lastUpdated` up to here are the overlap with the run before; milliseconds. */
  knownUpTo?: number
  /** How many kept items are in that overlap. */
  overlap: number
  largestPage: number
  firstPage: number
  /** Windows of more items than this are cut. */
  maxSlice: number
  /** Whether to ask, after the items, which are verified; `asked`: the slices for this question are there. */
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

/** The outcome of a run that stopped before it was completed. */
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

/** Undefined for a run of a version that knew no plans: such a run is not continued. */
export const openOf = (row: RunRow | undefined): OpenRun | undefined => {
  const run = row && runOf(row)
  if (!row || !run?.plan) return undefined
  return { sequence: row.sequence, run, plan: run.plan, progress: JSON.parse(row.checkpoint) as RunProgress }
}

/** The kinds of runs that make the whole copy complete, as SQL. */
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
