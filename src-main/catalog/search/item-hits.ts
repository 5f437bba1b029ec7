import type { Statement } from 'better-sqlite3'
import { type BoundedCache, boundedCache } from '../../platform/bounded-cache.ts'
import { memoryLimits } from '../../platform/memory-limits.ts'
import type { ItemRow } from '../../storage/index.ts'
import { type CamelCase, type Database, openChangeNumbers } from '../../storage/index.ts'
import { type ItemSelection, itemOrder, openSelections } from './item-selection.ts'

export interface Hits {
  total: number
  /** Row numbers of the window, in order. */
  seqs: number[]
}
export interface ItemHits {
  /** A window of a selection. */
  page(selection: ItemSelection, offset: number, limit: number): Hits
  /** The row numbers of a whole selection, in order. Not to be changed. */
  all(selection: ItemSelection): Uint32Array
  /** A list of row numbers that is worked out elsewhere, kept in the same way. Not to be changed but in its order. */
  kept(key: string, make: () => Uint32Array): Uint32Array
}

/** SQLite walks the index to a page; from here on, the second such page is cut from a list in memory. */
const deepOffset = 2000
/** No list is made for deep pages before items have not changed for so many milliseconds. */
const settled = 2000

/** SQLite sorts up to so many hits; more are picked from the list of all items, which is in order already. */
export const fewHits = 2000

/**
 * Finds the rows of a selection. A selection that an index gives in order is read a page at a time, however deep. A search
 * for words is carried out once, in time linear in its hits or, with many hits, in the catalog (a few nanoseconds an
 * item). Its row numbers are kept until an item changes, so that scrolling costs nothing.
 */
export function openItemHits(db: Database): ItemHits {
  const toSql = openSelections(db)
  const wholeOrder = openItemOrder(db)
  const changeNumbers = openChangeNumbers(db)
  const statements = openStatements(db)
  const matching = db.prepare<[string], number>('SELECT rowid FROM item_text WHERE item_text MATCH ?').pluck()
  const sorted = db
    .prepare<
      [string],
      number
    >(`SELECT item.seq FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value
                                ORDER BY ${itemOrder}`)
    .pluck()
  const lists = boundedCache<Uint32Array>(memoryLimits.searches, (list) => list.byteLength)
  const totals = boundedCache<number>(memoryLimits.totals, () => 0)
  /** Selections that were asked for deeply since the last change. */
  const deep = new Set<string>()
  let keptAt = -1
  let changedAt = Number.NEGATIVE_INFINITY

  const forgetWhenChanged = () => {
    const current = changeNumbers.lastOf('items')
    if (current === keptAt) return
    lists.clear()
    totals.clear()
    deep.clear()
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
      if (text === 'FROM item') return wholeOrder()
      const statement = statements(`SELECT item.seq ${text} ORDER BY ${itemOrder}`)
      return Uint32Array.from(statement.all(...parameters))
    }
    const found = matching.all(match)
    const isAlone = toSql(rest).parameters.length === 0 && rest.verified !== true && rest.notListed !== true
    if (isAlone && found.length <= fewHits) return Uint32Array.from(sorted.all(JSON.stringify(found)))
    const isFound = new Uint8Array((found.at(-1) ?? 0) + 1)
    for (const seq of found) isFound[seq] = 1
    const picked = new Uint32Array(found.length)
    let count = 0
    for (const seq of all(rest)) if (isFound[seq] === 1) picked[count++] = seq
    return count === picked.length ? picked : picked.slice(0, count)
  }
  const all = (selection: ItemSelection): Uint32Array =>
    remembered(lists, JSON.stringify(selection), () => find(selection))
  /** Whether a selection that is asked for deeply shall be a list in memory: not while items change all the time. */
  const isListed = (key: string): boolean => {
    forgetWhenChanged()
    if (lists.has(key)) return true
    if (performance.now() - changedAt < settled) return false
    if (deep.has(key)) return true
    if (deep.size > 100) deep.clear()
    deep.add(key)
    return false
  }

  return {
    all,
    kept: (key, make) => remembered(lists, key, make),
    page(selection, offset, limit) {
      const { match, ...rest } = selection
      const { text, parameters, isOrdered } = toSql(rest)
      if (
        match !== undefined ||
        !isOrdered ||
        (offset >= deepOffset && isListed(JSON.stringify(selection)))
      ) {
        const seqs = all(selection)
        return { total: seqs.length, seqs: [...seqs.subarray(offset, offset + limit)] }
      }
      const count = statements(`SELECT count(*) ${text}`)
      const total = remembered(totals, JSON.stringify(selection), () => count.get(...parameters) ?? 0)
      const window = statements(`SELECT item.seq ${text} ORDER BY ${itemOrder} LIMIT ? OFFSET ?`)
      return { total, seqs: window.all(...parameters, limit, offset) }
    },
  }
}

/** Row numbers read at a time. */
const piece = 20_000

/** The statement for one piece, which begins behind the last item of the piece before. */
export const nextInOrder = `SELECT item.seq FROM item WHERE (${itemOrder}) > (?, ?) ORDER BY ${itemOrder} LIMIT ${piece}`

/**
 * The row numbers of all items, in the order of every list. They are read in pieces: an array of a million values takes
 * several times the memory of the numbers, and the garbage collector frees it late.
 */
function openItemOrder(db: Database): () => Uint32Array {
  const next = db.prepare<[number, string], number>(nextInOrder).pluck()
  const placeOf = db.prepare<[number], CamelCase<Pick<ItemRow, 'updated_at' | 'id'>>>(
    'SELECT updated_at AS updatedAt, id FROM item WHERE seq = ?',
  )
  return () => {
    const pieces: Uint32Array[] = []
    let length = 0
    let place = { updatedAt: Number.NEGATIVE_INFINITY, id: '' }
    for (;;) {
      const found = next.all(place.updatedAt, place.id)
      pieces.push(Uint32Array.from(found))
      length += found.length
      if (found.length < piece) break
      place = placeOf.get(found.at(-1) ?? 0) ?? place
    }
    const order = new Uint32Array(length)
    let at = 0
    for (const one of pieces) {
      order.set(one, at)
      at += one.length
    }
    return order
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
