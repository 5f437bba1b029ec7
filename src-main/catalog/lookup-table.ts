import type { ListKind, LookupEntry } from '../../src-shared/catalog/model.ts'
import type { Database } from '../storage/index.ts'

/** A name without case and accents, as names are compared when they are looked for. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

export function openLookupTable(db: Database) {
  const put = db.prepare(`
    INSERT INTO lookup (kind, id, name, folded) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET name = excluded.name, folded = excluded.folded
    WHERE name <> excluded.name`)
  const add = db.prepare(
    'INSERT INTO lookup (kind, id, name, folded) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const removeOthers = db.prepare(
    'DELETE FROM lookup WHERE kind = ? AND id NOT IN (SELECT value FROM json_each(?))',
  )
  return {
    /** True when anything was different. */
    put(kind: ListKind, entries: LookupEntry[], complete: boolean): boolean {
      let changes = 0
      for (const { id, name } of entries) changes += put.run(kind, id, name, fold(name)).changes
      if (complete) changes += removeOthers.run(kind, JSON.stringify(entries.map(({ id }) => id))).changes
      return changes > 0
    },
    /** Adds what is not in the list yet; names that are there stay. True when anything was added. */
    addUnknown(kind: ListKind, entries: Iterable<LookupEntry>): boolean {
      let changes = 0
      for (const { id, name } of entries) changes += add.run(kind, id, name, fold(name)).changes
      return changes > 0
    },
  }
}
