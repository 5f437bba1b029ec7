import type { Migration } from './migration.ts'

/**
 * What is known just before a feed is sent, so that what it changed can be told should its acknowledgement get lost;
 * and feeds that were turned away and are looked for before they are sent again.
 */
export const migration: Migration = {
  number: 26,
  name: 'feed before',
  up(db) {
    db.exec(`
      -- Which sending of the workspace its last one was; null while it was sent by none that counted them.
      ALTER TABLE feed ADD COLUMN sending INTEGER;

      -- As long as it is not known what became of the feed.
      CREATE TABLE feed_before (
        feed INTEGER PRIMARY KEY REFERENCES feed (sequence) ON DELETE CASCADE,
        -- What the catalog showed of its items; JSON, see look-at-catalog.ts.
        view TEXT NOT NULL CHECK (json_valid(view)),
        -- Our other feeds about the same that were on their way; JSON, names.
        rivals TEXT NOT NULL CHECK (json_valid(rivals)),
        -- The HTTP status by which it was turned away.
        answer INTEGER,
        -- How often it was looked for since, and nothing of it was there.
        misses INTEGER NOT NULL DEFAULT 0
      ) STRICT;

      DROP INDEX feed_due;
      CREATE INDEX feed_due ON feed (coalesce(next_at, 0), sequence)
        WHERE state IN ('looked-for', 'acknowledged', 'processing', 'uncertain');
      CREATE INDEX feed_sending ON feed (sending) WHERE sending IS NOT NULL;
    `)
  },
}
