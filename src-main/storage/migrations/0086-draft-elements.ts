import type { Migration } from './migration.ts'

/** Items of a draft are checked as values; their XML is written when the draft is sent. */
export const migration: Migration = {
  number: 86,
  name: 'draft-elements',
  up(db) {
    db.exec('ALTER TABLE draft_item DROP COLUMN element')
  },
}
