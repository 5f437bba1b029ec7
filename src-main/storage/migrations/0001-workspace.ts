import type { Migration } from './migration.ts'

/** What the program keeps about the file itself (`meta`) and what a person chose (`setting`). */
export const migration: Migration = {
  number: 1,
  name: 'workspace',
  up(db) {
    db.exec(`
      CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO meta VALUES ('change_number', 0);
      CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value))) STRICT, WITHOUT ROWID;
    `)
  },
}
