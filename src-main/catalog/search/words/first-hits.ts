import type { QueryTerm } from '../../../../src-shared/catalog/query.ts'
import type { Database } from '../../../storage/index.ts'
import type { ItemHits } from '../item-hits.ts'
import { itemOrder } from '../item-selection.ts'
import { isPlain } from './found-words.ts'
import type { SearchWords } from './search-words.ts'

/**
 * Number of items searched from the start of the order, in growing steps. If these contain too few hits,
 * finding all hits is fast.
 */
const stepSizes = [4000, 16_000, 64_000]
/**
 * If an order's row numbers are spread wider than this factor, a search by a row number range is not
 * worthwhile.
 */
const maxSpread = 4

/**
 * Searches a range of row numbers. The range must be bound as integers, because the full-text index does not
 * narrow by other types.
 */
export const hitsInRange = 'SELECT rowid FROM item_text WHERE item_text MATCH ? AND rowid BETWEEN ? AND ?'

/**
 * The first hits of words that much of the catalog contains, without finding all hits. Hits in names, brands
 * and codes rank first, and the first of these are found near the start of the order of all items. The result
 * equals the first of all hits.
 * @returns undefined if all hits must be found to determine the first
 */
export function openFirstHits(db: Database, words: SearchWords, hits: Pick<ItemHits, 'kept'>) {
  const inRange = db.prepare<[string, bigint, bigint], number>(hitsInRange).pluck()
  const ordered = db
    .prepare<[number], number>(`SELECT item.seq FROM item ORDER BY ${itemOrder} LIMIT ?`)
    .pluck()
  const firstItems = () =>
    hits.kept('the beginning of the order', () => Uint32Array.from(ordered.all(stepSizes.at(-1) ?? 0)))
  return (terms: readonly QueryTerm[], limit: number): number[] | undefined => {
    const plain = terms.filter(isPlain)
    const expression =
      plain.length === terms.length ? words.everything(plain.map(({ text }) => text).join(' ')) : undefined
    if (expression === undefined) return undefined
    const all = firstItems()
    for (const count of stepSizes) {
      if (all.length < count) return undefined
      const piece = all.subarray(0, count)
      const lowest = piece.reduce((min, seq) => Math.min(min, seq))
      const highest = piece.reduce((max, seq) => Math.max(max, seq))
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
