import type { Migration } from './migration.ts'

/** What is kept of the pictures and for how long: files by their last use, pins, and what was left out. */
export const migration: Migration = {
  number: 12,
  name: 'picture-keeping',
  up(db) {
    db.exec(`
      -- One row for each file of the media folder.
      CREATE TABLE picture_file (
        sha256 TEXT PRIMARY KEY,
        bytes INTEGER NOT NULL,
        used_at INTEGER NOT NULL               -- milliseconds since the epoch; the least recently used go first
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX picture_file_by_use ON picture_file (used_at, bytes);
      INSERT INTO picture_file
        SELECT sha256, max(bytes), max(changed_at) FROM picture WHERE sha256 IS NOT NULL GROUP BY sha256;

      -- By the item's identifier, which outlives the item's row.
      CREATE TABLE pinned_item (
        item TEXT PRIMARY KEY,
        pinned_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE picture ADD COLUMN placeholder BLOB;      -- a few blurred pixels as WebP; outlives the file
      ALTER TABLE picture ADD COLUMN reduced_to INTEGER;    -- pixels of the longest side; absent for an original
      ALTER TABLE picture ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;  -- no room: not fetched until asked for
      ALTER TABLE picture ADD COLUMN named_in INTEGER NOT NULL DEFAULT 0;  -- the last sweep that met it in a record
      CREATE INDEX picture_left_out ON picture (left_out) WHERE left_out = 1;
      CREATE INDEX picture_failed ON picture (changed_at) WHERE error IS NOT NULL;
    `)
  },
}
