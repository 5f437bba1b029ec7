/**
 * Earlier versions of items, and the origin of each version. An item received only once has no row here: its
 * origin is that of the range that contains its number. A replaced version gets a row with its compressed
 * body.
 */
export const historyTables = `
-- Origins of item versions: a sync run, a feed or an import.
CREATE TABLE item_origin (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  reference TEXT NOT NULL,               -- identifier of the run, feed or job
  UNIQUE (kind, reference)
) STRICT;

-- Items received for the first time, as ranges of item_document.seq.
CREATE TABLE item_arrival (
  first INTEGER PRIMARY KEY,
  last INTEGER NOT NULL CHECK (last >= first),
  origin INTEGER REFERENCES item_origin (number),
  received_at INTEGER NOT NULL           -- milliseconds since the epoch
) STRICT;
CREATE INDEX item_arrival_by_origin ON item_arrival (origin, first, last);

-- Each replacement of a version by a newer one.
CREATE TABLE item_change (
  sequence INTEGER PRIMARY KEY,
  item INTEGER NOT NULL,                 -- item_document.seq
  origin INTEGER REFERENCES item_origin (number),   -- origin of the newer version
  received_at INTEGER NOT NULL,          -- when the newer version was received, milliseconds since the epoch
  fields TEXT NOT NULL CHECK (json_valid(fields)),  -- numbers of item_field, in the order of their paths
  hash BLOB NOT NULL                     -- hash of the body of the earlier version
) STRICT;
CREATE INDEX item_change_by_item ON item_change (item, sequence);
CREATE INDEX item_change_by_origin ON item_change (origin, sequence, item);

CREATE TABLE item_field (
  number INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE              -- path in the record, without positions
) STRICT;
-- The changes of an origin, by changed field.
CREATE TABLE item_change_field (
  origin INTEGER NOT NULL,
  field INTEGER NOT NULL,
  change INTEGER NOT NULL,
  PRIMARY KEY (origin, field, change)
) STRICT, WITHOUT ROWID;

-- The earlier version of a change, in a separate table, so that lists do not scan its bytes.
CREATE TABLE item_earlier (
  change INTEGER PRIMARY KEY REFERENCES item_change (sequence) ON DELETE CASCADE,
  dictionary INTEGER REFERENCES item_dictionary (number),   -- null: compressed without a dictionary
  length INTEGER NOT NULL,               -- bytes of the uncompressed body
  body BLOB NOT NULL                     -- zstd
) STRICT;
-- Dictionaries of compressed bodies. A row never changes: a better dictionary is a new row.
CREATE TABLE item_dictionary (
  number INTEGER PRIMARY KEY,
  content BLOB NOT NULL
) STRICT;

-- Items that a sync run found to be no longer listed by the service. The row is part of the run's changes, even after
-- the item returned. Items that are missing now are in item_absence.
CREATE TABLE item_gone (
  origin INTEGER NOT NULL REFERENCES item_origin (number),
  item INTEGER NOT NULL,                 -- item_document.seq
  received_at INTEGER NOT NULL,          -- when the service last sent the item, milliseconds since the epoch
  PRIMARY KEY (origin, item)
) STRICT, WITHOUT ROWID;
`
