import type { Migration } from './migration.ts'

/** How many items the service said that it has, and gave, where the two differ. */
export const migration: Migration = {
  number: 27,
  name: 'contradicted totals',
  up(db) {
    db.exec(`
      ALTER TABLE sync_run ADD COLUMN items_said INTEGER;
      ALTER TABLE sync_run ADD COLUMN items_given INTEGER;
    `)
  },
}
