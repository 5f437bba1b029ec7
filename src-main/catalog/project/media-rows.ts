import type { CamelCase, Database, MediumRow } from '../../storage/index.ts'
import type { ScannedMedium } from '../scan/scanned-item.ts'

/** The media of items, by row number, as each record has them and in its order; one question for a whole page. */
export function openMediaRows(db: Database): (seqs: readonly number[]) => Map<number, ScannedMedium[]> {
  const rows = db.prepare<[string], CamelCase<Omit<MediumRow, 'position'>>>(`
    SELECT item, medium.type, view, mime_type AS mimeType, image_source AS imageSource, added, description, url
    FROM json_each(?) AS hit CROSS JOIN medium ON medium.item = hit.value ORDER BY medium.item, position`)
  return (seqs) => {
    const found = new Map<number, ScannedMedium[]>()
    for (const { item, ...medium } of rows.iterate(JSON.stringify(seqs))) {
      const media = found.get(item)
      if (media) media.push(medium)
      else found.set(item, [medium])
    }
    return found
  }
}
