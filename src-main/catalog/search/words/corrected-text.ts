import { foldedWords } from '../../../../src-shared/values/fold.ts'
import type { Database } from '../../../storage/index.ts'
import { openIndexWords } from './index-words.ts'

/** Maximum number of unknown words of a query that are replaced. */
const maxUnknownWords = 3
/** Maximum number of corrections that are searched for. */
const maxTried = 3

/** Quoted phrases, and terms between spaces. */
const terms = /"[^"]*"?|\S+/g
/** A term without a field, a sign or digits. */
const plainWord = /^[\p{L}\p{M}]+$/u

/**
 * Corrects the misspelled words of a query that finds nothing: those that no item has are replaced by the most
 * similar words of the index.
 */
export function openCorrectedText(db: Database) {
  const index = openIndexWords(db)
  /**
   * @param finds whether a query finds an item
   * @returns the first correction that finds an item; undefined if none does
   */
  return (text: string, finds: (text: string) => boolean): string | undefined => {
    const typed = text.match(terms) ?? []
    const replacements = new Map<number, string[]>()
    for (const [at, term] of typed.entries()) {
      const [word, ...others] = plainWord.test(term) ? foldedWords(term) : []
      if (word === undefined || others.length > 0 || index.has(word, at === typed.length - 1)) continue
      const similar = index.similar(word, maxTried)
      if (similar.length === 0 || replacements.size === maxUnknownWords) return undefined
      replacements.set(at, similar)
    }
    const tried = new Set<string>()
    for (let turn = 0; turn < maxTried && replacements.size > 0; turn++)
      tried.add(
        typed.map((term, at) => replacements.get(at)?.[turn] ?? replacements.get(at)?.[0] ?? term).join(' '),
      )
    return [...tried].find(finds)
  }
}
