import { dayBounds, type ItemAnswerDocument } from '../../catalog/index.ts'
import type { Database } from '../../storage/index.ts'
import { type Checkpoint, firstCheckpoint, nextRequest } from '../checkpoint.ts'
import { isWindow, type ListSlice, type SliceTask, type WindowSlice, type WindowTask } from '../plan.ts'
import type { KeptPage } from './page-keeper.ts'
import type { OpenRun } from './run-rows.ts'
import type { prepareSlices } from './slices.ts'

/** Writes the rows of slices and their totals in the row of the run. */
export function openSliceRows(db: Database, slices: ReturnType<typeof prepareSlices>, changed: () => void) {
  const insert = db.prepare(
    `INSERT INTO sync_slice (run, number, task, state, total, reading)
     SELECT ?, coalesce(max(number), 0) + 1, ?, 'waiting', ?, ? FROM sync_slice WHERE run = ?`,
  )
  const update = db.prepare(
    'UPDATE sync_slice SET state = ?, total = ?, done = ?, reading = ? WHERE run = ? AND number = ?',
  )
  const remove = db.prepare('DELETE FROM sync_slice WHERE run = ? AND number = ?')
  const countPage = db.prepare(
    `UPDATE sync_run SET note = NULL, items_done = items_done + @done, items_new = items_new + @created,
       items_changed = items_changed + @changed, items_unchanged = items_unchanged + @unchanged,
       items_returned = items_returned + @returned, bytes = bytes + @bytes WHERE sequence = @sequence`,
  )
  const countTotal = db.prepare(
    `UPDATE sync_run SET items_total = max(items_done, coalesce((SELECT sum(total) FROM sync_slice
       WHERE run = sequence AND task ->> 'purpose' = 'items' AND total IS NOT NULL), 0) - @overlap)
     WHERE sequence = @sequence`,
  )
  const sliceCount = db.prepare<[number], number>('SELECT count(*) FROM sync_slice WHERE run = ?').pluck()
  const saidWithin = db
    .prepare<[number, number, string], number>(
      `SELECT coalesce(sum(max(coalesce(reading ->> '$.claimed', 0), coalesce(reading ->> '$.doubt.said', 0))), 0)
         FROM sync_slice
         WHERE run = ? AND number <> ? AND task ->> 'within' = ? AND reading ->> 'merged' IS NULL`,
    )
    .pluck()
  const countSetAside = db.prepare('UPDATE sync_run SET set_aside = set_aside + ? WHERE sequence = ?')
  const keptBetween = db
    .prepare<[number, number], number>(
      `SELECT count(*) FROM item WHERE updated_at BETWEEN ? AND ?
         AND NOT EXISTS (SELECT 1 FROM item_absence WHERE item_absence.item = seq)`,
    )
    .pluck()

  const windowSlice = (run: number, number: number): WindowSlice => {
    const slice = slices.one(run, number)
    if (!isWindow(slice)) throw new Error(`Slice ${number} is not a window`)
    return slice
  }
  const listSlice = (run: number, number: number): ListSlice => {
    const slice = slices.one(run, number)
    if (isWindow(slice)) throw new Error(`Slice ${number} is not a list`)
    return slice
  }
  const add = (
    { sequence, progress }: OpenRun,
    tasks: SliceTask[],
    { firstPage = progress.largestPage, totals = [] }: { firstPage?: number; totals?: number[] } = {},
  ) => {
    tasks.forEach((task, index) => {
      const isList = task.reads === 'list'
      const reading = isList ? { at: 0, missing: [] } : firstCheckpoint(progress.largestPage, firstPage)
      const total = isList ? task.values.length : (totals[index] ?? null)
      insert.run(sequence, JSON.stringify(task), total, JSON.stringify(reading), sequence)
    })
  }
  const keepWindow = (sequence: number, slice: WindowSlice, reading: Checkpoint): WindowSlice => {
    const state = nextRequest(reading) ? 'reading' : 'done'
    const done = reading.cursor === undefined ? 0 : Math.max(0, reading.total - reading.cursor)
    update.run(state, reading.total, done, JSON.stringify(reading), sequence, slice.number)
    changed()
    return { ...slice, state, reading }
  }
  /** Advances a list by one value. */
  const keepList = (sequence: number, slice: ListSlice, missing: string[]): ListSlice => {
    const { values } = slice.task
    const reading = { at: slice.reading.at + 1, missing }
    const state = reading.at < values.length ? 'reading' : 'done'
    const total = values.length - missing.length
    update.run(state, total, reading.at, JSON.stringify(reading), sequence, slice.number)
    changed()
    return { ...slice, state, reading }
  }
  const count = (
    sequence: number,
    overlap: number,
    answer: ItemAnswerDocument,
    items?: KeptPage['items'],
  ) => {
    const none = { done: 0, created: 0, changed: 0, unchanged: 0, returned: 0 }
    const { byteLength } = answer instanceof Uint8Array ? answer : answer.document
    countPage.run({ sequence, bytes: byteLength, ...(items ?? none) })
    countTotal.run({ sequence, overlap })
  }
  /** Number of stored items of a window, plus those without an identifier. */
  const keptInWindow = ({ since, until }: WindowTask, { leftOut }: Checkpoint): number =>
    (keptBetween.get(
      dayBounds(since)?.first ?? 0,
      until === undefined ? Number.MAX_SAFE_INTEGER : (dayBounds(until)?.last ?? 0),
    ) ?? 0) + leftOut

  return {
    add,
    windowSlice,
    listSlice,
    keepWindow,
    keepList,
    count,
    keptInWindow,
    remove: (run: number, number: number): void => void remove.run(run, number),
    sliceCount: (run: number): number => sliceCount.get(run) ?? 0,
    /** Number of items that the service reports for the other parts of a split window. */
    saidWithin: (run: number, number: number, within: WindowTask['within']): number =>
      saidWithin.get(run, number, JSON.stringify(within)) ?? 0,
    /** Counts pages or items put in quarantine. */
    countSetAside: (added: number, run: number): void => void countSetAside.run(added, run),
  }
}
