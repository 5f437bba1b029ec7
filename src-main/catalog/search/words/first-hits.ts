import type { QueryTerm } from '../../../../src-shared/catalog/query.ts'
import type { Database } from '../../../storage/index.ts'
import type { ItemHits } from '../item-hits.ts'
import { itemOrder } from '../item-selection.ts'
import { isPlain } from './found-words.ts'
import type { SearchWords } from './search-words.ts'

/** Items looked at from the beginning of the order, then more and more of them; with fewer hits all are soon found. */
const lookedAt = [4000, 16_000, 64_000]
/** An order that jumps about in the row numbers is not looked at by a range of them. */
const maxSpread = 4

/** Row numbers of a part of them: numbers bound as whole ones, since the full-text index does not narrow by others. */
export const hitsInRange = 'SELECT rowid FROM item_text WHERE item_text MATCH ? AND rowid BETWEEN ? AND ?'

/**
 * The first hits of words that much of the catalog has, without finding them all: those in names, brands and codes come
 * first, and the first of these are found near the beginning of the order of all items. The same as the first of all hits.
 * @returns undefined where all hits have to be found to know the first
 */
export function openFirstHits(db: Database, words: SearchWords, hits: Pick<ItemHits, 'kept'>) {
  const inRange = db.prepare<[string, bigint, bigint], number>(hitsInRange).pluck()
  const ordered = db
    .prepare<[number], number>(`SELECT item.seq FROM item ORDER BY ${itemOrder} LIMIT ?`)
    .pluck()
  const beginning = () =>
    hits.kept('the beginning of the order', () => Uint32Array.from(ordered.all(lookedAt.at(-1) ?? 0)))
  return (terms: readonly QueryTerm[], limit: number): number[] | undefined => {
    const plain = terms.filter(isPlain)
    const expression =
      plain.length === terms.length ? words.everything(plain.map(({ text }) => text).join(' ')) : undefined
    if (expression === undefined) return undefined
    const all = beginning()
    for (const count of lookedAt) {
      if (all.length < count) return undefined
      const piece = all.subarray(0, count)
      const lowest = piece.reduce((least, seq) => Math.min(least, seq))
      const highest = piece.reduce((most, seq) => Math.max(most, seq))
      if (highest - lowest > maxSpread * count) return undefined
      const found = new Set(inRange.all(words.inNames(expression), BigInt(lowest), BigInt(highest)))
      const first: number[] = []
      for (const seq of piece) {
        if (found.has(seq)) first.push(seq)
        if (first.length === limit) return first
      }
    }
    return undefined
  }
}
