import type { Database } from '../../storage/index.ts'
import type { ItemProjection } from './item-projection.ts'

/** As migrations 2 and 16 made the first one. */
const createNext = `
  CREATE VIRTUAL TABLE item_text_next USING fts5 (
    name, brand, text, code,
    content = '', contentless_delete = 1, detail = column, tokenize = 'unicode61 remove_diacritics 2'
  );
  INSERT INTO item_text_next (item_text_next, rank) VALUES ('hashsize', 67108864);
  INSERT INTO item_text_next (item_text_next, rank) VALUES ('automerge', 8);`

type Words = ItemProjection['words']

/**
 * The full-text index. While a rebuild is under way there are two: the one that is searched, and the next one, which
 * takes its place when it is whole. A search so never meets a half-made index, and a damaged one is mended.
 */
export function openItemText(db: Database) {
  const statements = (table: string) => {
    const insert = db.prepare(`INSERT INTO ${table} (rowid, name, brand, text, code) VALUES (?, ?, ?, ?, ?)`)
    const remove = db.prepare(`DELETE FROM ${table} WHERE rowid = ?`)
    return {
      insert: (seq: number, { name, brand, text, code }: Words) =>
        void insert.run(seq, name, brand, text, code),
      remove: (seq: number) => void remove.run(seq),
    }
  }
  const present = statements('item_text')
  let openedNext: typeof present | undefined
  /** Its table comes and goes; a statement that was prepared once is good for every one of that name. */
  const next = () => (openedNext ??= statements('item_text_next'))
  /** Read each time: another process may be the one that rebuilds. */
  const isInNext = db
    .prepare<[number, number]>("SELECT 1 FROM rebuild WHERE state = 'running' AND (through >= ? OR last < ?)")
    .pluck()

  return {
    /** Of an item that was not there. */
    insert(seq: number, words: Words): void {
      present.insert(seq, words)
      if (isInNext.get(seq, seq) !== undefined) next().insert(seq, words)
    },
    replace(seq: number, words: Words): void {
      present.remove(seq)
      present.insert(seq, words)
      if (isInNext.get(seq, seq) === undefined) return
      next().remove(seq)
      next().insert(seq, words)
    },
    clear: () => void db.exec("INSERT INTO item_text (item_text) VALUES ('delete-all')"),
    next: {
      create: () => void db.exec(createNext),
      insert: (seq: number, words: Words) => next().insert(seq, words),
      drop: () => void db.exec('DROP TABLE IF EXISTS item_text_next'),
      takePlace: () => void db.exec('DROP TABLE item_text; ALTER TABLE item_text_next RENAME TO item_text;'),
    },
  }
}
export type ItemText = ReturnType<typeof openItemText>
