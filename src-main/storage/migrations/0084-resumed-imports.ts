import type { Migration } from './migration.ts'

/** An import into a draft that was interrupted goes on with the row after the last one that it wrote. */
export const migration: Migration = {
  number: 84,
  name: 'resumed imports',
  up(db) {
    db.exec(`
      -- The last line whose row was dealt with, written with the items of its step; null before the first step.
      ALTER TABLE import_job ADD COLUMN through INTEGER;
      -- Of the file, as it was when the import began; null where the import does not go on after an interruption.
      ALTER TABLE import_job ADD COLUMN sha256 TEXT;
      -- How the file was chosen to be read, beside the plan: sheet, encoding and separator.
      ALTER TABLE import_job ADD COLUMN chosen TEXT CHECK (json_valid(chosen));
    `)
  },
}
