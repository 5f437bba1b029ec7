import { fold, indexedWords } from '../../../src-shared/values/fold.ts'
import type { Database } from '../store.ts'
import type { Migration } from './migration.ts'

/**
 * Names and events of feeds are folded by the program, as words of the catalog are. And what a service refused of what our
 * check had only warned of is an error for that service from then on.
 */
export const migration: Migration = {
  number: 83,
  name: 'folded outbox and refused rules',
  up(db) {
    db.exec(`
      -- The name, folded: here words in names are looked for.
      ALTER TABLE feed ADD COLUMN folded TEXT NOT NULL DEFAULT '';
      DROP INDEX feed_name;
      CREATE INDEX feed_name ON feed (state, folded);

      CREATE TABLE refused_rule (
        -- As in outbox.service; '' where none was connected.
        service TEXT NOT NULL,
        -- Of the warning, and the field without positions.
        code TEXT NOT NULL,
        field TEXT NOT NULL,
        -- The feed that the service refused for it, and when.
        feed TEXT NOT NULL,
        feed_name TEXT NOT NULL,
        feed_name_parts TEXT CHECK (json_valid(feed_name_parts)),
        refused_at INTEGER NOT NULL,
        PRIMARY KEY (service, code, field)
      ) STRICT, WITHOUT ROWID;

      -- A person has said that the item is to be sent again as it is, whatever was said of it.
      ALTER TABLE draft_remark ADD COLUMN is_allowed INTEGER NOT NULL DEFAULT 0;
    `)
    foldNames(db)
    foldTrail(db)
  },
}

/** Rows of the trail folded at a time. */
const pageLength = 2000

function foldNames(db: Database): void {
  const set = db.prepare('UPDATE feed SET folded = ? WHERE sequence = ?')
  const names = db.prepare<[], { sequence: number; name: string }>('SELECT sequence, name FROM feed').all()
  for (const { sequence, name } of names) set.run(fold(name), sequence)
}

function foldTrail(db: Database): void {
  db.exec(`
    CREATE TEMP TABLE trail_before AS SELECT words, feed FROM outbox_trail ORDER BY rowid;
    DROP TABLE outbox_trail;
    CREATE VIRTUAL TABLE outbox_trail USING fts5 (words, feed UNINDEXED, tokenize = 'ascii');`)
  const page = db.prepare<[number], { row: number; words: string; feed: number }>(
    `SELECT rowid AS row, words, feed FROM trail_before WHERE rowid > ? ORDER BY rowid LIMIT ${pageLength}`,
  )
  const insert = db.prepare('INSERT INTO outbox_trail (words, feed) VALUES (?, ?)')
  let last = 0
  for (let rows = page.all(last); rows.length > 0; rows = page.all(last)) {
    for (const { words, feed } of rows) insert.run(indexedWords(words), feed)
    last = rows.at(-1)?.row ?? last
  }
  db.exec('DROP TABLE trail_before')
}
