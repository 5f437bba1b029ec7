/**
 * Texts below this length are copied by the engine when they are sliced. Longer slices are views that keep
 * the entire source text in memory.
 */
const minViewLength = 13

interface Limits {
  /** Maximum number of cached texts; one more clears the cache. */
  maxEntries: number
  /** Maximum length of a cached text. */
  maxLength: number
}

/**
 * Caches the results of a function of a text. Feeds and panels repeat the same few units, codes, amounts
 * and hosts thousands of times. The cache never keeps a document in memory.
 */
export function memoized<Answer>(
  read: (text: string) => Answer,
  { maxEntries = 500, maxLength = minViewLength - 1 }: Partial<Limits> = {},
): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return (text) => {
    if (text.length > maxLength) return read(text)
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as Answer
    const answer = read(text)
    if (known.size >= maxEntries) known.clear()
    known.set(text.length < minViewLength ? text : structuredClone(text), answer)
    return answer
  }
}
