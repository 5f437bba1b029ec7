import type { Database } from '../storage/store.ts'

/**
 * Items that a complete reading of the service's catalog did not meet. Absence is never deletion: they are kept, found
 * and shown, with the moment the service last gave them, until they return.
 */
export function openItemAbsence(db: Database) {
  const count = db.prepare<[], number>('SELECT count(*) FROM item_absence').pluck()
  const remove = db.prepare('DELETE FROM item_absence WHERE item = ?')
  const one = db.prepare<[number], number>('SELECT since FROM item_absence WHERE item = ?').pluck()
  const several = db.prepare<[string], { id: string; since: number }>(`
    SELECT item.id, since FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value
      JOIN item_absence ON item_absence.item = item.seq`)
  return {
    count: (): number => count.get() ?? 0,
    /** True when the item had been absent. */
    returned: (seq: number): boolean => remove.run(seq).changes > 0,
    /** Milliseconds since the epoch; undefined when the service gave it the last time it was asked for everything. */
    since: (seq: number): number | undefined => one.get(seq),
    /** Of the given rows, those that are absent, by identifier. */
    among: (seqs: readonly number[]): Map<string, number> =>
      new Map(several.all(JSON.stringify(seqs)).map(({ id, since }) => [id, since])),
  }
}
