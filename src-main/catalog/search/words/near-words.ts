import { typingSteps } from '../../../../src-shared/typing-steps.ts'
import type { Database } from '../../../storage/index.ts'
import { minWordLength } from '../../project/item-facts.ts'

/** Words looked at for one mistyped word, at most. */
const maxLookedAt = 60_000

/** Finds words of names and brands that are nearly a typed one, the nearest first; their first letter must be the same. */
export function openNearWords(
  db: Database,
): (typed: string, isBeginning: boolean, count: number) => string[] {
  const isKnown = db
    .prepare<[string, string], number>('SELECT 1 FROM item_word WHERE word >= ? AND word < ? LIMIT 1')
    .pluck()
  const alike = db
    .prepare<[string, string, number, number, number], string>(
      'SELECT word FROM item_word WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ? LIMIT ?',
    )
    .pluck()
  return (typed, isBeginning, count) => {
    if (typed.length < minWordLength || /\d/.test(typed)) return []
    if (isKnown.get(typed, isBeginning ? `${typed}\u{10FFFF}` : `${typed}\u0000`) !== undefined) return []
    const steps = typed.length > 7 ? 2 : 1
    const first = [...typed][0] ?? ''
    const longest = isBeginning ? 40 : typed.length + steps
    const found: { word: string; steps: number }[] = []
    for (const word of alike.iterate(
      first,
      `${first}\u{10FFFF}`,
      typed.length - steps,
      longest,
      maxLookedAt,
    )) {
      // A beginning is compared with beginnings of about its length.
      const beginnings = isBeginning ? [0, -1, 1].map((more) => word.slice(0, typed.length + more)) : [word]
      const least = Math.min(...beginnings.map((beginning) => typingSteps(typed, beginning, steps)))
      if (least <= steps) found.push({ word, steps: least + (word.length === typed.length ? 0 : 0.5) })
    }
    return found
      .sort((one, other) => one.steps - other.steps || one.word.length - other.word.length)
      .slice(0, count)
      .map(({ word }) => word)
  }
}
