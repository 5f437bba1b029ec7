import { LRUCache } from 'lru-cache'

/** What an entry takes beside its key and its value, in bytes. */
const overhead = 200

export type BoundedCache<Value extends object | number | boolean> = LRUCache<string, Value>

/**
 * Keeps values by key in no more memory than it is given: the least recently used go first. Keys count as well, since
 * what a caller may ask for can be long. A value larger than the whole cache is not kept.
 * @param sizeOf what a value takes, in bytes
 */
export const boundedCache = <Value extends object | number | boolean>(
  mostBytes: number,
  sizeOf: (value: Value) => number,
): BoundedCache<Value> =>
  new LRUCache({
    maxSize: mostBytes,
    sizeCalculation: (value, key) => overhead + 2 * key.length + sizeOf(value),
  })
