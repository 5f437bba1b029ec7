/** Same condition as `isGtinType` in gtin.ts. */
const isGtinType = (column: string): string => {
  const type = `lower(trim(${column}))`
  return `(${type} = '' OR ${type} GLOB 'gtin*' OR ${type} GLOB 'upc*' OR ${type} GLOB 'ean*')`
}

/**
 * Data that a sandbox received in its role as a service: feeds with their items, and the Content+ of items
 * and retailers.
 */
export const sandboxTables = `
-- The body is stored as received, as evidence.
CREATE TABLE received_feed (
  seq INTEGER PRIMARY KEY,               -- order of processing
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('create', 'update', 'refresh', 'contentplus')),
  username TEXT NOT NULL,
  idempotency_key TEXT,
  body BLOB NOT NULL,
  body_hash BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('RECEIVED', 'INPROGRESS', 'PROCESSED', 'ERROR')),
  items INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  finished_at INTEGER,
  upc TEXT NOT NULL DEFAULT ''           -- product code in the path of an update; '' for other feeds
) STRICT;
CREATE UNIQUE INDEX received_feed_key ON received_feed (username, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX received_feed_open ON received_feed (seq) WHERE state IN ('RECEIVED', 'INPROGRESS');
CREATE INDEX received_feed_user ON received_feed (username, kind, seq);

-- The result of each item.
CREATE TABLE received_feed_item (
  feed INTEGER NOT NULL REFERENCES received_feed (seq) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  product_code TEXT NOT NULL,
  status TEXT NOT NULL,
  errors TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(errors)),   -- a list
  remarks TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (feed, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX received_feed_item_status ON received_feed_item (feed, status);
CREATE INDEX received_feed_item_code ON received_feed_item (product_code, feed) WHERE product_code <> '';

-- Items that are not processed yet; a row is deleted when its result is written.
CREATE TABLE received_feed_payload (
  feed INTEGER NOT NULL REFERENCES received_feed (seq) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  payload TEXT NOT NULL,                 -- the parsed item as JSON
  twin INTEGER,                          -- position of the last earlier item of the feed with one of the same GTINs
  PRIMARY KEY (feed, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE retailer_content (
  item TEXT NOT NULL,
  retailer TEXT NOT NULL,                -- '': content for every retailer
  xml BLOB NOT NULL,                     -- the <retailer> element of a Content+ feed
  updated_at INTEGER NOT NULL,
  content BLOB,                          -- the <contentPlus> element of an item feed; null: xml holds everything
  PRIMARY KEY (item, retailer)
) STRICT, WITHOUT ROWID;
-- An emptied catalog has no Content+. A rebuild does not change the documents.
CREATE TRIGGER retailer_content_ends AFTER DELETE ON item_document
  WHEN NOT EXISTS (SELECT 1 FROM item_document)
  BEGIN DELETE FROM retailer_content; END;

-- In a sandbox no two items have the same GTIN. A copy of a service's catalog keeps the GTINs of its service, and a
-- rebuild keeps existing ones. GTINs in shared_gtin are exempt.
CREATE TABLE shared_gtin (gtin14 TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TRIGGER one_item_for_each_gtin BEFORE INSERT ON item_code
WHEN new.gtin14 IS NOT NULL AND ${isGtinType('new.type')}
  AND (SELECT value FROM setting WHERE key = 'role') = '"sandbox"'
  AND EXISTS (
    SELECT 1 FROM item_code AS other
    WHERE other.gtin14 = new.gtin14 AND other.item <> new.item AND ${isGtinType('other.type')})
  AND NOT EXISTS (SELECT 1 FROM shared_gtin WHERE gtin14 = new.gtin14)
  AND NOT EXISTS (SELECT 1 FROM rebuild WHERE state = 'running')
BEGIN
  SELECT raise(ABORT, 'another item has this GTIN');
END;
`
