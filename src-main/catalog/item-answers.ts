import type { Database } from '../storage/store.ts'
import { assembleAnswer, partFates } from './answer-parts.ts'
import { dayBounds } from './instant.ts'
import type { Hits, ItemHits } from './item-hits.ts'
import type { ItemAnswer, ItemQuery, MediaGap } from './item-query.ts'
import type { openMediaRows } from './media-rows.ts'
import type { SearchWords } from './search-words.ts'

const nothing: Hits = { total: 0, seqs: [] }

/**
 * Answers item searches with the stored bytes. SQLite joins the elements of a page into one value (a buffer for each
 * row would cost more than the rest); what the version and profile leave out is then skipped while copying.
 */
export function openItemAnswers(
  db: Database,
  words: SearchWords,
  hits: ItemHits,
  media: ReturnType<typeof openMediaRows>,
) {
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

  return (query: ItemQuery): ItemAnswer => {
    const { total, seqs } = find(query)
    if (seqs.length === 0) return { body: new Uint8Array(), count: 0, total, gaps: [] }
    const list = JSON.stringify(seqs)
    const { bodies, outlines } = join.get(list) ?? {}
    if (!bodies || !outlines) return { body: new Uint8Array(), count: 0, total, gaps: [] }
    const fates = partFates(query.version, query.profile, query.media)
    const { body, gaps } = assembleAnswer(bodies, wordsOf32Bits(outlines), fates)
    const records = gaps.length > 0 ? codes.all(list) : []
    const pictures = media(gaps.map(({ record }) => seqs[record] as number))
    return {
      body,
      count: seqs.length,
      total,
      gaps: gaps.map(({ record, offset }): MediaGap => {
        const { id = '', gtin14 = '' } = records[record] ?? {}
        return { offset, id, gtin14: gtin14 ?? '', media: pictures.get(seqs[record] as number) ?? [] }
      }),
    }
  }
}

/** Outlines are stored as the memory of a Uint32Array; a copy puts them where one may begin. */
const wordsOf32Bits = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer)
