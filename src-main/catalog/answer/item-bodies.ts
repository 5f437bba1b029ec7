import { readOutlines } from '../../../src-shared/vocabulary/outline.ts'
import type { Database, ItemCodeRow, ItemRow } from '../../storage/index.ts'
import { scanMedia } from '../scan/record-media.ts'
import { assembleAnswer, partFates } from './answer-parts.ts'
import type { ItemBodies, ItemQuery, MediaGap } from './item-answers.ts'

/** Records of so many bytes together are a large answer. */
const whole = 1024 * 1024
/** A piece of a large answer ends with the record that reaches so many bytes. */
const piece = 256 * 1024

/** Reads the stored records of row numbers. */
export interface ItemBodyReader {
  /** All records; undefined when they are a large answer. */
  whole(query: ItemQuery, seqs: readonly number[]): ItemBodies | undefined
  /** The first records, as many as make a piece, at least one. */
  piece(query: ItemQuery, seqs: readonly number[]): ItemBodies & { taken: number }
}

/**
 * Reads the stored bytes. SQLite joins the elements of a page into one value, since a buffer for each row would cost more
 * than all else; parts that the version and profile leave out are skipped while copying.
 */
export function openItemBodies(db: Database): ItemBodyReader {
  // SQLite keeps the length of a value before the value: the records themselves are not read.
  const sizes = db
    .prepare<[string], number>(`
      SELECT octet_length(body) FROM json_each(?) AS hit CROSS JOIN item_document ON item_document.seq = hit.value
      ORDER BY hit.key`)
    .pluck()
  const join = db.prepare<[string], { bodies: Buffer | null; outlines: Buffer | null }>(`
    SELECT CAST(group_concat(body, '') AS BLOB) AS bodies, CAST(group_concat(outline, '') AS BLOB) AS outlines
    FROM (SELECT body, outline FROM json_each(?) AS hit CROSS JOIN item_document ON item_document.seq = hit.value
          ORDER BY hit.key)`)
  const codes = db.prepare<[string], Pick<ItemRow, 'id'> & Pick<ItemCodeRow, 'gtin14'>>(`
    SELECT item.id, (SELECT gtin14 FROM item_code WHERE item = item.seq AND gtin14 IS NOT NULL ORDER BY position LIMIT 1)
      AS gtin14
    FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY hit.key`)

  /** How many records, from the first on, reach `most` bytes together; all, when they do not. */
  const fitting = (list: string, most: number): { count: number; bytes: number } => {
    let bytes = 0
    let count = 0
    for (const size of sizes.iterate(list)) {
      count++
      bytes += size
      if (bytes >= most) break
    }
    return { count, bytes }
  }

  const read = (query: ItemQuery, list: string): ItemBodies => {
    const { bodies, outlines } = join.get(list) ?? {}
    if (!bodies || !outlines) return { body: new Uint8Array(), gaps: [] }
    const fates = partFates(query.version, query.profile, query.media)
    const { body, gaps } = assembleAnswer(bodies, readOutlines(outlines), fates)
    const records = gaps.length > 0 ? codes.all(list) : []
    const parts = Map.groupBy(gaps, ({ record }) => record)
    const media = scanMedia(
      [...parts.values()].map((list) => list.map((gap) => bodies.subarray(gap.start, gap.end))),
    )
    const mediaOf = new Map([...parts.keys()].map((record, index) => [record, media[index]]))
    return {
      body,
      gaps: gaps.map(({ record, offset }): MediaGap => {
        const { id = '', gtin14 = '' } = records[record] ?? {}
        return { offset, id, gtin14: gtin14 ?? '', media: mediaOf.get(record) ?? [] }
      }),
    }
  }

  return {
    whole(query, seqs) {
      const list = JSON.stringify(seqs)
      return fitting(list, whole).bytes < whole ? read(query, list) : undefined
    },
    piece(query, seqs) {
      const { count } = fitting(JSON.stringify(seqs), piece)
      const taken = seqs.slice(0, count)
      return { ...read(query, JSON.stringify(taken)), taken: count }
    },
  }
}
