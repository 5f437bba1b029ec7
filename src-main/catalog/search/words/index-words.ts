import { editDistance, impossibleBeginning, maxEdits } from '../../../../src-shared/edit-distance.ts'
import type { Database } from '../../../storage/index.ts'
import { maxWordLength, minWordLength } from '../../project/item-facts.ts'

/** Maximum number of words of the index that are read for one misspelled word. */
const maxRead = 20_000
/** Maximum number of searches for the next possible word; each takes as long as reading ten words. */
const maxSeeks = 1000
/** Words with the same longer beginning are too few to be worth a search for the next possible word. */
const maxSkippedBeginning = 3

interface SimilarWord {
  word: string
  steps: number
  /** Number of items with the word. */
  items: number
}

/**
 * Finds words of the full-text index that are similar to a misspelled word and have the same first letter,
 * most similar first, then those in most items. The words are read in alphabetical order; beginnings that no
 * similar word has are skipped, so that few words are read even if the index has many.
 */
export function openIndexWords(db: Database) {
  db.exec(
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.item_text_term USING fts5vocab('main', 'item_text', 'row')",
  )
  const terms = db.prepare<[string, string], { word: string; items: number }>(
    'SELECT term AS word, doc AS items FROM temp.item_text_term WHERE term >= ? AND term < ?',
  )
  const found = db
    .prepare<[string], number>('SELECT 1 FROM item_text WHERE item_text MATCH ? LIMIT 1')
    .pluck()

  function similarWords(typed: string, beginning: string, steps: number): SimilarWord[] {
    const similar: SimilarWord[] = []
    let read = 0
    let from: string | undefined = beginning
    for (let seeks = 0; from !== undefined && seeks < maxSeeks; seeks++) {
      const range = terms.iterate(from, `${beginning}\u{10FFFF}`)
      from = undefined
      for (const { word, items } of range) {
        if (++read > maxRead) break
        const dead = impossibleBeginning(typed, word, steps)
        if (dead !== undefined && dead <= maxSkippedBeginning) {
          from = `${word.slice(0, dead)}\u{10FFFF}`
          break
        }
        const distance = dead === undefined ? editDistance(typed, word, steps) : steps + 1
        if (distance <= steps) similar.push({ word, steps: distance, items })
      }
    }
    return similar
  }

  return {
    /** Whether an item has the word, or a word that begins with it. */
    has: (word: string, isPrefix: boolean): boolean =>
      found.get(`"${word}"${isPrefix ? '*' : ''}`) !== undefined,
    similar(typed: string, count: number): string[] {
      const letters = [...typed]
      if (letters.length < minWordLength || letters.length > maxWordLength || !/^\p{L}+$/u.test(typed))
        return []
      const steps = maxEdits(letters.length)
      // A mistake in the second letter is rare, and most of the words are read only for those.
      for (const beginning of [letters.slice(0, 2).join(''), letters[0] ?? '']) {
        const similar = similarWords(typed, beginning, steps)
        if (similar.length > 0)
          return similar
            .sort((one, other) => one.steps - other.steps || other.items - one.items)
            .slice(0, count)
            .map(({ word }) => word)
      }
      return []
    },
  }
}
