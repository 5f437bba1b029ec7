import type { Statement } from 'better-sqlite3'
import { type BoundedCache, boundedCache } from '../../platform/memory/bounded-cache.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import { type Database, openChangeNumbers } from '../../storage/index.ts'
import { type ItemSelection, itemOrder, openSelections } from './item-selection.ts'
import { openItemOrder } from './order/item-order.ts'
import { markOf, openMatching } from './order/row-numbers.ts'

export interface Hits {
  total: number
  /** Row numbers of the window, in order. */
  seqs: number[]
}
/** SQLite walks the index to a page; from here on, the second such page is cut from a list in memory. */
const deepOffset = 2000
/** No list is made beforehand until items have not changed for so many milliseconds. */
const settled = 2000
/** A span of time with one in so many of all items is worth a list of them all. */
const wide = 10
/** The most selections that are remembered to have been asked for once. */
const maxWanted = 2000

/** SQLite sorts up to so many hits; more are picked from the list of all items, which is in order already. */
export const fewHits = 2000

export type ItemHits = ReturnType<typeof openItemHits>

/**
 * Finds the rows of a selection. A selection that an index gives in order is read a page at a time, however deep. A search
 * for words is carried out once, in time linear in its hits or, with many hits, in the catalog (a few nanoseconds an
 * item). Its row numbers are kept until an item changes, so that scrolling costs nothing. So are those of all items once
 * somebody has gone far down or asked for wide spans of time; a page of a span is then found among them at once.
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
  /** Selections of which a list would have served, since the last change. */
  const wanted = new Set<string>()
  let keptAt = -1
  let changedAt = Number.NEGATIVE_INFINITY

  const forgetWhenChanged = () => {
    const current = changeNumbers.lastOf('items')
    if (current === keptAt) return
    lists.clear()
    totals.clear()
    wanted.clear()
    if (keptAt !== -1) changedAt = performance.now()
    keptAt = current
  }
  const remembered = <T extends object | number>(cache: BoundedCache<T>, key: string, make: () => T): T => {
    forgetWhenChanged()
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
    const isFound = markOf(found)
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
    const found = () => remembered(lists, keyOf(selection), () => find(selection))
    if (from === undefined && to === undefined) return found()
    // The days cut their part out of a list that is kept: of all items, or of those with the words. With the list of all
    // items, to find those with the words takes as long for all days as for some.
    const cut = () => order.between(all(undated), { from, to })
    if (undated.match === undefined)
      return isKept(everything) && toSql(selection).span !== undefined ? cut() : found()
    if (isKept(everything) || isListed(keyOf(undated))) return cut()
    want(keyOf(undated))
    return found()
  }
  const isKept = (key: string): boolean => {
    forgetWhenChanged()
    return lists.has(key)
  }
  const isSettled = () => performance.now() - changedAt >= settled
  /** Whether a selection shall be a list in memory: from the second time on, and not while items change all the time. */
  const isListed = (key: string): boolean => isKept(key) || (isSettled() && wanted.has(key))
  const want = (key: string) => {
    if (!isSettled()) return
    if (wanted.size > maxWanted) wanted.clear()
    wanted.add(key)
  }

  return {
    /** The row numbers of a whole selection, in order. Not to be changed. */
    all,
    /** A list of row numbers that is worked out elsewhere, kept in the same way. Not to be changed but in its order. */
    kept: (key: string, make: () => Uint32Array): Uint32Array => remembered(lists, key, make),
    /** Whether there is such a list. */
    isKept,
    /** A window of a selection. */
    page(selection: ItemSelection, offset: number, limit: number): Hits {
      const { match, ...rest } = selection
      const { text, parameters, isOrdered, span } = toSql(rest)
      const key = span ? everything : keyOf(selection)
      const isDeep = offset >= deepOffset
      const isInMemory = () => (isDeep || span ? isListed(key) : isKept(key))
      if (match !== undefined || !isOrdered || isInMemory()) {
        const seqs = match === undefined && span ? order.between(all({}), span) : all(selection)
        return { total: seqs.length, seqs: [...seqs.subarray(offset, offset + limit)] }
      }
      const count = statements(`SELECT count(*) ${text}`)
      const total = remembered(totals, keyOf(selection), () => count.get(...parameters) ?? 0)
      // SQLite counts the items of every new span one by one.
      if (isDeep || (span && total * wide >= (lastSeq.get() ?? 0))) want(key)
      const window = statements(`SELECT item.seq ${text} ORDER BY ${itemOrder} LIMIT ? OFFSET ?`)
      return { total, seqs: window.all(...parameters, limit, offset) }
    },
  }
}

/** Keeps statements of one column by their text. There are few texts: one for each combination of conditions. */
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

/** Two selections that ask for the same have one key, whichever way they leave a condition out. */
const keyOf = (selection: ItemSelection): string =>
  JSON.stringify(selection, (_name, value) =>
    value === false || (Array.isArray(value) && value.length === 0) ? undefined : value,
  )

/** The key of all items. */
const everything = keyOf({})
