import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { openVersionKeeper } from '../../history/index.ts'
import type { Database, ItemDocumentRow, ItemRow } from '../../storage/index.ts'
import { openItemColumns } from './item-columns.ts'
import type { ItemProjection } from './item-projection.ts'
import type { ProjectedItem } from './projected-page.ts'

/** `unchanged`: the content is the same; transient parts such as signatures may have newer bytes. */
export type PutOutcome = 'created' | 'changed' | 'unchanged'
interface Put {
  outcome: PutOutcome
  /** `item_document.seq` */
  seq: number
  /** Whether the stored bytes changed. */
  isRewritten: boolean
}

/** Stores items together with their projections. */
export function openItemTables(db: Database) {
  const known = db.prepare<[string], Pick<ItemRow, 'seq' | 'hash' | 'verified'>>(
    'SELECT seq, hash, verified FROM item WHERE id = ?',
  )
  const insertDocument = db.prepare('INSERT INTO item_document (received_at, outline, body) VALUES (?, ?, ?)')
  const updateDocument = db.prepare(
    'UPDATE item_document SET received_at = ?, outline = ?, body = ? WHERE seq = ?',
  )
  const earlierDocument = db.prepare<[number], Pick<ItemDocumentRow, 'body' | 'outline'>>(
    'SELECT body, outline FROM item_document WHERE seq = ?',
  )
  const setHash = db.prepare('UPDATE item SET hash = ? WHERE seq = ?')
  const deleteDocument = db.prepare('DELETE FROM item_document WHERE seq = ?')
  const columns = openItemColumns(db)
  const text = openItemText(db)
  const versions = openVersionKeeper(db)
  const touchDocument = db.prepare('UPDATE item_document SET received_at = ? WHERE seq = ?')

  const insertProjection = (seq: number, projection: ItemProjection, verified: number) => {
    columns.insert(seq, projection, verified)
    text.insert(seq, projection.words)
  }

  return {
    columns,
    text,
    insertProjection,
    /** Stores many items in one transaction. */
    together: columns.together,
    /** @param origin the origin of the item, for its history */
    put({ body, projection }: ProjectedItem, receivedAt: number, origin?: ItemOrigin): Put {
      const existing = known.get(projection.columns.id)
      if (!existing) {
        const seq = Number(insertDocument.run(receivedAt, projection.outline, body).lastInsertRowid)
        insertProjection(seq, projection, 0)
        return { outcome: 'created', seq, isRewritten: true }
      }
      const { seq, hash, verified } = existing
      if (hash.equals(projection.columns.hash)) {
        touchDocument.run(receivedAt, seq)
        return { outcome: 'unchanged', seq, isRewritten: false }
      }
      const earlier = earlierDocument.get(seq)
      const isChanged =
        earlier === undefined ||
        versions.replaced({
          seq,
          earlier: { ...earlier, hash },
          later: { body, outline: projection.outline },
          origin,
          receivedAt,
        })
      updateDocument.run(receivedAt, projection.outline, body, seq)
      if (!isChanged) {
        // Only signatures in picture addresses changed, so the other columns are the same.
        setHash.run(projection.columns.hash, seq)
        return { outcome: 'unchanged', seq, isRewritten: true }
      }
      columns.replace(seq, projection, verified)
      text.replace(seq, projection.words)
      return { outcome: 'changed', seq, isRewritten: true }
    },
    /** Deletes an item with its document and its history. */
    remove(seq: number): void {
      columns.remove(seq)
      text.remove(seq)
      versions.removed(seq)
      deleteDocument.run(seq)
    },
    /** Records the origin of new items, by their numbers. */
    arrived: versions.arrived,
    clearHistory: versions.clear,
    /** Deletes the projection. */
    clear(): void {
      columns.clear()
      text.clear()
    },
  }
}
export type ItemTables = ReturnType<typeof openItemTables>

/** The definition of the table `item_text` as in the migrations, with another name. */
const createNext = `
  CREATE VIRTUAL TABLE item_text_next USING fts5 (
    name, brand, text, code,
    content = '', contentless_delete = 1, detail = column, tokenize = 'ascii', prefix = '1 2'
  );
  INSERT INTO item_text_next (item_text_next, rank) VALUES ('hashsize', 67108864);
  INSERT INTO item_text_next (item_text_next, rank) VALUES ('automerge', 8);`

type Words = ItemProjection['words']

/**
 * The full-text index. During a rebuild there are two: searches use the current one, and the next one
 * replaces it when complete. So no search sees an incomplete index, and a rebuild repairs a damaged one.
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
  const current = statements('item_text')
  let openedNext: typeof current | undefined
  /**
   * The table is created and dropped repeatedly; SQLite re-prepares statements for a new table of the same
   * name.
   */
  const next = () => (openedNext ??= statements('item_text_next'))
  /** Read every time, because another process may be rebuilding. */
  const isInNext = db
    .prepare<[number, number]>("SELECT 1 FROM rebuild WHERE state = 'running' AND (through >= ? OR last < ?)")
    .pluck()

  return {
    /** For a new item. */
    insert(seq: number, words: Words): void {
      current.insert(seq, words)
      if (isInNext.get(seq, seq) !== undefined) next().insert(seq, words)
    },
    remove(seq: number): void {
      current.remove(seq)
      if (isInNext.get(seq, seq) !== undefined) next().remove(seq)
    },
    replace(seq: number, words: Words): void {
      current.remove(seq)
      current.insert(seq, words)
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
