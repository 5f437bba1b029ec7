import { editDistance, maxEdits } from '../../../../src-shared/edit-distance.ts'
import type { Database } from '../../../storage/index.ts'
import { minWordLength } from '../../project/item-facts.ts'

/** Maximum number of words compared with one misspelled word. */
const maxCompared = 60_000

/**
 * Finds words of names and brands that are similar to a typed one, most similar first; the first letter must
 * be the same.
 */
export function openNearWords(db: Database): (typed: string, isPrefix: boolean, count: number) => string[] {
  const isKnown = db
    .prepare<[string, string], number>('SELECT 1 FROM item_word WHERE word >= ? AND word < ? LIMIT 1')
    .pluck()
  const candidates = db
    .prepare<[string, string, number, number, number], string>(
      'SELECT word FROM item_word WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ? LIMIT ?',
    )
    .pluck()
  return (typed, isPrefix, count) => {
    if (typed.length < minWordLength || /\d/.test(typed)) return []
    if (isKnown.get(typed, isPrefix ? `${typed}\u{10FFFF}` : `${typed}\u0000`) !== undefined) return []
    const steps = maxEdits(typed.length)
    const first = [...typed][0] ?? ''
    const maxLength = isPrefix ? 40 : typed.length + steps
    const found: { word: string; steps: number }[] = []
    for (const word of candidates.iterate(
      first,
      `${first}\u{10FFFF}`,
      typed.length - steps,
      maxLength,
      maxCompared,
    )) {
      // A prefix is compared with prefixes of similar length.
      const prefixes = isPrefix ? [0, -1, 1].map((more) => word.slice(0, typed.length + more)) : [word]
      const minSteps = Math.min(...prefixes.map((prefix) => editDistance(typed, prefix, steps)))
      if (minSteps <= steps) found.push({ word, steps: minSteps + (word.length === typed.length ? 0 : 0.5) })
    }
    return found
      .sort((one, other) => one.steps - other.steps || one.word.length - other.word.length)
      .slice(0, count)
      .map(({ word }) => word)
  }
}
