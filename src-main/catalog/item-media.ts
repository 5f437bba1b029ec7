import type { Database, ItemDocumentRow } from '../storage/index.ts'
import { mediaParts, scanMedia } from './scan/record-media.ts'
import type { ScannedMedium } from './scan/scanned-item.ts'

interface ItemWithMedia {
  /** The item's row number. */
  item: number
  id: string
  /** Milliseconds since the epoch. */
  updatedAt: number
  /** In the order of the record. */
  media: ScannedMedium[]
}

/** Reads the media of items. They are not stored in rows, but read from the stored elements. */
export function openItemMedia(db: Database) {
  type Row = Omit<ItemWithMedia, 'media'> & Pick<ItemDocumentRow, 'outline' | 'body'>
  const columns = 'item.seq AS item, item.id, updated_at AS updatedAt, outline, body'
  const listed = db.prepare<[string], Row>(`
    SELECT ${columns} FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value JOIN item_document USING (seq)`)
  const named = db.prepare<[string], Row>(`
    SELECT ${columns} FROM json_each(?) AS hit CROSS JOIN item ON item.id = hit.value JOIN item_document USING (seq)`)
  const following = db.prepare<[number, number], Row>(`
    SELECT ${columns} FROM item JOIN item_document USING (seq) WHERE item.seq > ? ORDER BY item.seq LIMIT ?`)

  const read = (rows: Row[]): ItemWithMedia[] => {
    const media = scanMedia(rows.map(mediaParts))
    return rows.map(({ item, id, updatedAt }, index) => ({ item, id, updatedAt, media: media[index] ?? [] }))
  }
  return {
    /** By row number. */
    of: (items: readonly number[]): Map<number, ScannedMedium[]> =>
      new Map(read(listed.all(JSON.stringify(items))).map(({ item, media }) => [item, media])),
    /** By identifier. */
    ofIds: (ids: readonly string[]): Map<string, ScannedMedium[]> =>
      new Map(read(named.all(JSON.stringify(ids))).map(({ id, media }) => [id, media])),
    ofId: (id: string): ScannedMedium[] => read(named.all(JSON.stringify([id])))[0]?.media ?? [],
    /** The items with the next row numbers, up to `limit`; fewer at the end. Reads the entire records. */
    after: (item: number, limit: number): ItemWithMedia[] => read(following.all(item, limit)),
  }
}
