import type { Migration } from './migration.ts'

/**
 * Drafts, and the feeds frozen from them. `feed.body` never changes after it is frozen: sha256 and length are of
 * these bytes. Every change of `feed.state` has its row in `feed_event`, written in the same transaction.
 */
export const migration: Migration = {
  number: 4,
  name: 'outbox',
  up(db) {
    db.exec(`
      CREATE TABLE draft (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        xml TEXT NOT NULL,
        revision INTEGER NOT NULL,
        item_count INTEGER NOT NULL,
        error_count INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX draft_updated ON draft (updated_at);

      CREATE TABLE feed (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        body BLOB NOT NULL,
        bytes INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        idempotency_key TEXT NOT NULL UNIQUE,
        -- Kind update only: the product code of the path.
        upc TEXT,
        item_count INTEGER NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        -- Attempts to follow or reconcile since the last change of state; the pause between them grows with it.
        asked INTEGER NOT NULL DEFAULT 0,
        -- When the next attempt or question is due, milliseconds; null: as soon as possible.
        next_at INTEGER,
        -- When the last attempt began, and the newest feed the service had for this user just before.
        sent_at INTEGER,
        newest_before TEXT,
        upstream_feed_id TEXT,
        feed_status TEXT,
        received INTEGER, succeeded INTEGER, failed INTEGER, processing INTEGER,
        note TEXT,
        -- Why the service refused the feed as a whole.
        problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems)),
        -- Who posted it to the local API, and under which key; null for feeds drafted here.
        posted_by TEXT,
        posted_key TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX feed_state ON feed (state, sequence);
      CREATE INDEX feed_upstream ON feed (upstream_feed_id) WHERE upstream_feed_id IS NOT NULL;
      CREATE UNIQUE INDEX feed_posted_key ON feed (posted_by, posted_key) WHERE posted_key IS NOT NULL;
      CREATE INDEX feed_posted_by ON feed (posted_by, sequence) WHERE posted_by IS NOT NULL;

      -- What a feed is about, so that feeds about the same thing keep their order.
      CREATE TABLE feed_code (
        feed TEXT NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        -- GTIN-14 of an item feed's item; the code as given where it is none; the item's id in a Content+ feed.
        code TEXT NOT NULL,
        PRIMARY KEY (feed, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX feed_code_code ON feed_code (code, feed);

      CREATE TABLE feed_event (
        feed TEXT NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
        sequence INTEGER NOT NULL,
        at INTEGER NOT NULL,
        -- Null for the first: the feed was frozen.
        event TEXT,
        state TEXT NOT NULL,
        message TEXT NOT NULL,
        PRIMARY KEY (feed, sequence)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE feed_result (
        feed TEXT NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        product_code TEXT NOT NULL,
        ingestion_status TEXT NOT NULL,
        problems TEXT NOT NULL CHECK (json_valid(problems)),
        PRIMARY KEY (feed, position)
      ) STRICT, WITHOUT ROWID;

      -- How the outbox as a whole stands; one row.
      CREATE TABLE outbox (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        paused INTEGER NOT NULL DEFAULT 0,
        -- Whether the last contact succeeded; null before the first.
        reachable INTEGER,
        reason TEXT,
        needs_credentials INTEGER NOT NULL DEFAULT 0,
        -- Nothing is sent before, milliseconds.
        hold_until INTEGER
      ) STRICT;
      INSERT INTO outbox (only) VALUES (1);
    `)
  },
}
