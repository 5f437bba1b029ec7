import type { Migration } from './migration.ts'

/**
 * Which items a sync run found to be listed no longer: part of what changed in that run, also after they return. What
 * is absent now stands in `item_absence`.
 */
export const migration: Migration = {
  number: 14,
  name: 'items gone',
  up(db) {
    db.exec(`
      CREATE TABLE item_gone (
        origin INTEGER NOT NULL REFERENCES item_origin (number),
        item INTEGER NOT NULL,                 -- item_document.seq
        received_at INTEGER NOT NULL,          -- when the service last gave it, milliseconds since the epoch
        PRIMARY KEY (origin, item)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
