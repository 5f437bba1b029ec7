import type { Migration } from './migration.ts'

/**
 * What the service said of items that it refused stays with the draft that mends them, beside the fields it is about;
 * and the items of feeds keep the name they were sent under.
 */
export const migration: Migration = {
  number: 33,
  name: 'what was refused',
  up(db) {
    db.exec(`
      CREATE TABLE draft_remark (
        draft TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
        key INTEGER NOT NULL,
        number INTEGER NOT NULL,
        -- The service's own.
        code TEXT NOT NULL,
        message TEXT NOT NULL,
        -- Below the item; '' for the item as a whole.
        path TEXT NOT NULL,
        -- A hash of what stood there: the remark stands as long as it does.
        stood TEXT NOT NULL,
        -- The feed that was refused, and the item's place in it.
        feed TEXT NOT NULL,
        feed_name TEXT NOT NULL,
        position INTEGER NOT NULL,
        refused_at INTEGER NOT NULL,
        PRIMARY KEY (draft, key, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX draft_remark_feed ON draft_remark (feed, position);
      -- The feed a problem is told by; null for those of our own checks.
      ALTER TABLE draft_problem ADD COLUMN feed TEXT;
      ALTER TABLE draft_problem ADD COLUMN feed_name TEXT;

      -- Null where it has none, and for feeds from before.
      ALTER TABLE feed_code ADD COLUMN title TEXT;
    `)
  },
}
