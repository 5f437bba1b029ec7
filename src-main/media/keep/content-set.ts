/** Bits for each content: one question in about a thousand is answered wrongly with yes. */
const bitsPerContent = 64
const leastBits = 1024

export interface ContentSet {
  add(sha256: string): void
  /** Never no for one that was added; now and then yes for one that was not. */
  has(sha256: string): boolean
}

/**
 * A set of content hashes in eight bytes each (a Bloom filter; the hashes are random already): there may be millions,
 * and a wrong yes only keeps a picture that need not be kept.
 */
export function createContentSet(expected: number): ContentSet {
  const bits = Math.max(leastBits, expected * bitsPerContent)
  const words = new Uint32Array(Math.ceil(bits / 32))
  const places = (sha256: string): number[] =>
    [0, 12].map((at) => Number.parseInt(sha256.slice(at, at + 12), 16) % bits)
  return {
    add(sha256) {
      for (const place of places(sha256)) words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31))
    },
    has: (sha256) => places(sha256).every((place) => ((words[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0),
  }
}
