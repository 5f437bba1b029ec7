import type { Migration } from './migration.ts'

/**
 * What a sync is to say beside its counts: how many items the service said that it has, and gave, where the two differ;
 * and which hosts pictures would have come from that the connection does not allow.
 */
export const migration: Migration = {
  number: 27,
  name: 'sync remarks',
  up(db) {
    db.exec(`
      ALTER TABLE sync_run ADD COLUMN items_said INTEGER;
      ALTER TABLE sync_run ADD COLUMN items_given INTEGER;
      ALTER TABLE picture ADD COLUMN refused_host TEXT;   -- of the last attempt that failed
    `)
  },
}
