import type { Migration } from './migration.ts'

/**
 * Lets an import make several drafts, one per kind of feed. Stores the rows of a dry run by their class, and
 * the grid columns of a draft that was made from a file.
 */
export const migration: Migration = {
  number: 87,
  name: 'import-rows',
  up(db) {
    db.exec(`
      -- The drafts that received rows of an import. They may have been queued or deleted since.
      CREATE TABLE import_draft (
        job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        draft TEXT NOT NULL,
        PRIMARY KEY (job, kind)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO import_draft (job, kind, draft)
        SELECT seq, 'create', draft FROM import_job WHERE draft IS NOT NULL;
      ALTER TABLE import_job DROP COLUMN draft;
      -- Rows that were left out because of the choice for their class.
      ALTER TABLE import_job ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
      -- When a person undid the import; null if it was not undone.
      ALTER TABLE import_job ADD COLUMN undone_at INTEGER;

      -- The readable rows of a dry run, compared with the catalog.
      CREATE TABLE import_row (
        job INTEGER NOT NULL REFERENCES import_job (seq) ON DELETE CASCADE,
        line INTEGER NOT NULL,
        class TEXT NOT NULL CHECK (class IN ('new', 'changed', 'unchanged')),
        gtin TEXT NOT NULL,            -- padded to 14 digits
        title TEXT NOT NULL,
        -- Identifier of the catalog item; '' for a new one.
        about TEXT NOT NULL,
        -- The fields that differ from the catalog, as JSON.
        fields TEXT NOT NULL CHECK (json_valid(fields)),
        -- Number of these fields that a feed of each kind can change, as JSON.
        carried TEXT NOT NULL CHECK (json_valid(carried)),
        PRIMARY KEY (job, line)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX import_row_by_class ON import_row (job, class, line);

      -- Columns of the grid (GridLayout), as JSON; null for the columns of the kind of feed.
      ALTER TABLE draft ADD COLUMN grid TEXT CHECK (json_valid(grid));
    `)
  },
}
