import type { Database } from '../storage/index.ts'
import type { Slice } from './slice.ts'

export interface Meeting {
  /** The first time this run meets the item. */
  isFirst: boolean
  /** The first time in this pass over its slice. */
  isDistinct: boolean
}

/** What a run has met of the catalog, kept until the run is completed: by it items are counted once, and missed. */
export function openSeenItems(db: Database) {
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const find = db.prepare<[number, string, number], { slice: number; pass: number }>(
    'SELECT slice, pass FROM sync_seen WHERE run = ? AND purpose = ? AND item = ?',
  )
  const insert = db.prepare('INSERT INTO sync_seen VALUES (?, ?, ?, ?, ?)')
  const move = db.prepare(
    'UPDATE sync_seen SET slice = ?, pass = ? WHERE run = ? AND purpose = ? AND item = ?',
  )
  const missed = db
    .prepare<[number], number>(`
    SELECT seq FROM item_document
      WHERE NOT EXISTS (SELECT 1 FROM sync_seen WHERE run = ? AND purpose = 'items' AND sync_seen.item = seq)`)
    .pluck()
  const noLongerVerified = db
    .prepare<[number, number], string>(`
    SELECT id FROM item WHERE verified = 1 AND updated_at >= ?
      AND NOT EXISTS (SELECT 1 FROM sync_seen WHERE run = ? AND purpose = 'verified' AND sync_seen.item = seq)`)
    .pluck()
  const forget = db.prepare('DELETE FROM sync_seen WHERE run = ?')

  return {
    seqOf: (id: string): number | undefined => seqOf.get(id),
    meet(run: number, purpose: string, item: number, { number }: Slice, pass: number): Meeting {
      const before = find.get(run, purpose, item)
      if (!before) {
        insert.run(run, purpose, item, number, pass)
        return { isFirst: true, isDistinct: true }
      }
      const isDistinct = before.slice !== number || before.pass !== pass
      if (isDistinct) move.run(number, pass, run, purpose, item)
      return { isFirst: false, isDistinct }
    },
    /** The items, by the number of their document, that the run did not meet. */
    missed: (run: number): number[] => missed.all(run),
    /** Identifiers of items marked as verified, updated since a moment, that the run did not meet as such. */
    noLongerVerified: (run: number, since: number): string[] => noLongerVerified.all(since, run),
    forget: (run: number): void => void forget.run(run),
  }
}
