import type { Migration } from './migration.ts'

/**
 * What the sandbox has received: feeds with their items, the Content+ kept for items and retailers, and how many
 * item records each user of the local API has downloaded.
 */
export const migration: Migration = {
  number: 5,
  name: 'received-feeds',
  up(db) {
    db.exec(`
      -- seq orders the queue and "the newest feed". The body is kept as it came, as evidence.
      CREATE TABLE received_feed (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL CHECK (kind IN ('create', 'update', 'refresh', 'contentplus')),
        username TEXT NOT NULL,
        idempotency_key TEXT,
        body BLOB NOT NULL,
        body_hash BLOB NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('RECEIVED', 'INPROGRESS', 'PROCESSED', 'ERROR')),
        items INTEGER NOT NULL,
        received_at INTEGER NOT NULL,
        finished_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX received_feed_key ON received_feed (username, idempotency_key) WHERE idempotency_key IS NOT NULL;
      CREATE INDEX received_feed_open ON received_feed (seq) WHERE state IN ('RECEIVED', 'INPROGRESS');
      CREATE INDEX received_feed_user ON received_feed (username, kind, seq);

      -- What became of each item. errors: a JSON list.
      CREATE TABLE received_feed_item (
        feed INTEGER NOT NULL REFERENCES received_feed (seq) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        product_code TEXT NOT NULL,
        status TEXT NOT NULL,
        errors TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(errors)),
        remarks TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (feed, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX received_feed_item_status ON received_feed_item (feed, status);

      -- What is still to be processed: an item's parsed value as JSON, gone as soon as its result is there.
      CREATE TABLE received_feed_payload (
        feed INTEGER NOT NULL REFERENCES received_feed (seq) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        payload TEXT NOT NULL,
        PRIMARY KEY (feed, position)
      ) STRICT, WITHOUT ROWID;

      -- xml: a <retailer> element of the Content+ payload. retailer '' is content for every retailer.
      CREATE TABLE retailer_content (
        item TEXT NOT NULL,
        retailer TEXT NOT NULL,
        xml BLOB NOT NULL,
        updated_at INTEGER NOT NULL,
        PRIMARY KEY (item, retailer)
      ) STRICT, WITHOUT ROWID;

      -- day: YYYY-MM-DD, UTC.
      CREATE TABLE api_usage (
        username TEXT NOT NULL,
        day TEXT NOT NULL,
        items INTEGER NOT NULL,
        PRIMARY KEY (username, day)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
