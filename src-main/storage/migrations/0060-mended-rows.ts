import type { Migration } from './migration.ts'

/** Rejected rows with their cells, so that a person can mend them in place and have them taken in. */
export const migration: Migration = {
  number: 60,
  name: 'mended rows',
  up(db) {
    db.exec(`
      -- JSON: how the rows became items, so that a mended one becomes one in the same way; null for earlier imports.
      ALTER TABLE import_job ADD COLUMN plan TEXT;
      -- The draft the rows went into. It may be gone: drafts are queued and deleted.
      ALTER TABLE import_job ADD COLUMN draft TEXT;
      -- JSON: the cells with their columns, as last mended; null where they are too many to be kept.
      ALTER TABLE import_rejected ADD COLUMN cells TEXT;
      -- The column that is at fault, where it is one.
      ALTER TABLE import_rejected ADD COLUMN fault TEXT;
    `)
  },
}
