import { boundedCache } from '../../platform/bounded-cache.ts'
import { memoryLimits } from '../../platform/memory-limits.ts'
import type { Storage } from '../../storage/index.ts'
import type { ItemAnswer, ItemQuery } from './item-answers.ts'

/** Bytes that each medium of an answer takes in memory. */
const mediumBytes = 500

/**
 * Keeps whole answers, in the main thread, until an item changes. The least recently used go first.
 * @param mostBytes how much memory the answers may take together
 */
export function cacheAnswers(
  storage: Pick<Storage, 'changeNumber'>,
  answer: (query: ItemQuery) => Promise<ItemAnswer>,
  mostBytes: number = memoryLimits.answers,
): (query: ItemQuery) => Promise<ItemAnswer> {
  const answers = boundedCache<ItemAnswer>(mostBytes, ({ body, gaps, large }) =>
    gaps.reduce(
      (sum, { media }) => sum + mediumBytes * (1 + media.length),
      body.byteLength + (large?.seqs.byteLength ?? 0),
    ),
  )
  /** Answers that are being made, so that a query that comes hundreds of times at once is answered once. */
  const making = new Map<string, Promise<ItemAnswer>>()
  let changeNumber = -1

  return async (query) => {
    const asked = storage.changeNumber('items')
    if (asked !== changeNumber) {
      answers.clear()
      making.clear()
      changeNumber = asked
    }
    const key = JSON.stringify(query, Object.keys(query).toSorted())
    const known = answers.get(key) ?? making.get(key)
    if (known) return known
    const made = answer(query)
    making.set(key, made)
    const found = await made.finally(() => {
      if (making.get(key) === made) making.delete(key)
    })
    // An answer is kept only when nothing was committed meanwhile, which it may or may not contain.
    if (storage.changeNumber('items') === asked && asked === changeNumber) answers.set(key, found)
    return found
  }
}
