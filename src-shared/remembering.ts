/** A shorter text is never a view of the longer one that it was cut from, which it would keep in memory. */
const minViewLength = 13

interface Limits {
  /** The most texts that are remembered; with one more, all are forgotten. */
  most: number
  /** The longest text that is remembered. */
  longest: number
}

/**
 * Answers of a function of a text alone, by the texts that it was asked before: feeds and panels repeat the same few
 * units, codes, amounts and hosts by the thousand. Nothing that is remembered keeps a document in memory.
 */
export function remembering<Answer>(
  read: (text: string) => Answer,
  { most = 500, longest = minViewLength - 1 }: Partial<Limits> = {},
): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return (text) => {
    if (text.length > longest) return read(text)
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as Answer
    const answer = read(text)
    if (known.size >= most) known.clear()
    known.set(text.length < minViewLength ? text : structuredClone(text), answer)
    return answer
  }
}
