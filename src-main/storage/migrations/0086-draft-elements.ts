import type { Migration } from './migration.ts'

/**
 * Drops the stored XML of draft items: items are validated as values, and the XML is written when the draft
 * is sent.
 */
export const migration: Migration = {
  number: 86,
  name: 'draft-elements',
  up(db) {
    db.exec('ALTER TABLE draft_item DROP COLUMN element')
  },
}
