import type { Database } from '../store.ts'

/**
 * The texts of drafts and feeds that can name a picture: drafts with their steps, also deleted ones that can be
 * restored; feeds of the outbox, of which drafts can be made again; the feeds and the Content+ of a sandbox.
 */
const sources = [
  { table: 'draft', key: 'rowid', texts: ['text', 'frame'] },
  { table: 'draft_item', key: 'rowid', texts: ['value', 'text', 'base'] },
  { table: 'draft_step', key: 'rowid', texts: ['changes'] },
  { table: 'feed_body', key: 'feed', texts: ['body'] },
  { table: 'received_feed', key: 'seq', texts: ['body'] },
  { table: 'retailer_content', key: undefined, texts: ['xml', 'content'] },
] as const

/** A range of the texts; the first has `source` and `after` 0. */
export interface TextRange {
  source: number
  after: number
}

const rowsPerRange = 500

/**
 * Reads the texts of drafts and feeds that contain a part, range by range. Call again with `next` until it is
 * absent.
 */
export function openTextsOfFeeds(db: Database) {
  const statements = sources.map(({ table, key, texts }) => {
    const columns = texts
      .map((text) => `CASE WHEN instr(CAST(${text} AS TEXT), @part) > 0 THEN CAST(${text} AS TEXT) END`)
      .join(', ')
    return db
      .prepare<[{ part: string; after: number }], [number, ...(string | null)[]]>(
        key === undefined
          ? `SELECT 0, ${columns} FROM ${table}`
          : `SELECT ${key}, ${columns} FROM ${table} WHERE ${key} > @after ORDER BY ${key} LIMIT ${rowsPerRange}`,
      )
      .raw()
  })
  return (part: string, { source, after }: TextRange): { texts: string[]; next?: TextRange } => {
    const rows = statements[source]?.all({ part, after }) ?? []
    const texts = rows.flatMap(([_, ...found]) => found.filter((text) => text !== null))
    const last = rows.at(-1)?.[0] ?? 0
    const isEnd = sources[source]?.key === undefined || rows.length < rowsPerRange
    if (!isEnd) return { texts, next: { source, after: last } }
    return source + 1 < sources.length ? { texts, next: { source: source + 1, after: 0 } } : { texts }
  }
}
