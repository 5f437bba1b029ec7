import { boundedCache } from '../../platform/memory/bounded-cache.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import { poolOf, releaseBytes, retainBytes, type Storage } from '../../storage/index.ts'
import type { ItemAnswer } from './item-answers.ts'
import type { ItemQuery } from './item-query.ts'

/**
 * Readers end and restart, each with its own pool. A pool's memory is kept as long as one response in it is
 * cached.
 */
const maxPools = 4

/** Approximate memory of each medium of a response, in bytes. */
const mediumBytes = 500

/**
 * Caches complete responses in the main thread until an item changes. The least recently used are evicted
 * first.
 * @param answer computes a response with one hold on its body
 * @param maxBytes total memory of the cached responses
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
    ({ body }) => releaseBytes(body),
  )
  /** Responses being computed, so that a query that arrives hundreds of times at once is computed once. */
  const pending = new Map<string, { promise: Promise<ItemAnswer>; callers: number }>()
  /** Pools of the cached responses. */
  let pools = new Set<number>()
  let changeNumber = -1

  const clearIfChanged = () => {
    const changedAt = storage.changeNumber('items')
    if (changedAt === changeNumber) return
    answers.clear()
    pending.clear()
    changeNumber = changedAt
  }
  const cached = (key: string): ItemAnswer | undefined => {
    const found = answers.get(key)
    if (found) retainBytes(found.body)
    return found
  }
  const store = (key: string, found: ItemAnswer) => {
    const pool = poolOf(found.body)
    if (pool !== undefined && !pools.has(pool) && pools.size >= maxPools) {
      answers.clear()
      pools = new Set()
    }
    if (pool !== undefined) pools.add(pool)
    answers.set(key, found)
  }
  const make = (query: ItemQuery, key: string): Promise<ItemAnswer> => {
    const changedAt = changeNumber
    const entry = { callers: 1, promise: answer(query) }
    pending.set(key, entry)
    const done = () => {
      if (pending.get(key) === entry) pending.delete(key)
    }
    // The holds for all callers are taken before any of them continues.
    entry.promise = entry.promise.then(
      (found) => {
        done()
        retainBytes(found.body, entry.callers)
        // A response is cached only without a commit in the meantime, which it may or may not include.
        if (storage.changeNumber('items') === changedAt && changedAt === changeNumber) store(key, found)
        if (answers.peek(key) !== found) releaseBytes(found.body)
        return found
      },
      (error: unknown) => {
        done()
        throw error
      },
    )
    return entry.promise
  }

  return {
    /** Returns a response with one hold on its body; the caller must release it (`releaseBytes`). */
    async answer(query: ItemQuery): Promise<ItemAnswer> {
      clearIfChanged()
      const key = keyOf(query)
      const known = cached(key)
      if (known) return known
      const entry = pending.get(key)
      if (!entry) return make(query, key)
      entry.callers++
      return entry.promise
    },
    /**
     * Returns a function that looks up the cached response, with a hold; undefined if it is not cached or
     * items have changed.
     */
    known(query: ItemQuery): () => ItemAnswer | undefined {
      const key = keyOf(query)
      return () => {
        clearIfChanged()
        return cached(key)
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
