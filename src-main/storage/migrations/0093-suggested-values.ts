import type { Migration } from './migration.ts'

/**
 * Checks all items of drafts again: their stored problems lack the rules about percentages and languages, and the
 * suggested categories.
 */
export const migration: Migration = {
  number: 93,
  name: 'suggested-values',
  up(db) {
    db.exec('UPDATE draft_item SET checked_revision = min(checked_revision, 0) - 1')
  },
}
