import type { Migration } from './migration.ts'

/**
 * The outbox with tens of thousands of feeds. Payloads stand in a table of their own: beside the columns that change,
 * each was walked through to read what a list shows, and written anew whenever a feed was asked about. Feeds that are
 * finished are in none of the places where the outbox looks for something to do.
 */
export const migration: Migration = {
  number: 18,
  name: 'feed windows',
  up(db) {
    db.exec(`
      -- Never changes: sha256 and length of the feed are of these bytes.
      CREATE TABLE feed_body (
        feed INTEGER PRIMARY KEY REFERENCES feed (sequence) ON DELETE CASCADE,
        body BLOB NOT NULL
      ) STRICT;
      INSERT INTO feed_body SELECT sequence, body FROM feed;
      ALTER TABLE feed DROP COLUMN body;

      -- What feeds on their way or in doubt are about: a later feed about the same waits for them.
      CREATE TABLE open_feed_code (
        code TEXT NOT NULL,
        feed INTEGER NOT NULL REFERENCES feed (sequence) ON DELETE CASCADE,
        PRIMARY KEY (code, feed)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO open_feed_code
        SELECT DISTINCT feed_code.code, feed.sequence FROM feed JOIN feed_code ON feed_code.feed = feed.id
        WHERE feed.state IN ('queued', 'sending', 'acknowledged', 'processing', 'uncertain');

      -- Whom to ask about next, the most urgent first.
      CREATE INDEX feed_due ON feed (coalesce(next_at, 0), sequence)
        WHERE state IN ('acknowledged', 'processing', 'uncertain');
      -- Words in names are looked for here, not in the rows.
      CREATE INDEX feed_name ON feed (state, name);
      DROP INDEX feed_posted_by;
      CREATE INDEX feed_posted_by ON feed (posted_by, kind, sequence) WHERE posted_by IS NOT NULL;

      -- Everything the list of drafts shows: their payloads are not walked through for it.
      DROP INDEX draft_updated;
      CREATE INDEX draft_listed
        ON draft (updated_at DESC, id, kind, name, revision, item_count, error_count, created_at);
    `)
  },
}
