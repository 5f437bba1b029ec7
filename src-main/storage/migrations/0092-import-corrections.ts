import type { Migration } from './migration.ts'

/** Lets a person edit rejected rows as a grid, with undo, also in a dry run. */
export const migration: Migration = {
  number: 92,
  name: 'import-corrections',
  up(db) {
    db.exec(`
      -- 0: as in the file. 1: edited since the last check. 2: edited, checked, and still rejected.
      -- 3: a dry run found that it can be imported.
      ALTER TABLE import_rejected ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;
      -- Counts the changes of the row.
      ALTER TABLE import_rejected ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
      UPDATE import_rejected SET edited = 1 WHERE code = 'MENDED';
      CREATE INDEX import_rejected_edited ON import_rejected (job, edited, line);

      -- Edits of rejected rows, for undo and redo.
      CREATE TABLE import_rejected_step (
        job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        label TEXT NOT NULL,
        -- The cells of each row before and after the step, as JSON.
        changes TEXT NOT NULL CHECK (json_valid(changes)),
        undone INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (job, number)
      ) STRICT, WITHOUT ROWID;

      -- Rows of a file that were corrected in a dry run: the import reads them instead of those of the file.
      CREATE TABLE import_correction (
        job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
        line INTEGER NOT NULL,
        cells TEXT NOT NULL CHECK (json_valid(cells)),   -- the cells with their columns
        PRIMARY KEY (job, line)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
