/**
 * Feeds to be sent to the service. Each change of `feed.state` has a row in `feed_event`, written in the same
 * transaction.
 */
export const outboxTables = `
CREATE TABLE feed (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  -- Product code in the path of the request; only for the kind 'update'.
  upc TEXT,
  item_count INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Number of status requests since the last change of state; the pause between them grows with this number.
  asked INTEGER NOT NULL DEFAULT 0,
  -- When the next request is due, milliseconds since the epoch; null: as soon as possible.
  next_at INTEGER,
  -- Start of the last attempt, and the newest feed that the service had for this user just before.
  sent_at INTEGER,
  newest_before TEXT,
  upstream_feed_id TEXT,
  feed_status TEXT,
  received INTEGER, succeeded INTEGER, failed INTEGER, processing INTEGER,
  note TEXT,
  -- The problems for which the service refused the entire feed.
  problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems)),
  -- User of the local API who posted the feed, and the idempotency key; null for a feed drafted here.
  posted_by TEXT,
  posted_key TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Sequence number of its last send within the workspace (outbox.sendings); null before the first.
  sending INTEGER,
  -- Null for a feed without a batch.
  batch TEXT REFERENCES feed_batch (id) DEFERRABLE INITIALLY DEFERRED,
  -- 1: held by a person, until held_until (held_for milliseconds after it was held) or, if null, until it is released.
  is_held INTEGER NOT NULL DEFAULT 0,
  held_until INTEGER,
  held_for INTEGER,
  -- Feeds with a higher urgency are sent first; feeds about the same item keep their order.
  urgency INTEGER NOT NULL DEFAULT 0,
  -- HTTP status with which the service refused the entire feed.
  refused_with INTEGER,
  -- As draft.name_parts.
  name_parts TEXT CHECK (json_valid(name_parts)),
  -- The service that the feed was queued for, as in outbox.service; null if none was connected.
  service TEXT,
  -- The folded name, for searching.
  folded TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX feed_state ON feed (state, sequence);
CREATE INDEX feed_upstream ON feed (upstream_feed_id) WHERE upstream_feed_id IS NOT NULL;
CREATE UNIQUE INDEX feed_posted_key ON feed (posted_by, posted_key) WHERE posted_key IS NOT NULL;
CREATE INDEX feed_posted_by ON feed (posted_by, kind, sequence) WHERE posted_by IS NOT NULL;
-- Feeds whose status is requested next, the most urgent first.
CREATE INDEX feed_due ON feed (coalesce(next_at, 0), sequence)
  WHERE state IN ('looked-for', 'acknowledged', 'processing', 'uncertain');
CREATE INDEX feed_sending ON feed (sending) WHERE sending IS NOT NULL;
CREATE INDEX feed_name ON feed (state, folded);
-- Feeds with the same payload, by state.
CREATE INDEX feed_payload ON feed (sha256, kind, state);
-- Number of feeds of a batch in each state: a batch may have thousands of feeds.
CREATE INDEX feed_in_batch ON feed (batch, state, sequence) WHERE batch IS NOT NULL;
-- Feeds that are listed individually; a batch is listed as one row.
CREATE INDEX feed_alone ON feed (state, sequence, batch) WHERE batch IS NULL;
-- Feeds that ended or need attention, by time: the notifications.
CREATE INDEX feed_news ON feed (updated_at)
  WHERE batch IS NULL AND state IN ('done', 'partly-done', 'failed', 'uncertain');
-- Queued feeds in the order in which they are sent.
CREATE INDEX feed_line ON feed (urgency DESC, sequence) WHERE state = 'queued';
CREATE INDEX feed_held ON feed (held_until) WHERE is_held = 1;
-- Number of open feeds of each service.
CREATE INDEX feed_service ON feed (service, state)
  WHERE state IN ('queued', 'sending', 'looked-for', 'acknowledged', 'processing', 'uncertain');

-- Feeds that were frozen together and are followed as one.
CREATE TABLE feed_batch (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- feed.sequence of its first feed: its position in the list.
  first INTEGER NOT NULL UNIQUE,
  -- Number of feeds, without those that were split.
  feeds INTEGER NOT NULL,
  items INTEGER NOT NULL,
  -- State of the feed that represents the batch.
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- As draft.name_parts.
  name_parts TEXT CHECK (json_valid(name_parts))
) STRICT;
CREATE INDEX feed_batch_state ON feed_batch (state, first);
CREATE INDEX feed_batch_news ON feed_batch (updated_at)
  WHERE state IN ('done', 'partly-done', 'failed', 'uncertain');

-- The payload, which never changes: sha256 and bytes of the feed are those of this body. It is in a separate table, so
-- that lists do not scan its bytes, and a change of the feed does not write it again.
CREATE TABLE feed_body (
  feed INTEGER PRIMARY KEY REFERENCES feed (sequence) ON DELETE CASCADE,
  body BLOB NOT NULL
) STRICT;

-- The items in a feed.
CREATE TABLE feed_code (
  feed TEXT NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  -- GTIN-14 of the item; the code as given if it is not a GTIN; the item's identifier in a Content+ feed.
  code TEXT NOT NULL,
  -- The code as the sender wrote it, as used in status responses; null if it is the same.
  given TEXT,
  -- The item's name in the feed; null for none.
  title TEXT,
  PRIMARY KEY (feed, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX feed_code_code ON feed_code (code, feed);

-- Codes of feeds that are under way or uncertain: a later feed about the same item waits for them.
CREATE TABLE open_feed_code (
  code TEXT NOT NULL,
  feed INTEGER NOT NULL REFERENCES feed (sequence) ON DELETE CASCADE,
  -- 1: a person let later feeds go ahead.
  released INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (code, feed)
) STRICT, WITHOUT ROWID;

CREATE TABLE feed_event (
  feed TEXT NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- Null for the first: the feed was frozen.
  event TEXT,
  state TEXT NOT NULL,
  message TEXT NOT NULL,
  -- JSON: address, user and hash of the bytes for a sent feed; the HTTP status for a response.
  detail TEXT CHECK (detail IS NULL OR json_valid(detail)),
  PRIMARY KEY (feed, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX feed_event_at ON feed_event (at);

-- Full-text index of events, with folded words.
CREATE VIRTUAL TABLE outbox_trail USING fts5 (words, feed UNINDEXED, tokenize = 'ascii');

CREATE TABLE feed_result (
  feed TEXT NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  product_code TEXT NOT NULL,
  ingestion_status TEXT NOT NULL,
  problems TEXT NOT NULL CHECK (json_valid(problems)),
  PRIMARY KEY (feed, position)
) STRICT, WITHOUT ROWID;

-- State just before a feed was sent, to determine whether it arrived if its acknowledgement is lost. Deleted when
-- the result of the feed is known.
CREATE TABLE feed_before (
  feed INTEGER PRIMARY KEY REFERENCES feed (sequence) ON DELETE CASCADE,
  -- Values of the items in the catalog; JSON, see look-up-items.ts.
  view TEXT NOT NULL CHECK (json_valid(view)),
  -- Names of our other feeds under way about the same items; JSON.
  rivals TEXT NOT NULL CHECK (json_valid(rivals)),
  -- HTTP status with which the service rejected the feed.
  answer INTEGER,
  -- Number of lookups since then that did not find the feed.
  misses INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Rules of our checks that only warn, but for which a service refused a feed: for that service they are errors.
CREATE TABLE refused_rule (
  -- As in outbox.service; '' if none was connected.
  service TEXT NOT NULL,
  -- Code of the warning, and its field without positions.
  code TEXT NOT NULL,
  field TEXT NOT NULL,
  -- The refused feed, and when it was refused.
  feed TEXT NOT NULL,
  feed_name TEXT NOT NULL,
  feed_name_parts TEXT CHECK (json_valid(feed_name_parts)),
  refused_at INTEGER NOT NULL,
  PRIMARY KEY (service, code, field)
) STRICT, WITHOUT ROWID;

-- State of the entire outbox; one row.
CREATE TABLE outbox (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  paused INTEGER NOT NULL DEFAULT 0,
  -- Whether the last contact succeeded; null before the first.
  reachable INTEGER,
  reason TEXT,
  needs_credentials INTEGER NOT NULL DEFAULT 0,
  -- Nothing is sent before this time, milliseconds since the epoch.
  hold_until INTEGER,
  -- Identity of the workspace; null until it first sends. A copy has the same until it sends itself.
  instance TEXT,
  -- Number of sends started since the workspace was created.
  sendings INTEGER NOT NULL DEFAULT 0,
  -- The connected service: address and user name, separated by a space. Null until one is connected.
  service TEXT
) STRICT;
INSERT INTO outbox (only) VALUES (1);
`
