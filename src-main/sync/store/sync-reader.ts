import type { SyncRun, SyncSlice } from '../../../src-shared/sync/model.ts'
import { openItemAbsence } from '../../catalog/index.ts'
import { defineReader, type Remote } from '../../storage/index.ts'
import { openQuarantineReader } from './quarantine-rows.ts'
import { mainKinds, prepareLatest, type RunRow, runOf } from './run-rows.ts'
import { prepareSlices } from './slices.ts'

/** The time up to which the copy is complete. */
interface Watermark {
  /** Start of the last completed run, in milliseconds, by this computer's clock. */
  completeAt: number
  /** The latest `lastUpdated` received by that run, in milliseconds, by the service's clock. */
  updatedUpTo: number
}

/** Reads runs and their slices. */
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
    /** Newest first. */
    history: (limit: number): SyncRun[] => history.all(limit).map(runOf),
    latest: prepareLatest(db),
    slices: (id: string): SyncSlice[] => slices.shown(sequenceOf.get(id) ?? -1),
    watermark: (): Watermark | undefined => watermark.get(),
    /** The contradiction found by the last completed full run or a later incremental run. */
    contradiction: (): { said: number; given: number } | undefined => contradiction.get(),
    itemsGone: (): number => absence.count(),
    ...openQuarantineReader(db),
  }
})

export type SyncReader = Remote<ReturnType<typeof syncReader.open>>
