import type { Migration } from './migration.ts'

/** Adds the decisions of a person about names, which apply to the next file and the next draft. */
export const migration: Migration = {
  number: 88,
  name: 'name-decisions',
  up(db) {
    db.exec(`
CREATE TABLE name_decision (
  kind TEXT NOT NULL,                  -- a kind of name of an import, or the path of a field of a feed
  name TEXT NOT NULL,                  -- as spelled in the file or the draft
  choice TEXT NOT NULL CHECK (json_valid(choice)),
  decided_at INTEGER NOT NULL,         -- milliseconds since the epoch
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
`)
  },
}
