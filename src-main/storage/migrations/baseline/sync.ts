/**
 * Sync runs. The plan of a run is split into slices. Each slice has its own checkpoint, which is written in
 * the same transaction as the page before it.
 */
export const syncTables = `
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
  -- Where an interrupted run continues: RunProgress in src-main/sync/store/run-rows.ts, as JSON.
  checkpoint TEXT NOT NULL CHECK (json_valid(checkpoint)),
  -- SyncPlan in src-shared/sync/model.ts, as JSON.
  plan TEXT CHECK (plan IS NULL OR json_valid(plan)),
  -- The reason of a pause, and its end in milliseconds since the epoch, if known.
  pause_reason TEXT,
  pause_until INTEGER,
  -- The cause of a failure: one of syncFailures in src-shared/sync/model.ts.
  failure TEXT,
  -- Items that the service no longer lists, and items that it lists again, as this run found.
  items_gone INTEGER NOT NULL DEFAULT 0,
  items_returned INTEGER NOT NULL DEFAULT 0,
  -- Pages put into quarantine.
  set_aside INTEGER NOT NULL DEFAULT 0,
  -- The number of items that the service announced, and the number that it sent, if they differ.
  items_said INTEGER,
  items_given INTEGER
) STRICT;

-- A part of a run's plan with its own progress.
CREATE TABLE sync_slice (
  run INTEGER NOT NULL REFERENCES sync_run (sequence) ON DELETE CASCADE,
  number INTEGER NOT NULL,               -- slices begin in this order
  task TEXT NOT NULL CHECK (json_valid(task)),       -- what is requested: SliceTask in src-main/sync/plan.ts
  state TEXT NOT NULL,                   -- 'waiting', 'reading' or 'done'
  total INTEGER,                         -- number of records, once it is known
  done INTEGER NOT NULL DEFAULT 0,
  reading TEXT NOT NULL CHECK (json_valid(reading)), -- where to continue: SliceReading in src-main/sync/plan.ts
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

-- Items that a run has received so far; deleted when the run is completed.
CREATE TABLE sync_seen (
  run INTEGER NOT NULL REFERENCES sync_run (sequence) ON DELETE CASCADE,
  purpose TEXT NOT NULL,                 -- 'items' or 'verified'
  item INTEGER NOT NULL,                 -- item_document.seq
  slice INTEGER NOT NULL,
  pass INTEGER NOT NULL,
  PRIMARY KEY (run, purpose, item)
) STRICT, WITHOUT ROWID;

-- Pages whose document could not be read, as received.
CREATE TABLE sync_quarantine (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL,
  at INTEGER NOT NULL,                   -- milliseconds since the epoch
  tried_at INTEGER,                      -- time of the last retry
  task TEXT NOT NULL CHECK (json_valid(task)),
  query TEXT NOT NULL CHECK (json_valid(query)),     -- parameters of the request
  error TEXT NOT NULL,
  answer BLOB NOT NULL
) STRICT;

-- The time up to which the copy is complete; no row before the first completed run.
CREATE TABLE sync_watermark (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  -- Start of the last completed run, by this computer's clock, for display.
  complete_at INTEGER NOT NULL,
  -- Latest lastUpdated that the run could have received, by the service's clock: the next run starts there.
  updated_up_to INTEGER NOT NULL
) STRICT;
`
