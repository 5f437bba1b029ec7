import type { ListKind, LookupEntry } from '../../src-shared/catalog/model.ts'
import type { Database, LookupRow } from '../storage/index.ts'
import { fold } from './lookup-table.ts'

export interface LookupQuery {
  /** One entry by its identifier. */
  id?: string | undefined
  /** First entry, counted from 0. */
  idx?: number | undefined
  /** Absent: all of them. */
  limit?: number | undefined
  /** Words the name must contain, in any order and by any part. */
  text?: string | undefined
}
export interface LookupAnswer {
  total: number
  entries: LookupEntry[]
}

/** Finds lookup entries; their order is by name, then identifier. */
export function openLookups(db: Database): (kind: ListKind, query?: LookupQuery) => LookupAnswer {
  const one = db.prepare<[string, string], Pick<LookupRow, 'id' | 'name'>>(
    'SELECT id, name FROM lookup WHERE kind = ? AND id = ?',
  )
  const contains = `NOT EXISTS (SELECT 1 FROM json_each(?) AS word WHERE instr(lookup.folded, word.value) = 0)`
  const count = db
    .prepare<[string, string], number>(`SELECT count(*) FROM lookup WHERE kind = ? AND ${contains}`)
    .pluck()
  const list = db.prepare<[string, string, number, number], Pick<LookupRow, 'id' | 'name'>>(
    `SELECT id, name FROM lookup WHERE kind = ? AND ${contains} ORDER BY name, id LIMIT ? OFFSET ?`,
  )
  return (kind, { id, idx = 0, limit, text = '' } = {}) => {
    if (id !== undefined) {
      const entry = one.get(kind, id)
      return entry ? { total: 1, entries: [entry] } : { total: 0, entries: [] }
    }
    const words = JSON.stringify(
      fold(text)
        .split(/\s+/)
        .filter((word) => word !== ''),
    )
    // A negative limit is SQLite's "all".
    return { total: count.get(kind, words) ?? 0, entries: list.all(kind, words, limit ?? -1, idx) }
  }
}
