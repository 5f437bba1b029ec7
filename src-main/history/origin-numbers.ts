import type { ItemOrigin } from '../../src-shared/history/model.ts'
import type { Database } from '../storage/index.ts'

/** The number under which history keeps an origin; given when it is met for the first time. */
export function openOriginNumbers(db: Database): (origin: ItemOrigin) => number {
  const find = db
    .prepare<[string, string], number>('SELECT number FROM item_origin WHERE kind = ? AND reference = ?')
    .pluck()
  const insert = db.prepare('INSERT INTO item_origin (kind, reference) VALUES (?, ?)')
  return ({ kind, reference }) =>
    find.get(kind, reference) ?? Number(insert.run(kind, reference).lastInsertRowid)
}
