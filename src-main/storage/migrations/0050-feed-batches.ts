import type { Migration } from './migration.ts'

/**
 * Feeds that were frozen together and are followed as one; what a person says of a feed in line (held, before the
 * others); and a trail in which words are found: what was sent where, and what was answered.
 */
export const migration: Migration = {
  number: 50,
  name: 'feed batches',
  up(db) {
    db.exec(`
      CREATE TABLE feed_batch (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        -- The sequence of its first feed: where it stands in the list.
        first INTEGER NOT NULL UNIQUE,
        -- Without those that were split.
        feeds INTEGER NOT NULL,
        items INTEGER NOT NULL,
        -- Of the feed that tells how the batch stands: src-shared/feeds/outbox/outbox-state.ts.
        state TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX feed_batch_state ON feed_batch (state, first);

      -- Null for a feed of its own.
      ALTER TABLE feed ADD COLUMN batch TEXT REFERENCES feed_batch (id) DEFERRABLE INITIALLY DEFERRED;
      -- Held by a person: until a moment, milliseconds, and for how long that was when it was said; or until it is let go.
      ALTER TABLE feed ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE feed ADD COLUMN held_until INTEGER;
      ALTER TABLE feed ADD COLUMN held_for INTEGER;
      -- Higher goes first, whatever came earlier; of the same items, what came earlier goes first all the same.
      ALTER TABLE feed ADD COLUMN urgency INTEGER NOT NULL DEFAULT 0;
      -- The HTTP status by which the service refused it as a whole.
      ALTER TABLE feed ADD COLUMN refused_with INTEGER;

      -- How many feeds of a batch are in each state, so that a batch of thousands is told at once.
      CREATE INDEX feed_in_batch ON feed (batch, state, sequence) WHERE batch IS NOT NULL;
      -- The list shows a batch as one row: these are the feeds it shows by themselves.
      CREATE INDEX feed_alone ON feed (state, sequence, batch) WHERE batch IS NULL;
      -- What a person is told of: what came to an end, or to need somebody, since a moment.
      CREATE INDEX feed_news ON feed (updated_at)
        WHERE batch IS NULL AND state IN ('done', 'partly-done', 'failed', 'uncertain');
      CREATE INDEX feed_batch_news ON feed_batch (updated_at)
        WHERE state IN ('done', 'partly-done', 'failed', 'uncertain');
      -- In the order in which they are sent.
      CREATE INDEX feed_line ON feed (urgency DESC, sequence) WHERE state = 'queued';
      CREATE INDEX feed_held ON feed (held_until) WHERE is_held = 1;

      -- Of a sending: where to, as whom, which bytes; of an answer: its HTTP status.
      ALTER TABLE feed_event ADD COLUMN detail TEXT CHECK (detail IS NULL OR json_valid(detail));
      CREATE INDEX feed_event_at ON feed_event (at);
      CREATE VIRTUAL TABLE outbox_trail USING fts5 (
        words, feed UNINDEXED, tokenize = 'unicode61 remove_diacritics 2'
      );
      INSERT INTO outbox_trail (words, feed)
        SELECT feed_event.message, feed.sequence FROM feed_event JOIN feed ON feed.id = feed_event.feed
        WHERE feed_event.event IS NOT NULL;
    `)
  },
}
