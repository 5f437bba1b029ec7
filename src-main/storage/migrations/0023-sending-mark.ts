import type { Migration } from './migration.ts'

/** What a workspace knows of its own sendings, to be held against what the computer has seen it send. */
export const migration: Migration = {
  number: 23,
  name: 'sending mark',
  up(db) {
    db.exec(`
      -- Which workspace this is; null until it first sends. A copy has the same, until it sends itself.
      ALTER TABLE outbox ADD COLUMN instance TEXT;
      -- How many sendings were begun, ever.
      ALTER TABLE outbox ADD COLUMN sendings INTEGER NOT NULL DEFAULT 0;
    `)
  },
}
