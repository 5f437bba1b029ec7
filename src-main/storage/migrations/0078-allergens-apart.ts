import type { Migration } from './migration.ts'

/**
 * Allergens of before were lost where words of two entries of a list were read as one phrase: `Rice, milk`. The facts of
 * every item are made anew by a rebuild, which the program goes on with when the workspace opens; one under way begins
 * anew, as the facts behind it are of before.
 */
export const migration: Migration = {
  number: 78,
  name: 'allergens apart',
  up(db) {
    if (db.prepare('SELECT 1 FROM item_document LIMIT 1').get() === undefined) return
    db.exec(`
      DROP TABLE IF EXISTS item_text_next;
      CREATE VIRTUAL TABLE item_text_next USING fts5 (
        name, brand, text, code,
        content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 2',
        prefix = '1 2'
      );
      INSERT INTO item_text_next (item_text_next, rank) VALUES ('hashsize', 67108864);
      INSERT INTO item_text_next (item_text_next, rank) VALUES ('automerge', 8);
      INSERT OR REPLACE INTO rebuild (only, state, through, last, items, damaged, begun_at)
      SELECT 1, 'running', 0, max(seq), 0, 0, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM item_document;`)
  },
}
