/** What an entry takes beside its key and its value, in bytes. */
const overhead = 200

/**
 * Keeps values by key in no more memory than it is given: the least recently used go first. Keys count as well, since
 * what a caller may ask for can be long.
 */
export class BoundedCache<Value> {
  readonly #mostBytes: number
  readonly #sizeOf: (value: Value) => number
  /** The least recently used first. */
  readonly #entries = new Map<string, Value>()
  #bytes = 0

  /** @param sizeOf what a value takes, in bytes; asked again when it goes, so it must not change */
  constructor(mostBytes: number, sizeOf: (value: Value) => number) {
    this.#mostBytes = mostBytes
    this.#sizeOf = sizeOf
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** A value larger than the whole cache is not kept. */
  set(key: string, value: Value): void {
    this.#remove(key)
    this.#entries.set(key, value)
    this.#bytes += this.#weigh(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#remove(oldest)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #remove(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#bytes -= this.#weigh(key, value)
  }

  #weigh(key: string, value: Value): number {
    return overhead + 2 * key.length + this.#sizeOf(value)
  }
}
