import type { Database } from '../../storage/index.ts'

/** Rows of the projection whose document, or whose item, is not there: what a damaged file or a bug left. */
export function openRebuildOrphans(db: Database) {
  const items = db.prepare(`
    DELETE FROM item WHERE seq > ? AND seq <= ?
      AND NOT EXISTS (SELECT 1 FROM item_document WHERE item_document.seq = item.seq)`)
  const dependents = ['item_code', 'item_party', 'medium'].map((table) =>
    db.prepare(`
      DELETE FROM ${table} WHERE item > ? AND item <= ?
        AND NOT EXISTS (SELECT 1 FROM item WHERE item.seq = ${table}.item)`),
  )
  return {
    /** Of a range of `item_document.seq`, its beginning left out; whether there were any. */
    remove: (after: number, through: number): boolean =>
      [items, ...dependents]
        .map((statement) => statement.run(after, through).changes)
        .some((rows) => rows > 0),
  }
}
