import type { Migration } from './migration.ts'

/** What nearly equal pictures are found by, and items of which a person said that they are no duplicates. */
export const migration: Migration = {
  number: 70,
  name: 'duplicates',
  up(db) {
    db.exec(`
      CREATE TABLE picture_signs (
        sha256 TEXT PRIMARY KEY,
        signs BLOB CHECK (length(signs) = 8)   -- null for a picture that is blank or cannot be read
      ) STRICT, WITHOUT ROWID;

      -- By the items' identifiers, which outlive the items' rows.
      CREATE TABLE not_duplicates (
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        marked_at INTEGER NOT NULL,            -- milliseconds since the epoch
        PRIMARY KEY (one, other),
        CHECK (one < other)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX not_duplicates_by_time ON not_duplicates (marked_at);
    `)
  },
}
