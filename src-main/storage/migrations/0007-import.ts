import type { Migration } from './migration.ts'

/** Imports of files: each with its progress, and the rows that could not be taken. */
export const migration: Migration = {
  number: 7,
  name: 'import',
  up(db) {
    db.exec(`
      CREATE TABLE import_job (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
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
        started_at INTEGER NOT NULL,   -- milliseconds since the epoch
        ended_at INTEGER,
        note TEXT
      ) STRICT;
      CREATE INDEX import_job_running ON import_job (seq) WHERE state = 'running';

      -- raw: the row as it stood, shortened.
      CREATE TABLE import_rejected (
        job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
        line INTEGER NOT NULL,
        code TEXT NOT NULL,
        reason TEXT NOT NULL,
        raw TEXT NOT NULL,
        PRIMARY KEY (job, line)
      ) STRICT, WITHOUT ROWID;

      -- Brands and manufacturers come by name in a file, whatever the case and accents.
      CREATE INDEX lookup_by_folded ON lookup (kind, folded, id);
    `)
  },
}
