/** Matches typed texts with names in lists. All texts are folded (`fold`). */
import { prefixEditDistance } from '../edit-distance.ts'

/** Minimum letters of a word that may be misspelled. */
const minMisspelled = 4

const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')

/**
 * Rank of a name that contains every typed word: 0 the same name, 1 it begins with the text, 2 each typed
 * word begins a word, 3 any other; undefined if a word is missing.
 */
export function matchRank(name: string, typed: string): number | undefined {
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  const words = typed.split(/\s+/).filter((word) => word !== '')
  if (!words.every((word) => name.includes(word))) return undefined
  const named = wordsIn(name)
  return words.every((word) => named.some((one) => one.startsWith(word))) ? 2 : 3
}

interface NearNameMatcher {
  /** A similar name contains at least one of these texts. */
  parts: readonly string[]
  /**
   * Number of letters to change until the words of the text begin words of the name; undefined if there are
   * too many, or none.
   */
  stepsTo: (name: string) => number | undefined
}

/**
 * Compares names with one typed text. Words of 4 to 7 letters may differ in one letter, longer ones in two;
 * short words and words with digits may not differ. Undefined if no word of the text may differ.
 */
export function nearNameMatcher(typed: string): NearNameMatcher | undefined {
  const words = wordsIn(typed).map(misspelledWord)
  const whole = misspelledWord(words.map(({ word }) => word).join(' '))
  const [longest] = [...words].sort((one, other) => other.word.length - one.word.length)
  if (!longest || (longest.maxSteps === 0 && whole.maxSteps === 0)) return undefined
  return {
    parts: [...new Set([...partsOf(longest), ...partsOf(whole)])],
    stepsTo(name) {
      const named = wordsIn(name)
      let steps = stepsTo(whole, named.join(' '))
      if (words.length > 1 || named.length > 1) {
        const ofWords = words.map((one) => Math.min(...named.map((word) => stepsTo(one, word))))
        steps = Math.min(
          steps,
          ofWords.reduce((sum, one) => sum + one, 0),
        )
      }
      return steps === 0 || steps === Number.POSITIVE_INFINITY ? undefined : steps
    },
  }
}

interface MisspelledWord {
  word: string
  maxSteps: number
}

function misspelledWord(word: string): MisspelledWord {
  const mayDiffer = word.length >= minMisspelled && !/\p{N}/u.test(word)
  return { word, maxSteps: mayDiffer ? (word.length > 7 ? 2 : 1) : 0 }
}

/**
 * Parts of a word of which a similar word has at least one: one change damages one part, or two if it swaps
 * the letters on both sides of a border.
 */
function partsOf({ word, maxSteps }: MisspelledWord): string[] {
  if (maxSteps === 0) return [word]
  const count = 2 * maxSteps
  const borders = Array.from({ length: count + 1 }, (_, index) => Math.floor((index * word.length) / count))
  const parts = borders.slice(1).map((end, index) => word.slice(borders[index], end))
  const half = borders[1] ?? 0
  const swapped = `${word.slice(0, half - 1)}${word[half]}${word[half - 1]}${word.slice(half + 1)}`
  return maxSteps === 1 ? [...parts, swapped] : parts
}

/** Steps from a typed word to a word of the name or its beginning; infinite if there are too many. */
function stepsTo({ word, maxSteps }: MisspelledWord, named: string): number {
  if (named.startsWith(word)) return 0
  if (maxSteps === 0) return Number.POSITIVE_INFINITY
  const steps = prefixEditDistance(word, named, maxSteps)
  return steps <= maxSteps ? steps : Number.POSITIVE_INFINITY
}
