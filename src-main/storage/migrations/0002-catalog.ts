import type { Migration } from './migration.ts'

/**
 * The catalog. What is known lies in `item_document` (the `<item>` element as it came) and `lookup`; everything else
 * is a projection of the documents that `rebuild` can make anew. The documents lie apart from the projection so that
 * lists and counts do not read past them.
 */
export const migration: Migration = {
  number: 2,
  name: 'catalog',
  up(db) {
    db.exec(`
      CREATE TABLE item_document (
        seq INTEGER PRIMARY KEY,
        received_at INTEGER NOT NULL,          -- milliseconds since the epoch
        verified INTEGER NOT NULL DEFAULT 0,   -- the mark the record itself does not carry
        outline BLOB NOT NULL,                 -- projection: where the elements lie in the body
        body BLOB NOT NULL
      ) STRICT;

      CREATE TABLE item (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        hash BLOB NOT NULL,                    -- of the body, to tell a change from a repetition
        status TEXT NOT NULL,
        name TEXT NOT NULL,
        brand_id TEXT NOT NULL,                -- of the first product; the name where there is no id
        brand TEXT NOT NULL,
        manufacturer_id TEXT NOT NULL,
        manufacturer TEXT NOT NULL,
        code TEXT NOT NULL,                    -- the first product code, as given
        updated_at INTEGER NOT NULL,           -- lastUpdated as an instant, milliseconds since the epoch
        updated TEXT NOT NULL,                 -- lastUpdated as given
        created_at INTEGER NOT NULL,
        verified INTEGER NOT NULL
      ) STRICT;
      -- The order of every list is (updated_at, id). Each of these answers its pages without touching the rows.
      CREATE INDEX item_by_updated ON item (updated_at, id);
      CREATE INDEX item_by_brand ON item (brand_id, updated_at, id);
      CREATE INDEX item_by_manufacturer ON item (manufacturer_id, updated_at, id);
      CREATE INDEX item_verified ON item (updated_at, id) WHERE verified = 1;

      CREATE TABLE item_code (
        item INTEGER NOT NULL REFERENCES item (seq) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        gtin14 TEXT,                           -- padded for comparison; absent when the code is no GTIN
        code TEXT NOT NULL,                    -- as given
        type TEXT NOT NULL,
        PRIMARY KEY (item, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX item_code_by_gtin ON item_code (gtin14, item) WHERE gtin14 IS NOT NULL;

      -- Brands and manufacturers of an item's further products; the first ones are columns of the item.
      CREATE TABLE item_party (
        kind TEXT NOT NULL,                    -- 'brand' or 'manufacturer'
        id TEXT NOT NULL,
        item INTEGER NOT NULL REFERENCES item (seq) ON DELETE CASCADE,
        name TEXT NOT NULL,
        PRIMARY KEY (kind, id, item)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX item_party_by_item ON item_party (item);

      CREATE TABLE medium (
        item INTEGER NOT NULL REFERENCES item (seq) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        view TEXT NOT NULL,
        type TEXT NOT NULL,
        mime_type TEXT NOT NULL,
        image_source TEXT NOT NULL,
        added TEXT NOT NULL,
        description TEXT NOT NULL,
        url TEXT NOT NULL,
        PRIMARY KEY (item, position)
      ) STRICT, WITHOUT ROWID;

      CREATE VIRTUAL TABLE item_text USING fts5 (
        name, brand, text, code,
        content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 2'
      );
      INSERT INTO item_text (item_text, rank) VALUES ('hashsize', 67108864);

      CREATE TABLE lookup (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        folded TEXT NOT NULL,                  -- the name without case and accents, for finding it
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX lookup_by_name ON lookup (kind, name, id, folded);

      INSERT INTO meta VALUES ('next_item_id', 1);
    `)
  },
}
