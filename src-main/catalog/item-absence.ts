import type { ItemOrigin } from '../../src-shared/history/model.ts'
import { openOriginNumbers } from '../history/index.ts'
import type { Database, ItemAbsenceRow, ItemRow } from '../storage/index.ts'

/**
 * Items that a full sync did not receive from the service. An absent item is not deleted: it is still found
 * and shown, with the time when the service last sent it, until it returns.
 */
export function openItemAbsence(db: Database) {
  const count = db.prepare<[], number>('SELECT count(*) FROM item_absence').pluck()
  const originNumber = openOriginNumbers(db)
  const insertGone = db.prepare(`
    INSERT INTO item_gone SELECT @origin, seq, received_at FROM json_each(@seqs) AS missed
      CROSS JOIN item_document ON seq = missed.value
      WHERE NOT EXISTS (SELECT 1 FROM item_absence WHERE item_absence.item = seq)`)
  const mark = db.prepare('INSERT INTO item_absence SELECT item, received_at FROM item_gone WHERE origin = ?')
  const remove = db.prepare('DELETE FROM item_absence WHERE item = ?')
  const one = db.prepare<[number], number>('SELECT since FROM item_absence WHERE item = ?').pluck()
  const several = db.prepare<[string], Pick<ItemRow, 'id'> & Pick<ItemAbsenceRow, 'since'>>(`
    SELECT item.id, since FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value
      JOIN item_absence ON item_absence.item = item.seq`)
  return {
    count: (): number => count.get() ?? 0,
    /** Marks items as absent and records the run that found this. Returns how many were not marked before. */
    mark(seqs: readonly number[], run: ItemOrigin): number {
      if (seqs.length === 0) return 0
      const origin = originNumber(run)
      insertGone.run({ origin, seqs: JSON.stringify(seqs) })
      return mark.run(origin).changes
    },
    /** Removes the mark of an item. True if it was absent. */
    returned: (seq: number): boolean => remove.run(seq).changes > 0,
    /** The time since which an item is absent, in milliseconds since the epoch; undefined if it is not. */
    since: (seq: number): number | undefined => one.get(seq),
    /** The absent items among the given rows: identifier and time since which they are absent. */
    among: (seqs: readonly number[]): Map<string, number> =>
      new Map(several.all(JSON.stringify(seqs)).map(({ id, since }) => [id, since])),
  }
}
