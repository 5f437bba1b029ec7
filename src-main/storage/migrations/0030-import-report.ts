import type { Migration } from './migration.ts'

/** What an import made of every value of its file, and what a person decided about files of the same columns. */
export const migration: Migration = {
  number: 30,
  name: 'import report',
  up(db) {
    db.exec(`
      -- 1: the file was only looked through.
      ALTER TABLE import_job ADD COLUMN dry INTEGER NOT NULL DEFAULT 0;
      -- JSON; null until the job has ended.
      ALTER TABLE import_job ADD COLUMN report TEXT;

      -- columns: JSON, the names of the columns in order of the alphabet. chosen: JSON, the mapping and what becomes
      -- of names that no list has.
      CREATE TABLE import_memory (
        columns TEXT NOT NULL PRIMARY KEY,
        chosen TEXT NOT NULL,
        used_at INTEGER NOT NULL       -- milliseconds since the epoch
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
