import { openChangeNumber } from '../storage/change-number.ts'
import type { Database } from '../storage/store.ts'
import { type ItemSelection, itemOrder, openSelections } from './item-selection.ts'
import { StatementCache } from './statement-cache.ts'

export interface Hits {
  total: number
  /** Row numbers of the window, in order. */
  seqs: number[]
}

/** Row numbers kept of earlier searches, all together; 4 bytes each. */
const mostKept = 4_000_000

/**
 * Finds the rows of a selection. What an index gives in order is read a page at a time, however deep. Everything else
 * is found and sorted once; its row numbers are kept until the catalog changes, so that scrolling costs nothing.
 */
export function openItemHits(db: Database) {
  const toSql = openSelections(db)
  const changeNumber = openChangeNumber(db)
  const statements = new StatementCache(db)
  const kept = new Map<string, Uint32Array>()
  const totals = new Map<string, number>()
  let keptRows = 0
  let keptAt = -1

  const forget = () => {
    kept.clear()
    totals.clear()
    keptRows = 0
  }
  const forgetWhenChanged = () => {
    const current = changeNumber.read()
    if (current !== keptAt) forget()
    keptAt = current
  }

  return (selection: ItemSelection, offset: number, limit: number): Hits => {
    forgetWhenChanged()
    const key = JSON.stringify(selection)
    const sql = toSql(selection)
    if (sql.isOrdered) {
      let total = totals.get(key)
      if (total === undefined) {
        total = statements.pluck<number>(`SELECT count(*) ${sql.text}`).get(...sql.parameters) ?? 0
        totals.set(key, total)
      }
      const window = `SELECT item.seq ${sql.text} ORDER BY ${itemOrder} LIMIT ? OFFSET ?`
      const seqs = limit > 0 ? statements.pluck<number>(window).all(...sql.parameters, limit, offset) : []
      return { total, seqs }
    }
    let seqs = kept.get(key)
    if (!seqs) {
      seqs = Uint32Array.from(
        statements.pluck<number>(`SELECT item.seq ${sql.text} ORDER BY ${itemOrder}`).all(...sql.parameters),
      )
      if (keptRows + seqs.length > mostKept) forget()
      keptRows += seqs.length
      kept.set(key, seqs)
    }
    return { total: seqs.length, seqs: [...seqs.subarray(offset, offset + limit)] }
  }
}
