import { LRUCache } from 'lru-cache'

/** The size of an entry beside its key and its value, in bytes. */
const overhead = 200

export type BoundedCache<Value extends object | number | boolean> = LRUCache<string, Value>

/**
 * Keeps values by key within a limit of memory, and drops the least recently used first. Keys count as well, since a
 * caller's keys can be long. A value larger than the whole cache is not kept.
 * @param sizeOf the size of a value, in bytes
 * @param dropped told of each value that leaves the cache; not of one too large to enter
 */
export const boundedCache = <Value extends object | number | boolean>(
  maxBytes: number,
  sizeOf: (value: Value) => number,
  dropped?: (value: Value) => void,
): BoundedCache<Value> =>
  new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => overhead + 2 * key.length + sizeOf(value),
    ...(dropped && { dispose: (value: Value) => dropped(value) }),
  })
