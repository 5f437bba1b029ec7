import type { SyncSlice } from '../../../src-shared/sync/model.ts'
import type { Database, SyncSliceRow } from '../../storage/index.ts'
import { isWindow, type Slice, type SliceReading, type SliceTask } from '../plan.ts'

type SliceRow = Omit<SyncSliceRow, 'run'> & { state: Slice['state'] }

/** The slices of runs: items before verified marks, windows from the newest to the oldest day, then lists. */
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
    /** The slices in the form for the screens. */
    shown: (run: number): SyncSlice[] => all.all(run).map(shownOf),
  }
}

const sliceOf = ({ number, state, task, reading }: SliceRow): Slice =>
  // The cast: the writer stores a matching reading for each task.
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
