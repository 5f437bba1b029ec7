import type { Migration } from './migration.ts'

/**
 * The history of sync runs. The one that has not ended carries the checkpoint: what is still to be asked for. It is
 * written in the transaction of the page it stands behind.
 */
export const migration: Migration = {
  number: 3,
  name: 'sync',
  up(db) {
    db.exec(`
      CREATE TABLE sync_run (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        outcome TEXT NOT NULL,
        phase TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        items_total INTEGER,
        items_done INTEGER NOT NULL DEFAULT 0,
        items_new INTEGER NOT NULL DEFAULT 0,
        items_changed INTEGER NOT NULL DEFAULT 0,
        items_unchanged INTEGER NOT NULL DEFAULT 0,
        pictures_total INTEGER NOT NULL DEFAULT 0,
        pictures_done INTEGER NOT NULL DEFAULT 0,
        bytes INTEGER NOT NULL DEFAULT 0,
        note TEXT,
        -- Where to go on, as JSON; its shape is in src-main/sync/checkpoint.ts.
        checkpoint TEXT NOT NULL CHECK (json_valid(checkpoint))
      ) STRICT;

      -- Up to when the copy is complete; one row, absent before the first completed run.
      CREATE TABLE sync_watermark (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        -- The start of the last completed run, milliseconds by this computer's clock: for people.
        complete_at INTEGER NOT NULL,
        -- The latest lastUpdated that run could have seen, milliseconds by the service's clock: for the next run.
        updated_up_to INTEGER NOT NULL
      ) STRICT;
    `)
  },
}
