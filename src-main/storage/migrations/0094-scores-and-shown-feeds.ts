import type { Migration } from './migration.ts'

/** State of the stored scores, and the comparison of each processed feed with the catalog. */
export const migration: Migration = {
  number: 94,
  name: 'scores-and-shown-feeds',
  up(db) {
    db.exec(`
      -- Which scores in item_fact are valid; one row.
      CREATE TABLE item_score_state (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        -- Scores of another generation are not valid; 0: no score is.
        generation INTEGER NOT NULL DEFAULT 0,
        -- The requirements that this generation is counted by, and the role of the workspace; JSON.
        basis TEXT NOT NULL DEFAULT '',
        -- Change number up to which changed items are scored; -1: no count has ended.
        scanned INTEGER NOT NULL DEFAULT -1,
        -- Change numbers of the other data that the last complete count has used; JSON.
        as_of TEXT NOT NULL DEFAULT ''
      ) STRICT;
      INSERT INTO item_score_state (only) VALUES (1);

      -- What the catalog shows of a processed feed, as of the last comparison.
      CREATE TABLE feed_shown (
        feed INTEGER PRIMARY KEY REFERENCES feed (sequence) ON DELETE CASCADE,
        -- When the feed was compared, and when the sync had begun whose copy it was compared with; milliseconds.
        compared_at INTEGER NOT NULL,
        copied_at INTEGER NOT NULL,
        -- Fields of accepted items that the catalog can show, by outcome.
        fields INTEGER NOT NULL,
        shown INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        left_out INTEGER NOT NULL,
        otherwise INTEGER NOT NULL,
        later INTEGER NOT NULL,
        -- Fields that no record shows.
        unseen INTEGER NOT NULL,
        -- Items that a later feed of this workspace has changed again, and items that could not be read.
        sent_again INTEGER NOT NULL,
        unread INTEGER NOT NULL
      ) STRICT;

      -- The fields that are not shown as sent, up to a maximum for each feed.
      CREATE TABLE feed_shown_field (
        feed INTEGER NOT NULL REFERENCES feed (sequence) ON DELETE CASCADE,
        -- Position of the item in the feed, and of the field among the item's.
        position INTEGER NOT NULL,
        number INTEGER NOT NULL,
        -- Identifier of the catalog item; '' if there is none.
        item TEXT NOT NULL,
        -- Keys of the field in the sent item, and its labels; JSON.
        keys TEXT NOT NULL CHECK (json_valid(keys)),
        labels TEXT NOT NULL CHECK (json_valid(labels)),
        -- 'waiting', 'left-out', 'otherwise' or 'later'.
        state TEXT NOT NULL,
        -- The sent and the shown value as text; a long one is cut, and ends with an ellipsis. '' for none.
        sent TEXT NOT NULL,
        found TEXT NOT NULL,
        PRIMARY KEY (feed, position, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX feed_shown_field_item ON feed_shown_field (item, feed);
    `)
  },
}
