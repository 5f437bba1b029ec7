import { foldedWords } from '../../../../src-shared/values/fold.ts'
import type { Database } from '../../../storage/index.ts'

/** A word in so many items is a word of the trade, not a mistake. */
const minItems = 3

/**
 * Returns a function that opens the words of the catalog: those of brands and manufacturers in the lists, and
 * words that several items have in names, brands and descriptions.
 */
export function openKnownWords(db: Database): () => (word: string) => boolean {
  const names = db
    .prepare<[], string>("SELECT name FROM lookup WHERE kind IN ('brand', 'manufacturer')")
    .pluck()
  const items = db
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM item_text WHERE item_text MATCH ? LIMIT ${minItems})`,
    )
    .pluck()
  return () => {
    const ofNames = new Set<string>()
    for (const name of names.iterate()) for (const word of foldedWords(name)) ofNames.add(word)
    return (word) => {
      const [folded, ...others] = foldedWords(word)
      if (folded === undefined || others.length > 0) return false
      return ofNames.has(folded) || (items.get(`"${folded}"`) ?? 0) >= minItems
    }
  }
}
