import type { Migration } from './migration.ts'

/** When a picture that could not be fetched is tried again, and the room that smaller pictures made from it take. */
export const migration: Migration = {
  number: 15,
  name: 'picture-retries',
  up(db) {
    db.exec(`
      -- Of the last attempt that failed. Milliseconds since the epoch.
      ALTER TABLE picture ADD COLUMN retry_at INTEGER;         -- not before; absent: at the next opportunity
      ALTER TABLE picture ADD COLUMN failed_item TEXT;         -- the identifier of the item it was tried for
      ALTER TABLE picture ADD COLUMN failed_record INTEGER;    -- the lastUpdated of that item's record then

      -- Bytes of what the screens show of a file; 0 while it is not made.
      ALTER TABLE picture_file ADD COLUMN thumbnail_bytes INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE picture_file ADD COLUMN preview_bytes INTEGER NOT NULL DEFAULT 0;
      DROP INDEX picture_file_by_use;
      CREATE INDEX picture_file_by_use ON picture_file (used_at, bytes, thumbnail_bytes, preview_bytes);
    `)
  },
}
