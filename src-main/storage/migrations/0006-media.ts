import type { Migration } from './migration.ts'

/**
 * The pictures kept on this computer. A record names a picture by its address; what is kept is named by its content,
 * so that one file serves every address it was found at.
 */
export const migration: Migration = {
  number: 6,
  name: 'media',
  up(db) {
    db.exec(`
      CREATE TABLE picture (
        address TEXT PRIMARY KEY,              -- without signature and expiry, see picture-address.ts
        sha256 TEXT,                           -- absent while it could not be fetched
        mime_type TEXT,
        width INTEGER,                         -- pixels
        height INTEGER,
        bytes INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0,
        error TEXT,                            -- why the last attempt failed, in words
        changed_at INTEGER NOT NULL            -- milliseconds since the epoch
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX picture_by_content ON picture (sha256) WHERE sha256 IS NOT NULL;
    `)
  },
}
