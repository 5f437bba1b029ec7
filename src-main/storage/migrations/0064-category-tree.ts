import type { Migration } from './migration.ts'

/** Categories stand below wider ones, where anybody says so. */
export const migration: Migration = {
  number: 64,
  name: 'category tree',
  up(db) {
    db.exec(`
      -- Identifier of the wider entry of the same kind; empty where none is known.
      ALTER TABLE lookup ADD COLUMN parent TEXT NOT NULL DEFAULT '';
      CREATE INDEX lookup_by_parent ON lookup (kind, parent, name, id) WHERE parent <> '';
    `)
  },
}
