import type { Migration } from './migration.ts'

/**
 * Plans, slices, what a run has seen, what the service no longer lists, and pages that could not be read.
 *
 * A run is a plan cut into slices; each slice has a checkpoint of its own, written in the transaction of the page it
 * stands behind. Runs of before have no plan: they are history and are not continued.
 */
export const migration: Migration = {
  number: 13,
  name: 'sync plans',
  up(db) {
    db.exec(`
      -- JSON; its shape is SyncPlan in src-shared/rpc/sync-contract.ts.
      ALTER TABLE sync_run ADD COLUMN plan TEXT CHECK (plan IS NULL OR json_valid(plan));
      -- Why it pauses, and until when (milliseconds) where that is known.
      ALTER TABLE sync_run ADD COLUMN pause_reason TEXT;
      ALTER TABLE sync_run ADD COLUMN pause_until INTEGER;
      -- What made it fail, as a word of syncFailures in src-shared/rpc/sync-contract.ts.
      ALTER TABLE sync_run ADD COLUMN failure TEXT;
      -- Items the service no longer lists and items it lists again, as this run found.
      ALTER TABLE sync_run ADD COLUMN items_gone INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sync_run ADD COLUMN items_returned INTEGER NOT NULL DEFAULT 0;
      -- Pages that went to quarantine.
      ALTER TABLE sync_run ADD COLUMN set_aside INTEGER NOT NULL DEFAULT 0;

      -- A part of a run's plan that is read by itself.
      CREATE TABLE sync_slice (
        run INTEGER NOT NULL REFERENCES sync_run (sequence) ON DELETE CASCADE,
        number INTEGER NOT NULL,               -- in the order they are begun
        task TEXT NOT NULL CHECK (json_valid(task)),       -- what it asks for; SliceTask in src-main/sync/plan.ts
        state TEXT NOT NULL,                   -- 'waiting', 'reading' or 'done'
        total INTEGER,                         -- records it holds, once known
        done INTEGER NOT NULL DEFAULT 0,
        reading TEXT NOT NULL CHECK (json_valid(reading)), -- where to go on; SliceReading in src-main/sync/plan.ts
        PRIMARY KEY (run, number)
      ) STRICT, WITHOUT ROWID;

      -- What a run that is not completed has met, by the number of the item's document: purpose 'items' or 'verified'.
      CREATE TABLE sync_seen (
        run INTEGER NOT NULL REFERENCES sync_run (sequence) ON DELETE CASCADE,
        purpose TEXT NOT NULL,
        item INTEGER NOT NULL,
        slice INTEGER NOT NULL,
        pass INTEGER NOT NULL,
        PRIMARY KEY (run, purpose, item)
      ) STRICT, WITHOUT ROWID;

      -- Pages whose document could not be read, kept as they came.
      CREATE TABLE sync_quarantine (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        run TEXT NOT NULL,
        at INTEGER NOT NULL,                   -- milliseconds since the epoch
        tried_at INTEGER,                      -- the last retry
        task TEXT NOT NULL CHECK (json_valid(task)),
        query TEXT NOT NULL CHECK (json_valid(query)),     -- the parameters of the call
        error TEXT NOT NULL,
        answer BLOB NOT NULL
      ) STRICT;

      -- Items a complete reading of the service's catalog did not meet. They are kept; the row goes when they return.
      -- It belongs to the catalog, and is no projection: a rebuild leaves it alone.
      CREATE TABLE item_absence (
        item INTEGER PRIMARY KEY REFERENCES item_document (seq) ON DELETE CASCADE,
        since INTEGER NOT NULL                 -- when the service last gave it, milliseconds since the epoch
      ) STRICT;

      -- Items that are kept in a smaller profile than 'complete'.
      CREATE TABLE item_profile (
        item INTEGER PRIMARY KEY REFERENCES item_document (seq) ON DELETE CASCADE,
        profile TEXT NOT NULL
      ) STRICT;
    `)
  },
}
