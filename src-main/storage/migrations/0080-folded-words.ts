import { fold } from '../../../src-shared/values/fold.ts'
import type { Database } from '../store.ts'
import type { Migration } from './migration.ts'

/**
 * Words are folded by the program before they are indexed, so the index splits nothing but ASCII. Lists are folded anew
 * here. The index of a catalog with items is made anew by a rebuild, which the program goes on with when the workspace
 * opens; the present index is searched meanwhile. One under way begins anew.
 */
export const migration: Migration = {
  number: 80,
  name: 'folded words',
  up(db) {
    foldLists(db)
    const isEmpty = db.prepare('SELECT 1 FROM item_document LIMIT 1').get() === undefined
    const table = isEmpty ? 'item_text' : 'item_text_next'
    db.exec(`
      DROP TABLE IF EXISTS ${table};
      CREATE VIRTUAL TABLE ${table} USING fts5 (
        name, brand, text, code,
        content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '1 2'
      );
      INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', 67108864);
      INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 8);`)
    if (isEmpty) return
    db.exec(`
      INSERT OR REPLACE INTO rebuild (only, state, through, last, items, damaged, begun_at)
      SELECT 1, 'running', 0, max(seq), 0, 0, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM item_document;`)
  },
}

function foldLists(db: Database): void {
  const change = db.prepare('UPDATE lookup SET folded = ? WHERE kind = ? AND id = ?')
  const entries = db.prepare<[], { kind: string; id: string; name: string; folded: string }>(
    'SELECT kind, id, name, folded FROM lookup',
  )
  for (const { kind, id, name, folded } of entries.all())
    if (folded !== fold(name)) change.run(fold(name), kind, id)
}
