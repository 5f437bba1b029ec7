import type { Database } from '../storage/store.ts'
import type { ScannedMedium } from './scanned-item.ts'

/** The media of one item, as its record has them and in its order. */
export function openMediaRows(db: Database): (seq: number) => ScannedMedium[] {
  const rows = db.prepare<[number], ScannedMedium>(`
    SELECT type, view, mime_type AS mimeType, image_source AS imageSource, added, description, url
    FROM medium WHERE item = ? ORDER BY position`)
  return (seq) => rows.all(seq)
}
