import type { Statement } from 'better-sqlite3'
import { type BoundedCache, boundedCache } from '../../platform/memory/bounded-cache.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import { type Database, openChangeNumbers } from '../../storage/index.ts'
import { type ItemSelection, itemOrder, openSelections } from './item-selection.ts'
import { openItemOrder } from './order/item-order.ts'
import { marksByRow, openMatching } from './order/row-numbers.ts'

export interface Hits {
  total: number
  /** Row numbers of the window, in order. */
  seqs: number[]
}
/**
 * SQLite reaches a page by scanning the index; from this offset, the second such page is cut from a list in
 * memory.
 */
const deepOffset = 2000
/** Lists are only built after items have not changed for this long, in milliseconds. */
const settleTime = 2000
/**
 * A time range that contains at least one in this many items makes it worthwhile to build the list of all
 * items.
 */
const wideShare = 10
/** Maximum number of remembered selections that were requested once. */
const maxWanted = 2000

/**
 * Up to this many hits are sorted by SQLite; more are picked from the list of all items, which is already
 * sorted.
 */
export const fewHits = 2000

export type ItemHits = ReturnType<typeof openItemHits>

/**
 * Finds the rows of a selection. A selection that an index returns in order is read page by page, at any
 * depth. A search for words runs once, in time linear in its hits or, with many hits, in the catalog size (a
 * few nanoseconds per item). Its row numbers are cached until an item changes, so that scrolling is free. The
 * list of all items is cached too, after requests for deep pages or long time ranges; pages of a time range
 * are then cut from it.
 */
export function openItemHits(db: Database) {
  const toSql = openSelections(db)
  const order = openItemOrder(db)
  const changeNumbers = openChangeNumbers(db)
  const statements = openStatements(db)
  const matching = openMatching(db)
  const sorted = db
    .prepare<
      [string],
      number
    >(`SELECT item.seq FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value
                                ORDER BY ${itemOrder}`)
    .pluck()
  const lastSeq = db.prepare<[], number | null>('SELECT max(seq) FROM item').pluck()
  const lists = boundedCache<Uint32Array>(memoryLimits.searches, (list) => list.byteLength)
  const totals = boundedCache<number>(memoryLimits.totals, () => 0)
  /** Selections requested since the last change for which a list would have been used. */
  const wanted = new Set<string>()
  let validAt = -1
  let changedAt = Number.NEGATIVE_INFINITY

  const clearIfChanged = () => {
    const current = changeNumbers.lastOf('items')
    if (current === validAt) return
    lists.clear()
    totals.clear()
    wanted.clear()
    if (validAt !== -1) changedAt = performance.now()
    validAt = current
  }
  const cached = <T extends object | number>(cache: BoundedCache<T>, key: string, make: () => T): T => {
    clearIfChanged()
    const known = cache.get(key)
    if (known !== undefined) return known
    const made = make()
    cache.set(key, made)
    return made
  }

  const find = (selection: ItemSelection): Uint32Array => {
    const { match, ...rest } = selection
    if (match === undefined) {
      const { text, parameters } = toSql(rest)
      if (text === 'FROM item') return order.whole()
      const statement = statements(`SELECT item.seq ${text} ORDER BY ${itemOrder}`)
      return Uint32Array.from(statement.all(...parameters))
    }
    const found = matching(match)
    const isAlone = toSql(rest).parameters.length === 0 && rest.verified !== true && rest.notListed !== true
    if (isAlone && found.length <= fewHits) return Uint32Array.from(sorted.all(JSON.stringify([...found])))
    const isFound = marksByRow(found)
    const picked = new Uint32Array(found.length)
    const others = all(rest)
    let count = 0
    for (let at = 0; at < others.length; at++) {
      const seq = others[at] as number
      if (isFound[seq] === 1) picked[count++] = seq
    }
    return count === picked.length ? picked : picked.slice(0, count)
  }
  const all = (selection: ItemSelection): Uint32Array => {
    const { from, to, ...undated } = selection
    const found = () => cached(lists, keyOf(selection), () => find(selection))
    if (from === undefined && to === undefined) return found()
    // The time range is cut from a cached list: of all items, or of those with the words. With the list of
    // all items, finding the items with the words takes as long for all days as for some.
    const cut = () => order.between(all(undated), { from, to })
    if (undated.match === undefined)
      return isKept(allItemsKey) && toSql(selection).span !== undefined ? cut() : found()
    if (isKept(allItemsKey) || isListed(keyOf(undated))) return cut()
    want(keyOf(undated))
    return found()
  }
  const isKept = (key: string): boolean => {
    clearIfChanged()
    return lists.has(key)
  }
  const isSettled = () => performance.now() - changedAt >= settleTime
  /**
   * Whether a selection should be a list in memory: from the second request on, and not while items keep
   * changing.
   */
  const isListed = (key: string): boolean => isKept(key) || (isSettled() && wanted.has(key))
  const want = (key: string) => {
    if (!isSettled()) return
    if (wanted.size > maxWanted) wanted.clear()
    wanted.add(key)
  }

  return {
    /** The row numbers of an entire selection, in order. Do not modify. */
    all,
    /**
     * Caches a list of row numbers that is computed elsewhere. It may be reordered, but not otherwise
     * modified.
     */
    kept: (key: string, make: () => Uint32Array): Uint32Array => cached(lists, key, make),
    /** Whether such a list is cached. */
    isKept,
    /** A window of a selection. */
    page(selection: ItemSelection, offset: number, limit: number): Hits {
      const { match, ...rest } = selection
      const { text, parameters, isOrdered, span } = toSql(rest)
      const key = span ? allItemsKey : keyOf(selection)
      const isDeep = offset >= deepOffset
      const isInMemory = () => (isDeep || span ? isListed(key) : isKept(key))
      if (match !== undefined || !isOrdered || isInMemory()) {
        const seqs = match === undefined && span ? order.between(all({}), span) : all(selection)
        return { total: seqs.length, seqs: [...seqs.subarray(offset, offset + limit)] }
      }
      const count = statements(`SELECT count(*) ${text}`)
      const total = cached(totals, keyOf(selection), () => count.get(...parameters) ?? 0)
      // SQLite counts the items of every new time range one by one.
      if (isDeep || (span && total * wideShare >= (lastSeq.get() ?? 0))) want(key)
      const window = statements(`SELECT item.seq ${text} ORDER BY ${itemOrder} LIMIT ? OFFSET ?`)
      return { total, seqs: window.all(...parameters, limit, offset) }
    },
  }
}

/**
 * Caches single-column statements by their text. There are few texts: one for each combination of conditions.
 */
function openStatements(db: Database): (text: string) => Statement<unknown[], number> {
  const known = new Map<string, Statement<unknown[], number>>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    if (known.size > 200) known.clear()
    const made = db.prepare<unknown[], number>(text).pluck()
    known.set(text, made)
    return made
  }
}

/** The same key for selections with the same meaning, regardless of how a condition is omitted. */
const keyOf = (selection: ItemSelection): string =>
  JSON.stringify(selection, (_name, value) =>
    value === false || (Array.isArray(value) && value.length === 0) ? undefined : value,
  )

/** The key of all items. */
const allItemsKey = keyOf({})
