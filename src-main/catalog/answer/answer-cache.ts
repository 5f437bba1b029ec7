import { boundedCache } from '../../platform/memory/bounded-cache.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import { holdBytes, letGoBytes, poolOf, type Storage } from '../../storage/index.ts'
import type { ItemAnswer } from './item-answers.ts'
import type { ItemQuery } from './item-query.ts'

/** Readers end and start again, each with memory of its own, which stays as long as one answer in it is kept. */
const maxPools = 4

/** Bytes that each medium of an answer takes in memory. */
const mediumBytes = 500

/**
 * Keeps whole answers, in the main thread, until an item changes. The least recently used go first.
 * @param answer makes an answer, with one hold to its body
 * @param maxBytes how much memory the answers may take together
 */
export function cacheAnswers(
  storage: Pick<Storage, 'changeNumber'>,
  answer: (query: ItemQuery) => Promise<ItemAnswer>,
  maxBytes: number = memoryLimits.answers,
) {
  const answers = boundedCache<ItemAnswer>(
    maxBytes,
    ({ body, gaps, large }) =>
      gaps.reduce(
        (sum, { media }) => sum + mediumBytes * (1 + media.length),
        body.byteLength + (large?.seqs.byteLength ?? 0),
      ),
    ({ body }) => letGoBytes(body),
  )
  /** Answers that are being made, so that a query that comes hundreds of times at once is answered once. */
  const making = new Map<string, { made: Promise<ItemAnswer>; callers: number }>()
  /** The pools of the answers that are kept. */
  let pools = new Set<number>()
  let changeNumber = -1

  const forgetWhenChanged = () => {
    const asked = storage.changeNumber('items')
    if (asked === changeNumber) return
    answers.clear()
    making.clear()
    changeNumber = asked
  }
  const kept = (key: string): ItemAnswer | undefined => {
    const found = answers.get(key)
    if (found) holdBytes(found.body)
    return found
  }
  const keep = (key: string, found: ItemAnswer) => {
    const pool = poolOf(found.body)
    if (pool !== undefined && !pools.has(pool) && pools.size >= maxPools) {
      answers.clear()
      pools = new Set()
    }
    if (pool !== undefined) pools.add(pool)
    answers.set(key, found)
  }
  const make = (query: ItemQuery, key: string): Promise<ItemAnswer> => {
    const asked = changeNumber
    const begun = { callers: 1, made: answer(query) }
    making.set(key, begun)
    const done = () => {
      if (making.get(key) === begun) making.delete(key)
    }
    // The holds of all who have asked are taken before any of them goes on.
    begun.made = begun.made.then(
      (found) => {
        done()
        holdBytes(found.body, begun.callers)
        // An answer is kept only when nothing was committed meanwhile, which it may or may not contain.
        if (storage.changeNumber('items') === asked && asked === changeNumber) keep(key, found)
        if (answers.peek(key) !== found) letGoBytes(found.body)
        return found
      },
      (error: unknown) => {
        done()
        throw error
      },
    )
    return begun.made
  }

  return {
    /** An answer to whose body the caller has one hold, and lets it go (`letGoBytes`). */
    async answer(query: ItemQuery): Promise<ItemAnswer> {
      forgetWhenChanged()
      const key = keyOf(query)
      const known = kept(key)
      if (known) return known
      const begun = making.get(key)
      if (!begun) return make(query, key)
      begun.callers++
      return begun.made
    },
    /** Finds the same answer, with a hold, as often as it is asked: while it is kept and nothing has changed since. */
    known(query: ItemQuery): () => ItemAnswer | undefined {
      const key = keyOf(query)
      return () => {
        forgetWhenChanged()
        return kept(key)
      }
    },
  }
}

const keyOf = ({
  id,
  q,
  m,
  b,
  upc,
  since,
  until,
  verified,
  idx,
  limit,
  version,
  profile,
  media,
}: ItemQuery) =>
  JSON.stringify([id, q, m, b, upc, since, until, verified, idx, limit, version, profile, media])
