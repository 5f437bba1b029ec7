import type { Migration } from './migration.ts'

/**
 * What lists are filtered, counted and sorted by, packed (src-main/catalog/project/item-facts.ts), so that a reader takes
 * the whole catalog into memory in a fraction of a second. Items of before get theirs, and the full-text index its
 * short beginnings, from a rebuild that the program goes on with when the workspace opens.
 */
export const migration: Migration = {
  number: 34,
  name: 'item facts',
  up(db) {
    db.exec(`
      ALTER TABLE item ADD COLUMN size TEXT NOT NULL DEFAULT '';   -- net content with its unit, as a person writes it

      CREATE TABLE item_fact (
        item INTEGER PRIMARY KEY,              -- item.seq
        packed BLOB NOT NULL
      ) STRICT;
      -- Facts by ranges of 4,096 items: when the last of a range changed.
      CREATE TABLE item_fact_range (
        range INTEGER PRIMARY KEY,
        changed INTEGER NOT NULL               -- the change number that its transaction has at its end
      ) STRICT;

      -- The numbers that packed facts have for brands, categories and the like.
      CREATE TABLE item_value (
        kind TEXT NOT NULL,
        number INTEGER NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (kind, number)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX item_value_by_id ON item_value (kind, id);

      -- Words of names and brands as the full-text index has them, to find those that are nearly what was typed.
      CREATE TABLE item_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

      DROP TABLE IF EXISTS item_text_next;
      CREATE VIRTUAL TABLE item_text_next USING fts5 (
        name, brand, text, code,
        content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 2',
        prefix = '1 2'
      );
      INSERT INTO item_text_next (item_text_next, rank) VALUES ('hashsize', 67108864);
      INSERT INTO item_text_next (item_text_next, rank) VALUES ('automerge', 8);
    `)
    const isEmpty = db.prepare('SELECT 1 FROM item_document LIMIT 1').get() === undefined
    if (isEmpty) {
      db.exec(`
        DELETE FROM rebuild;
        DROP TABLE item_text;
        ALTER TABLE item_text_next RENAME TO item_text;`)
      return
    }
    db.exec(`
      INSERT OR REPLACE INTO rebuild (only, state, through, last, items, damaged, begun_at)
      SELECT 1, 'running', 0, max(seq), 0, 0, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM item_document;`)
  },
}
