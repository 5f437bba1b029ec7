import type { CamelCase, Database, ItemRow } from '../../../storage/index.ts'
import { itemOrder, type Span } from '../item-selection.ts'
import { joinedNumbers } from './row-numbers.ts'

/** Number of row numbers read at a time. */
const pieceLength = 20_000

/** Reads one piece, starting after the last item of the previous piece. */
export const nextInOrder = `SELECT item.seq FROM item WHERE (${itemOrder}) > (?, ?) ORDER BY ${itemOrder} LIMIT ${pieceLength}`

/**
 * The row numbers of all items in list order. They are read in pieces: an array of a million values takes
 * several times the memory of the numbers, and the garbage collector frees it late.
 */
export function openItemOrder(db: Database) {
  const next = db.prepare<[number, string], number>(nextInOrder).pluck()
  const positionOf = db.prepare<[number], CamelCase<Pick<ItemRow, 'updated_at' | 'id'>>>(
    'SELECT updated_at AS updatedAt, id FROM item WHERE seq = ?',
  )
  const whole = (): Uint32Array => {
    const pieces: Uint32Array[] = []
    let position = { updatedAt: Number.NEGATIVE_INFINITY, id: '' }
    for (;;) {
      const found = next.all(position.updatedAt, position.id)
      pieces.push(Uint32Array.from(found))
      if (found.length < pieceLength) break
      position = positionOf.get(found.at(-1) ?? 0) ?? position
    }
    return joinedNumbers(pieces)
  }
  /**
   * Index of the first item updated at or after this time, in an order of all items; takes about twenty
   * steps.
   */
  const indexFrom = (order: Uint32Array, instant: number): number => {
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((positionOf.get(order[middle] ?? 0)?.updatedAt ?? 0) < instant) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    /** The row numbers of all items, in list order. */
    whole,
    /** The part of such a list with items updated in a time range. */
    between: (order: Uint32Array, { from, to }: Span): Uint32Array =>
      order.subarray(
        from === undefined ? 0 : indexFrom(order, from),
        to === undefined ? order.length : indexFrom(order, to + 1),
      ),
  }
}
