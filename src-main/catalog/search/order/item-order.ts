import type { CamelCase, Database, ItemRow } from '../../../storage/index.ts'
import { itemOrder, type Span } from '../item-selection.ts'
import { joinedNumbers } from './row-numbers.ts'

/** Row numbers read at a time. */
const piece = 20_000

/** The statement for one piece, which begins behind the last item of the piece before. */
export const nextInOrder = `SELECT item.seq FROM item WHERE (${itemOrder}) > (?, ?) ORDER BY ${itemOrder} LIMIT ${piece}`

/**
 * The row numbers of all items, in the order of every list. They are read in pieces: an array of a million values takes
 * several times the memory of the numbers, and the garbage collector frees it late.
 */
export function openItemOrder(db: Database) {
  const next = db.prepare<[number, string], number>(nextInOrder).pluck()
  const placeOf = db.prepare<[number], CamelCase<Pick<ItemRow, 'updated_at' | 'id'>>>(
    'SELECT updated_at AS updatedAt, id FROM item WHERE seq = ?',
  )
  const whole = (): Uint32Array => {
    const pieces: Uint32Array[] = []
    let place = { updatedAt: Number.NEGATIVE_INFINITY, id: '' }
    for (;;) {
      const found = next.all(place.updatedAt, place.id)
      pieces.push(Uint32Array.from(found))
      if (found.length < piece) break
      place = placeOf.get(found.at(-1) ?? 0) ?? place
    }
    return joinedNumbers(pieces)
  }
  /** Where the first item lies that was updated at this instant or later; of an order of all, in twenty steps. */
  const placeFrom = (order: Uint32Array, instant: number): number => {
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((placeOf.get(order[middle] ?? 0)?.updatedAt ?? 0) < instant) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    /** The row numbers of all items, in the order of every list. */
    whole,
    /** The part of such a list whose items were updated in a span of time. */
    between: (order: Uint32Array, { from, to }: Span): Uint32Array =>
      order.subarray(
        from === undefined ? 0 : placeFrom(order, from),
        to === undefined ? order.length : placeFrom(order, to + 1),
      ),
  }
}
