import type { SyncRun, SyncSlice } from '../../src-shared/sync/model.ts'
import { openItemAbsence } from '../catalog/index.ts'
import { type Database, defineReader } from '../storage/index.ts'
import { openQuarantineReader } from './quarantine-store.ts'
import { type OpenRun, openOf, prepareSlices, type RunRow, runOf } from './run-row.ts'

/** Up to when the copy is complete. */
export interface Watermark {
  /** Start of the last completed run, milliseconds, by this computer's clock. */
  completeAt: number
  /** The latest `lastUpdated` that run saw, milliseconds, by the service's clock. */
  updatedUpTo: number
}

/** The kinds of runs that make the whole copy complete, as SQL. */
export const mainKinds = "kind IN ('full', 'incremental')"

/** The newest run of the kinds that make the copy complete, or of the others. */
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
    /** Of the last complete reading of everything, or of what came to it since. */
    contradiction: (): { said: number; given: number } | undefined => contradiction.get(),
    itemsGone: (): number => absence.count(),
    ...openQuarantineReader(db),
  }
})
