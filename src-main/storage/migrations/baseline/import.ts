/** Imports of files: their progress, and the rows that were rejected. */
export const importTables = `
CREATE TABLE import_job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  file TEXT NOT NULL,
  target TEXT NOT NULL CHECK (target IN ('catalog', 'drafts')),
  state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'cancelled', 'failed')),
  rows_read INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  bytes_read INTEGER NOT NULL DEFAULT 0,
  bytes_total INTEGER NOT NULL,
  started_at INTEGER NOT NULL,   -- milliseconds since the epoch
  ended_at INTEGER,
  note TEXT,
  -- 1: the file was only read, nothing was imported.
  dry INTEGER NOT NULL DEFAULT 0,
  -- The result of each column, as JSON; null until the job has ended.
  report TEXT,
  -- The mapping of rows to items, as JSON, so that a corrected row is converted the same way; null until it is known.
  plan TEXT,
  -- The draft that received the rows. It may have been queued or deleted since.
  draft TEXT,
  -- Last line that was processed, written with the items of its step; null before the first step.
  through INTEGER,
  -- Hash of the file when the import started; null for an import that cannot continue after an interruption.
  sha256 TEXT,
  -- Options for reading the file that are not in the plan: sheet, encoding and separator.
  chosen TEXT CHECK (json_valid(chosen))
) STRICT;
CREATE INDEX import_job_running ON import_job (seq) WHERE state = 'running';

CREATE TABLE import_rejected (
  job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  code TEXT NOT NULL,
  reason TEXT NOT NULL,
  raw TEXT NOT NULL,             -- the row as it was read, shortened
  -- The cells with their columns, as last corrected, as JSON; null if there are too many to keep.
  cells TEXT,
  -- The column that caused the rejection, if it is a single one.
  fault TEXT,
  PRIMARY KEY (job, line)
) STRICT, WITHOUT ROWID;

-- GTINs that an import accepted: a corrected row is rejected if another row of its file has the same GTIN.
CREATE TABLE import_gtin (
  job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
  -- Pairs of 64-bit floats, one for each row that a step accepted: the GTIN as a number, and its line.
  taken BLOB NOT NULL
) STRICT;
CREATE INDEX import_gtin_by_job ON import_gtin (job);

-- Choices for earlier files, suggested for files with the same columns.
CREATE TABLE import_memory (
  columns TEXT NOT NULL PRIMARY KEY,   -- names of the columns in alphabetical order, as JSON
  chosen TEXT NOT NULL,                -- the mapping, and what to do with names that are in no list, as JSON
  used_at INTEGER NOT NULL             -- milliseconds since the epoch
) STRICT, WITHOUT ROWID;
`
