import type { LookupEntry, LookupKind } from '../../src-shared/rpc/catalog-contract.ts'
import type { Database } from '../storage/store.ts'

/** A name without case and accents, as names are compared when they are looked for. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/**
 * The lists kept by name. Categories have none at the service: a sandbox may know their names, and puts them into the
 * records it makes.
 */
export type ListKind = LookupKind | 'category'

export function openLookupTable(db: Database) {
  const put = db.prepare(`
    INSERT INTO lookup (kind, id, name, folded) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET name = excluded.name, folded = excluded.folded
    WHERE name <> excluded.name`)
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
  }
}
