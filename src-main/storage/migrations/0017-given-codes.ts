import type { Migration } from './migration.ts'

/** Product codes of feeds in the outbox as their sender wrote them, whom a status answer names them to. */
export const migration: Migration = {
  number: 17,
  name: 'given codes',
  up(db) {
    db.exec(`
      -- Null where it is the same as the code, and for feeds from before.
      ALTER TABLE feed_code ADD COLUMN given TEXT;
    `)
  },
}
