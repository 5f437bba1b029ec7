import type { Migration } from './migration.ts'

/**
 * Adds the offending value of a problem, by which problems are grouped. All items are checked again, because
 * the stored problems lack it.
 */
export const migration: Migration = {
  number: 89,
  name: 'problem-values',
  up(db) {
    db.exec(`ALTER TABLE draft_problem ADD COLUMN found TEXT NOT NULL DEFAULT '';
      UPDATE draft_item SET checked_revision = min(checked_revision, 0) - 1`)
  },
}
