import type { CamelCase, Database, ItemRow } from '../../storage/index.ts'
import { itemOrder } from './item-selection.ts'

/** Row numbers read at a time. */
const piece = 20_000

/** The question for one piece, by the place of the last item before it. */
export const nextInOrder = `SELECT item.seq FROM item WHERE (${itemOrder}) > (?, ?) ORDER BY ${itemOrder} LIMIT ${piece}`

/**
 * The row numbers of all items, in the order of every list. Read in pieces: an array of a million values in passing
 * takes several times what the numbers themselves do, and the garbage collector leaves it lying for long.
 */
export function openItemOrder(db: Database): () => Uint32Array {
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
