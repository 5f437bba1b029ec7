import { LRUCache } from 'lru-cache'

/** Fixed cost of an entry in addition to its key and value, in bytes. */
const overhead = 200

export type BoundedCache<Value extends object | number | boolean> = LRUCache<string, Value>

/**
 * An LRU cache with a memory limit. Keys count as well, since callers can pass long ones. A value larger than
 * the whole cache is not kept.
 * @param sizeOf the size of a value, in bytes
 * @param dropped called with each evicted value, but not for a value too large to enter
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
