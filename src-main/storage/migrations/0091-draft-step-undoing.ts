import type { Migration } from './migration.ts'

/** Columns for the list of a draft's steps, and for steps that undo another one alone. */
export const migration: Migration = {
  number: 91,
  name: 'draft-step-undoing',
  up(db) {
    db.exec(`
      -- Number of items that the step changed.
      ALTER TABLE draft_step ADD COLUMN items INTEGER NOT NULL DEFAULT 0;
      -- Account that made the step; '' if unknown.
      ALTER TABLE draft_step ADD COLUMN made_by TEXT NOT NULL DEFAULT '';
      -- Number of the step of this draft that this step undoes.
      ALTER TABLE draft_step ADD COLUMN undoes INTEGER;
      -- Number of fields and items that keep a later value when a step is undone; null if it is undone exactly.
      ALTER TABLE draft_step ADD COLUMN kept INTEGER;
      UPDATE draft_step SET items =
        (SELECT count(DISTINCT change.value ->> 'key') FROM json_each(changes) change);
    `)
  },
}
