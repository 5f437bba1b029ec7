import type { Migration } from './migration.ts'

/** Marks pictures that a person added on this computer: no service has them, so they are never deleted. */
export const migration: Migration = {
  number: 90,
  name: 'added-pictures',
  up(db) {
    db.exec(`
      ALTER TABLE picture ADD COLUMN is_added INTEGER NOT NULL DEFAULT 0;   -- 1: added by a person
      CREATE INDEX picture_added ON picture (sha256) WHERE is_added = 1;
    `)
  },
}
