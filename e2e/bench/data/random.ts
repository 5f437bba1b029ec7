/** A deterministic pseudo-random generator of numbers from 0 up to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns `count` ranks from 0 up to `ranks`; the n-th rank occurs 1/n as often as the first (Zipf). */
export function zipf(count: number, ranks: number, seed: number): number[] {
  const next = randomNumbers(seed)
  const sums: number[] = []
  for (let rank = 1; rank <= ranks; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank)
  const all = sums.at(-1) ?? 1
  return Array.from({ length: count }, () => {
    const wanted = next() * all
    let [low, high] = [0, ranks - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  })
}
