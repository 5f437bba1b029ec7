import type { Migration } from './migration.ts'

/**
 * How far a rebuild of the projection is, or how the last one ended: one row. What is cut off goes on from here, and
 * whoever keeps an item meanwhile sees whether it is in the index that is being made (`item_text_next`, which stands
 * only while it is).
 */
export const migration: Migration = {
  number: 19,
  name: 'rebuild',
  up(db) {
    db.exec(`
      CREATE TABLE rebuild (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        state TEXT NOT NULL,                   -- 'running', 'completed' or 'cancelled'
        through INTEGER NOT NULL,              -- item_document.seq: everything up to it has been made anew
        last INTEGER NOT NULL,                 -- the highest when it began; later ones are right anyway
        items INTEGER NOT NULL,                -- made anew so far
        damaged INTEGER NOT NULL,              -- that can no longer be read
        begun_at INTEGER NOT NULL,             -- milliseconds since the epoch
        ended_at INTEGER
      ) STRICT;
    `)
  },
}
