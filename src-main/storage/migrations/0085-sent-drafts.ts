import type { Migration } from './migration.ts'

/** The address of a draft that was queued leads to its feed. */
export const migration: Migration = {
  number: 85,
  name: 'sent drafts',
  up(db) {
    db.exec(`
      -- Drafts that became feeds, and are gone.
      CREATE TABLE draft_sent (
        draft TEXT PRIMARY KEY,
        -- The feed, or the batch where there are several.
        sent_as TEXT NOT NULL,
        feeds INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
