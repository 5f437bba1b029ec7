import { openChangeNumbers } from '../storage/change-number.ts'
import { type Database, defineReader } from '../storage/store.ts'
import { assembleAnswer, partFates } from './answer-parts.ts'
import { dayBounds } from './instant.ts'
import { type Hits, type ItemHits, openItemHits } from './item-hits.ts'
import type { FoundItems, ItemAnswer, ItemBodies, ItemQuery, MediaGap } from './item-query.ts'
import { openMediaRows } from './media-rows.ts'
import { openSearchWords, type SearchWords } from './search-words.ts'

const nothing: Hits = { total: 0, seqs: [] }

/** Records of more bytes than this together are a large answer, and a piece of one ends with the record that reaches it. */
const whole = 1024 * 1024
const piece = 256 * 1024

export interface ItemAnswers {
  answer(query: ItemQuery): ItemAnswer
  find(query: ItemQuery): FoundItems
  /** The first of these records, as many as make a piece, at least one. */
  piece(query: ItemQuery, seqs: readonly number[]): ItemBodies & { taken: number }
  /** The number of the last change to items. */
  changeNumber(): number
}

/**
 * Answers item searches with the stored bytes. SQLite joins the elements of a page into one value (a buffer for each
 * row would cost more than the rest); what the version and profile leave out is then skipped while copying.
 */
export function openItemAnswers(
  db: Database,
  words: SearchWords,
  hits: ItemHits,
  media: ReturnType<typeof openMediaRows>,
): ItemAnswers {
  const changeNumbers = openChangeNumbers(db)
  const changeNumber = () => changeNumbers.lastOf('items')
  // The length of a value stands before it: the records themselves are not read.
  const sizes = db
    .prepare<[string], number>(`
      SELECT octet_length(body) FROM json_each(?) AS hit CROSS JOIN item_document ON item_document.seq = hit.value
      ORDER BY hit.key`)
    .pluck()
  const join = db.prepare<[string], { bodies: Buffer | null; outlines: Buffer | null }>(`
    SELECT CAST(group_concat(body, '') AS BLOB) AS bodies, CAST(group_concat(outline, '') AS BLOB) AS outlines
    FROM (SELECT body, outline FROM json_each(?) AS hit CROSS JOIN item_document ON item_document.seq = hit.value
          ORDER BY hit.key)`)
  const seqOf = db.prepare<[string], number>('SELECT seq FROM item WHERE id = ?').pluck()
  const codes = db.prepare<[string], { id: string; gtin14: string | null }>(`
    SELECT item.id, (SELECT gtin14 FROM item_code WHERE item = item.seq AND gtin14 IS NOT NULL ORDER BY position LIMIT 1)
      AS gtin14
    FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY hit.key`)

  const find = (query: ItemQuery): Hits => {
    if (query.id !== undefined) {
      const seq = seqOf.get(query.id)
      return seq === undefined ? nothing : { total: 1, seqs: [seq] }
    }
    const match = query.q === undefined ? undefined : words.descriptions(query.q)
    if (query.q !== undefined && match === undefined) return nothing
    const selection = {
      match,
      manufacturerIds: query.m === undefined ? [] : [query.m],
      brandIds: query.b === undefined ? [] : [query.b],
      code: query.upc,
      from: query.since === undefined ? undefined : dayBounds(query.since)?.first,
      to: query.until === undefined ? undefined : dayBounds(query.until)?.last,
      verified: query.verified === true,
    }
    return hits.page(selection, query.idx, query.limit)
  }

  /** How many of the records together have `most` bytes or more; all, where they have fewer. */
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

  const read = (query: ItemQuery, seqs: readonly number[], list: string): ItemBodies => {
    const { bodies, outlines } = join.get(list) ?? {}
    if (!bodies || !outlines) return { body: new Uint8Array(), gaps: [] }
    const fates = partFates(query.version, query.profile, query.media)
    const { body, gaps } = assembleAnswer(bodies, wordsOf32Bits(outlines), fates)
    const records = gaps.length > 0 ? codes.all(list) : []
    const pictures = media(gaps.map(({ record }) => seqs[record] as number))
    return {
      body,
      gaps: gaps.map(({ record, offset }): MediaGap => {
        const { id = '', gtin14 = '' } = records[record] ?? {}
        return { offset, id, gtin14: gtin14 ?? '', media: pictures.get(seqs[record] as number) ?? [] }
      }),
    }
  }
  const toFound = ({ total, seqs }: Hits): FoundItems => ({
    total,
    seqs: Uint32Array.from(seqs),
    changeNumber: changeNumber(),
  })

  return {
    changeNumber,
    find: (query) => toFound(find(query)),
    answer(query) {
      const { seqs, total } = find(query)
      const counts = { count: seqs.length, total }
      const list = JSON.stringify(seqs)
      if (fitting(list, whole).bytes < whole) return { ...read(query, seqs, list), ...counts }
      return { body: new Uint8Array(), gaps: [], ...counts, large: toFound({ seqs, total }) }
    },
    piece(query, seqs) {
      const { count } = fitting(JSON.stringify(seqs), piece)
      const taken = seqs.slice(0, count)
      return { ...read(query, taken, JSON.stringify(taken)), taken: count }
    },
  }
}

/** Of a snapshot: the records of a large answer, piece by piece. */
export const itemPieceReader = defineReader('item-pieces', ({ db }) => {
  const hits = openItemHits(db)
  const { changeNumber, find, piece } = openItemAnswers(db, openSearchWords(), hits, openMediaRows(db))
  return { changeNumber, find, piece }
})

/** Outlines are stored as the memory of a Uint32Array; a copy puts them where one may begin. */
const wordsOf32Bits = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer)
