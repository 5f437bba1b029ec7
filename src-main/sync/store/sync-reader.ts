/** Reads runs and their slices. */
import type { LookupKind } from '../../../src-shared/catalog/model.ts'
import type {
  SyncFailure,
  SyncPause,
  SyncPhase,
  SyncPlan,
  SyncRun,
  SyncSlice,
} from '../../../src-shared/sync/model.ts'
import { openItemAbsence } from '../../catalog/index.ts'
import {
  type Database,
  defineReader,
  type Remote,
  type SyncRunRow,
  type SyncSliceRow,
} from '../../storage/index.ts'
import { isWindow, type Slice, type SliceReading, type SliceTask } from '../plan.ts'

import { openQuarantineReader } from './quarantine.ts'

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
  largestSlice: number
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

export type RunRow = SyncRunRow & {
  kind: SyncRun['kind']
  outcome: SyncRun['outcome']
  phase: SyncPhase
  pause_reason: SyncPause | null
  failure: SyncFailure | null
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

const runOf = (row: RunRow): SyncRun => ({
  id: row.id,
  startedAt: iso(row.started_at),
  endedAt: row.ended_at === null ? undefined : iso(row.ended_at),
  outcome: row.outcome,
  kind: row.kind,
  plan: row.plan === null ? undefined : (JSON.parse(row.plan) as SyncPlan),
  phase: row.phase,
  pause:
    row.outcome === 'paused' && row.pause_reason !== null
      ? { reason: row.pause_reason, until: row.pause_until === null ? undefined : iso(row.pause_until) }
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

type SliceRow = Omit<SyncSliceRow, 'run'> & { state: Slice['state'] }

/** The slices of runs: items before verified marks, windows from the newest day to the oldest, then lists. */
export function prepareSlices(db: Database) {
  const columns = 'SELECT number, task, state, total, done, reading FROM sync_slice WHERE run = ?'
  const order = "ORDER BY task ->> 'purpose', task ->> 'since' DESC, number"
  const all = db.prepare<[number], SliceRow>(`${columns} ${order}`)
  const unread = db.prepare<[number], SliceRow>(`${columns} AND state <> 'done' ${order}`)
  const one = db.prepare<[number, number], SliceRow>(`${columns} AND number = ?`)
  return {
    all: (run: number): Slice[] => all.all(run).map(sliceOf),
    unread: (run: number): Slice[] => unread.all(run).map(sliceOf),
    one(run: number, number: number): Slice {
      const row = one.get(run, number)
      if (!row) throw new Error(`There is no slice ${number} in sync run ${run}`)
      return sliceOf(row)
    },
    /** The slices as the face shows them. */
    shown: (run: number): SyncSlice[] => all.all(run).map(shownOf),
  }
}

const sliceOf = ({ number, state, task, reading }: SliceRow): Slice =>
  // The writer gave each task a reading of its kind.
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
    total: row.total ?? undefined,
    done: row.done,
  }
  if (!isWindow(slice)) return { ...shown, pass: 1 }
  const { since, until, m, b } = slice.task
  return {
    ...shown,
    since,
    until,
    party: m ?? b,
    pass: slice.reading.pass,
  }
}

/** Up to when the copy is complete. */
interface Watermark {
  /** Start of the last completed run, milliseconds, by this computer's clock. */
  completeAt: number
  /** The latest `lastUpdated` that run saw, milliseconds, by the service's clock. */
  updatedUpTo: number
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

export const syncReader = defineReader('sync', ({ db }) => {
  const history = db.prepare<[number], RunRow>('SELECT * FROM sync_run ORDER BY sequence DESC LIMIT ?')
  const watermark = db.prepare<[], Watermark>(
    'SELECT complete_at AS completeAt, updated_up_to AS updatedUpTo FROM sync_watermark',
  )
  const contradiction = db.prepare<[], { said: number; given: number }>(
    `SELECT items_said AS said, items_given AS given FROM sync_run
       WHERE ${mainKinds} AND outcome = 'completed' AND items_said IS NOT NULL AND sequence >= coalesce(
         (SELECT max(sequence) FROM sync_run WHERE kind = 'full' AND outcome = 'completed'), 0)
       ORDER BY sequence DESC LIMIT 1`,
  )
  const sequenceOf = db.prepare<[string], number>('SELECT sequence FROM sync_run WHERE id = ?').pluck()
  const slices = prepareSlices(db)
  const absence = openItemAbsence(db)
  return {
    /** The newest first. */
    history: (limit: number): SyncRun[] => history.all(limit).map(runOf),
    latest: prepareLatest(db),
    slices: (id: string): SyncSlice[] => slices.shown(sequenceOf.get(id) ?? -1),
    watermark: (): Watermark | undefined => watermark.get(),
    /** What the last complete reading of everything, or a later incremental run, found contradicted. */
    contradiction: (): { said: number; given: number } | undefined => contradiction.get(),
    itemsGone: (): number => absence.count(),
    ...openQuarantineReader(db),
  }
})

export type SyncReader = Remote<ReturnType<typeof syncReader.open>>
