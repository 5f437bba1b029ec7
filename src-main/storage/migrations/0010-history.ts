import type { Migration } from './migration.ts'

/**
 * What items were before, and where each version came from. An item that has come once has no row of its own: where it
 * came from is told by the range its number is in. A version that is replaced gets a row and its compressed body.
 */
export const migration: Migration = {
  number: 10,
  name: 'history',
  up(db) {
    db.exec(`
      -- What brought items: a sync run, a feed, an import.
      CREATE TABLE item_origin (
        number INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        reference TEXT NOT NULL,               -- the run's, feed's or job's identifier
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

      -- One version taking the place of another.
      CREATE TABLE item_change (
        sequence INTEGER PRIMARY KEY,
        item INTEGER NOT NULL,                 -- item_document.seq
        origin INTEGER REFERENCES item_origin (number),   -- of the newer version
        received_at INTEGER NOT NULL,          -- of the newer version, milliseconds since the epoch
        fields TEXT NOT NULL CHECK (json_valid(fields)),  -- numbers of item_field, sorted by path
        hash BLOB NOT NULL                     -- of the earlier version's body
      ) STRICT;
      CREATE INDEX item_change_by_item ON item_change (item, sequence);
      CREATE INDEX item_change_by_origin ON item_change (origin, sequence, item);

      CREATE TABLE item_field (
        number INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE              -- in the record, without positions
      ) STRICT;
      -- The changes of an origin by the fields they touched.
      CREATE TABLE item_change_field (
        origin INTEGER NOT NULL,
        field INTEGER NOT NULL,
        change INTEGER NOT NULL,
        PRIMARY KEY (origin, field, change)
      ) STRICT, WITHOUT ROWID;

      -- The earlier version of a change, apart, so that lists do not read past it.
      CREATE TABLE item_earlier (
        change INTEGER PRIMARY KEY REFERENCES item_change (sequence) ON DELETE CASCADE,
        dictionary INTEGER REFERENCES item_dictionary (number),   -- absent: compressed without
        length INTEGER NOT NULL,               -- bytes of the body
        body BLOB NOT NULL                     -- zstd
      ) STRICT;
      -- What compressed bodies refer to. Never changed: a better one is a further row.
      CREATE TABLE item_dictionary (
        number INTEGER PRIMARY KEY,
        content BLOB NOT NULL
      ) STRICT;
    `)
  },
}
