import type { Migration } from './migration.ts'

/** Steps over several drafts: joining them, and moving items from one to another. */
export const migration: Migration = {
  number: 81,
  name: 'shared steps',
  up(db) {
    db.exec(`
      -- Of a step over several drafts: [{"draft", "number"}] of all its rows; null for a step of one draft.
      ALTER TABLE draft_step ADD COLUMN shared TEXT;
    `)
  },
}
