import type { Migration } from './migration.ts'

/**
 * Which names the program made, so that a page says them in its language. A draft has such a name while `name` is
 * `made_name`; names of before are taken for names that a person gave.
 */
export const migration: Migration = {
  number: 76,
  name: 'made names',
  up(db) {
    db.exec(`
      ALTER TABLE draft ADD COLUMN made_name TEXT;
      ALTER TABLE feed ADD COLUMN is_name_made INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE feed_batch ADD COLUMN is_name_made INTEGER NOT NULL DEFAULT 0;
    `)
  },
}
