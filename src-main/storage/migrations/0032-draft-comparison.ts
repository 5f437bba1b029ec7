import type { Migration } from './migration.ts'

/**
 * What it takes to compare an item of a draft with the catalog three ways: what the catalog had when the item was begun,
 * and how the item stood against the catalog at its last check.
 */
export const migration: Migration = {
  number: 32,
  name: 'draft comparison',
  up(db) {
    db.exec(`
      -- What the draft would have begun with, as JSON (DraftBase of src-shared/feeds/draft/model.ts); null where nobody knows.
      ALTER TABLE draft_item ADD COLUMN base TEXT;
      -- The catalog's item that the last check found, its name, and the hash its record had; '' for none.
      ALTER TABLE draft_item ADD COLUMN about TEXT NOT NULL DEFAULT '';
      ALTER TABLE draft_item ADD COLUMN called TEXT NOT NULL DEFAULT '';
      ALTER TABLE draft_item ADD COLUMN seen TEXT NOT NULL DEFAULT '';
      -- Fields, by how they stand against the catalog: src-shared/feeds/draft/comparison.ts.
      ALTER TABLE draft_item ADD COLUMN conflicts INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE draft_item ADD COLUMN outdated INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE draft_item ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE draft_item ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE draft_item ADD COLUMN doubled INTEGER NOT NULL DEFAULT 0;
      -- An item that has no name of its own is called as the catalog calls it.
      ALTER TABLE draft_item DROP COLUMN title;
      ALTER TABLE draft_item ADD COLUMN title TEXT NOT NULL AS (
        coalesce(nullif(value ->> '$.ecommerceTitle', ''), nullif(called, ''), base ->> '$.name', '')) VIRTUAL;
      CREATE INDEX draft_item_about ON draft_item (about, seen, draft) WHERE about <> '';
      -- Everything the summary of a comparison needs.
      CREATE INDEX draft_item_compared ON draft_item (draft, conflicts, outdated, changed, removed, doubled);
    `)
  },
}
