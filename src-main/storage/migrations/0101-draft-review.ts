import type { Migration } from './migration.ts'

/** Who changed drafts and items last; review, assignment and discussion of drafts. */
export const migration: Migration = {
  number: 101,
  name: 'draft-review',
  up(db) {
    db.exec(`
      -- Name of the person (or account) who changed the draft last; '' if unknown.
      ALTER TABLE draft ADD COLUMN changed_by TEXT NOT NULL DEFAULT '';
      -- Who changed the item last, and when in milliseconds; null: not since this version of the program.
      ALTER TABLE draft_item ADD COLUMN changed_by TEXT;
      ALTER TABLE draft_item ADD COLUMN changed_at INTEGER;

      -- The review of a draft; a draft without a row is being worked on.
      CREATE TABLE draft_review (
        draft TEXT NOT NULL PRIMARY KEY REFERENCES draft (id) ON DELETE CASCADE,
        -- 'proposed', 'approved' or 'returned'.
        state TEXT NOT NULL,
        -- Revision of the draft that was proposed, approved or returned.
        revision INTEGER NOT NULL,
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        -- Word of the person to the others; '' for none.
        word TEXT NOT NULL DEFAULT ''
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE draft_assignment (
        draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
        -- Key of an item; 0 for the draft itself.
        key INTEGER NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (draft, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX draft_assignment_person ON draft_assignment (person);

      -- Comments and trail refer to no row of 'draft': they are kept when the draft becomes a feed.
      CREATE TABLE draft_comment (
        id TEXT NOT NULL PRIMARY KEY,
        draft TEXT NOT NULL,
        -- Key of an item; 0 for the draft itself.
        key INTEGER NOT NULL,
        -- '' once it is deleted.
        text TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        edited_at INTEGER,
        deleted_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX draft_comment_draft ON draft_comment (draft, at);

      CREATE TABLE draft_mention (
        comment TEXT NOT NULL REFERENCES draft_comment (id) ON DELETE CASCADE,
        -- As written after the @; upper and lower case are the same person.
        person TEXT NOT NULL COLLATE NOCASE,
        -- When the person opened the discussion; null: not yet.
        seen_at INTEGER,
        PRIMARY KEY (comment, person)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX draft_mention_unseen ON draft_mention (person) WHERE seen_at IS NULL;

      CREATE TABLE draft_trail (
        draft TEXT NOT NULL,
        number INTEGER NOT NULL,
        -- 'proposed', 'approved', 'returned', 'reopened', 'assigned', 'unassigned', 'commented' or 'queued'.
        event TEXT NOT NULL,
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        -- Revision of the draft at that time.
        revision INTEGER NOT NULL,
        -- Key of an item; 0 for the draft itself.
        key INTEGER NOT NULL DEFAULT 0,
        -- A word or reason, or the person assigned; '' for none.
        detail TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (draft, number)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
