import type { Migration } from './migration.ts'

/** What items should have, as people write it for themselves, a feed kind or a retailer. */
export const migration: Migration = {
  number: 40,
  name: 'requirement profiles',
  up(db) {
    db.exec(`
      CREATE TABLE requirement_profile (
        id TEXT NOT NULL PRIMARY KEY,
        content TEXT NOT NULL CHECK (json_valid(content)), -- as src-shared/completeness/model.ts describes it
        created_at INTEGER NOT NULL,                       -- milliseconds since the epoch
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
