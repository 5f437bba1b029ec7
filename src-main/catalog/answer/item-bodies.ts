import { readOutlines } from '../../../src-shared/vocabulary/outline.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import {
  createBytePool,
  type Database,
  freeBytes,
  type ItemCodeRow,
  type ItemRow,
} from '../../storage/index.ts'
import { scanMedia } from '../scan/record-media.ts'
import { assembleAnswer, partActions } from './answer-parts.ts'
import type { ItemBodies, ItemQuery, MediaGap } from './item-query.ts'

/** Records with at least this many bytes in total make a large response. */
const largeBytes = 1024 * 1024
/** A piece of a large response ends with the record that reaches this many bytes. */
const pieceBytes = 256 * 1024
/** Responses below this many bytes are not put in shared memory. */
const minSharedBytes = 16 * 1024

/**
 * For up to this many records the sizes are summed in one query; for more, the first few may already exceed
 * the limit.
 */
const maxSummedRecords = 500

/** Records and their outlines, joined; null if there are none. */
interface Joined {
  bodies: Buffer | null
  outlines: Buffer | null
}
const nothing: Joined = { bodies: null, outlines: null }

/**
 * `json_each` returns its rows in list order, and a CROSS JOIN reads its outer table first, in that order.
 */
const inOrder = `FROM json_each(?) AS hit CROSS JOIN item_document ON item_document.seq = hit.value`

export type ItemBodyReader = ReturnType<typeof openItemBodies>

/**
 * Reads the stored bytes. SQLite joins the elements of a page into one value, because a buffer per row would
 * cost more than everything else. Parts that the version and profile omit are skipped while copying.
 */
export function openItemBodies(db: Database) {
  // SQLite stores the length of a value in front of it, so the records themselves are not read.
  const sizes = db.prepare<[string], number>(`SELECT octet_length(body) ${inOrder}`).pluck()
  const sizeOf = db
    .prepare<[string], number>(`SELECT coalesce(sum(octet_length(body)), 0) ${inOrder}`)
    .pluck()
  const join = db.prepare<[string], Joined>(`
    SELECT CAST(group_concat(body, '') AS BLOB) AS bodies, CAST(group_concat(outline, '') AS BLOB) AS outlines ${inOrder}`)
  const one = db.prepare<[number], Joined>(
    'SELECT body AS bodies, outline AS outlines FROM item_document WHERE seq = ?',
  )
  const codes = db.prepare<[string], Pick<ItemRow, 'id'> & Pick<ItemCodeRow, 'gtin14'>>(`
    SELECT item.id, (SELECT gtin14 FROM item_code WHERE item = item.seq AND gtin14 IS NOT NULL ORDER BY position LIMIT 1)
      AS gtin14
    FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value ORDER BY hit.key`)

  /** Number of records, from the first, that reach `most` bytes together; all if they do not. */
  const fitting = (list: string, maxBytes: number): { count: number; bytes: number } => {
    let bytes = 0
    let count = 0
    for (const size of sizes.iterate(list)) {
      count++
      bytes += size
      if (bytes >= maxBytes) break
    }
    return { count, bytes }
  }

  const joined = (seqs: readonly number[]): Joined | undefined => {
    const [first] = seqs
    return seqs.length === 1 && first !== undefined ? one.get(first) : join.get(JSON.stringify(seqs))
  }
  const read = (
    query: ItemQuery,
    seqs: readonly number[],
    { bodies, outlines }: Joined = joined(seqs) ?? nothing,
    make?: (length: number) => Uint8Array,
  ): ItemBodies => {
    if (!bodies || !outlines) return { body: new Uint8Array(), gaps: [] }
    const actions = partActions(query.version, query.profile, query.media)
    const { body, gaps } = assembleAnswer(bodies, readOutlines(outlines), actions, make)
    const records = gaps.length > 0 ? codes.all(JSON.stringify(seqs)) : []
    const parts = Map.groupBy(gaps, ({ record }) => record)
    const media = scanMedia(
      [...parts.values()].map((list) => list.map((gap) => bodies.subarray(gap.start, gap.end))),
    )
    const mediaOf = new Map([...parts.keys()].map((record, index) => [record, media[index]]))
    if (bodies.length >= minSharedBytes && bodies.length === bodies.buffer.byteLength) freeBytes(bodies)
    return {
      body,
      gaps: gaps.map(({ record, offset }): MediaGap => {
        const { id = '', gtin14 = '' } = records[record] ?? {}
        return { offset, id, gtin14: gtin14 ?? '', media: mediaOf.get(record) ?? [] }
      }),
    }
  }

  /** A pool for large responses only: small ones are cheaper to copy between threads. */
  let pool: ReturnType<typeof createBytePool> | undefined
  const shared = (length: number): Uint8Array => {
    if (length < minSharedBytes) return new Uint8Array(length)
    pool ??= createBytePool(memoryLimits.answersOfReader)
    return pool.take(length) ?? new Uint8Array(length)
  }

  return {
    /**
     * Reads all records; undefined if they make a large response.
     * @param isShared allows a body in shared memory, with one hold that the caller must release
     * (`releaseBytes`)
     */
    whole(query: ItemQuery, seqs: readonly number[], isShared: boolean = false): ItemBodies | undefined {
      const make = isShared ? shared : undefined
      if (seqs.length === 1) {
        const record = joined(seqs)
        return (record?.bodies?.length ?? 0) < largeBytes ? read(query, seqs, record, make) : undefined
      }
      const list = JSON.stringify(seqs)
      const bytes =
        seqs.length <= maxSummedRecords ? (sizeOf.get(list) ?? 0) : fitting(list, largeBytes).bytes
      return bytes < largeBytes ? read(query, seqs, undefined, make) : undefined
    },
    /** Reads the first records, up to the size of a piece, at least one. */
    piece(query: ItemQuery, seqs: readonly number[]): ItemBodies & { taken: number } {
      const { count } = fitting(JSON.stringify(seqs), pieceBytes)
      return { ...read(query, seqs.slice(0, count)), taken: count }
    },
  }
}
