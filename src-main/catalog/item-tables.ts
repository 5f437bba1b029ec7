import type { ItemOrigin } from '../../src-shared/rpc/history-contract.ts'
import { openVersionKeeper } from '../history/version-keeper.ts'
import type { Database } from '../storage/store.ts'
import { type ItemProjection, projectItem } from './item-projection.ts'
import type { ScannedItem } from './scanned-item.ts'

/** `unchanged`: the item says what it said before; its bytes may be newer where they are transient. */
export type PutOutcome = 'created' | 'changed' | 'unchanged'
export interface Put {
  outcome: PutOutcome
  /** `item_document.seq` */
  seq: number
  /** Other bytes are kept now than before. */
  isRewritten: boolean
}

/** The statements that keep one item and its projection together. */
export function openItemTables(db: Database) {
  const known = db.prepare<[string], { seq: number; hash: Buffer; verified: number }>(
    'SELECT seq, hash, verified FROM item WHERE id = ?',
  )
  const insertDocument = db.prepare('INSERT INTO item_document (received_at, outline, body) VALUES (?, ?, ?)')
  const updateDocument = db.prepare(
    'UPDATE item_document SET received_at = ?, outline = ?, body = ? WHERE seq = ?',
  )
  const earlierDocument = db.prepare<[number], { body: Buffer; outline: Buffer }>(
    'SELECT body, outline FROM item_document WHERE seq = ?',
  )
  const setHash = db.prepare('UPDATE item SET hash = ? WHERE seq = ?')
  const removeMedia = db.prepare('DELETE FROM medium WHERE item = ?')
  const versions = openVersionKeeper(db)
  const touchDocument = db.prepare('UPDATE item_document SET received_at = ? WHERE seq = ?')
  const replaceItem = db.prepare(`
    INSERT INTO item (seq, id, hash, status, name, brand_id, brand, manufacturer_id, manufacturer, code, updated_at,
                      updated, created_at, verified)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (seq) DO UPDATE SET
      id = excluded.id, hash = excluded.hash, status = excluded.status, name = excluded.name,
      brand_id = excluded.brand_id, brand = excluded.brand, manufacturer_id = excluded.manufacturer_id,
      manufacturer = excluded.manufacturer, code = excluded.code, updated_at = excluded.updated_at,
      updated = excluded.updated, created_at = excluded.created_at, verified = excluded.verified`)
  const insertCode = db.prepare(
    'INSERT INTO item_code (item, position, gtin14, code, type) VALUES (?, ?, ?, ?, ?)',
  )
  const insertParty = db.prepare('INSERT INTO item_party (kind, id, item, name) VALUES (?, ?, ?, ?)')
  const insertMedium = db.prepare(`
    INSERT INTO medium (item, position, view, type, mime_type, image_source, added, description, url)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const removeDependents = ['item_code', 'item_party', 'medium'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE item = ?`),
  )
  const insertText = db.prepare(
    'INSERT INTO item_text (rowid, name, brand, text, code) VALUES (?, ?, ?, ?, ?)',
  )
  const removeText = db.prepare('DELETE FROM item_text WHERE rowid = ?')

  const insertMedia = (seq: number, { media }: ItemProjection) => {
    media.forEach(({ view, type, mimeType, imageSource, added, description, url }, position) => {
      insertMedium.run(seq, position, view, type, mimeType, imageSource, added, description, url)
    })
  }
  const insertProjection = (seq: number, of: ItemProjection, verified: number) => {
    const { brand, manufacturer, words } = of
    replaceItem.run(
      seq,
      of.id,
      of.hash,
      of.status,
      of.name,
      brand.id,
      brand.name,
      manufacturer.id,
      manufacturer.name,
      of.codes[0]?.code ?? '',
      of.updatedAt,
      of.updated,
      of.createdAt,
      verified,
    )
    of.codes.forEach(({ gtin14, code, type }, position) => {
      insertCode.run(seq, position, gtin14 ?? null, code, type)
    })
    for (const { kind, id, name } of of.otherParties) insertParty.run(kind, id, seq, name)
    insertMedia(seq, of)
    insertText.run(seq, words.name, words.brand, words.text, words.code)
  }

  return {
    insertProjection,
    /** @param origin what brought the item, for its history */
    put(body: Uint8Array, scanned: ScannedItem, receivedAt: number, origin?: ItemOrigin): Put {
      const projection = projectItem(body, scanned)
      const existing = known.get(projection.id)
      if (!existing) {
        const seq = Number(insertDocument.run(receivedAt, projection.outline, body).lastInsertRowid)
        insertProjection(seq, projection, 0)
        return { outcome: 'created', seq, isRewritten: true }
      }
      const { seq, hash, verified } = existing
      if (hash.equals(projection.hash)) {
        touchDocument.run(receivedAt, seq)
        return { outcome: 'unchanged', seq, isRewritten: false }
      }
      const earlier = earlierDocument.get(seq)
      const isChanged =
        earlier === undefined ||
        versions.replaced({
          seq,
          earlier: { ...earlier, hash },
          later: { ...projection, body },
          origin,
          receivedAt,
        })
      updateDocument.run(receivedAt, projection.outline, body, seq)
      if (!isChanged) {
        // Signed anew: the addresses of its pictures are all that another projection would find.
        setHash.run(projection.hash, seq)
        removeMedia.run(seq)
        insertMedia(seq, projection)
        return { outcome: 'unchanged', seq, isRewritten: true }
      }
      for (const remove of removeDependents) remove.run(seq)
      removeText.run(seq)
      insertProjection(seq, projection, verified)
      return { outcome: 'changed', seq, isRewritten: true }
    },
    /** Notes what brought the items of these numbers, received for the first time. */
    arrived: versions.arrived,
    clearHistory: versions.clear,
    /** Empties the projection. */
    clear(): void {
      db.exec(`
        DELETE FROM item_code; DELETE FROM item_party; DELETE FROM medium; DELETE FROM item;
        INSERT INTO item_text (item_text) VALUES ('delete-all');`)
    },
  }
}
