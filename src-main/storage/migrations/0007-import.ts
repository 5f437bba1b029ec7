import type { Migration } from './migration.ts'

/** File imports: what was imported, how it went, and every row that was refused. */
export const migration: Migration = {
  number: 7,
  name: 'import',
  up(db) {
    db.exec(`
      CREATE TABLE import_job (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        file TEXT NOT NULL,
        target TEXT NOT NULL CHECK (target IN ('catalog', 'drafts')),
        state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'cancelled', 'failed')),
        rows_read INTEGER NOT NULL DEFAULT 0,
        created INTEGER NOT NULL DEFAULT 0,
        updated INTEGER NOT NULL DEFAULT 0,
        unchanged INTEGER NOT NULL DEFAULT 0,
        rejected INTEGER NOT NULL DEFAULT 0,
        bytes_read INTEGER NOT NULL DEFAULT 0,
        bytes_total INTEGER NOT NULL,
        started_at INTEGER NOT NULL,           -- milliseconds since the epoch
        ended_at INTEGER,
        note TEXT
      ) STRICT;

      CREATE TABLE import_rejected (
        job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        line INTEGER NOT NULL,                 -- of the file, counted from 1
        code TEXT NOT NULL,
        reason TEXT NOT NULL,
        raw TEXT NOT NULL,                     -- the row as it stood, shortened
        PRIMARY KEY (job, position)
      ) STRICT, WITHOUT ROWID;

      -- The content of an imported row, by GTIN: a second import of the same file changes nothing.
      CREATE TABLE import_row (
        gtin14 TEXT PRIMARY KEY,
        hash BLOB NOT NULL,
        item TEXT NOT NULL                     -- identifier of the item it became
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
