import { foldedWords, isUnspaced } from '../../../../src-shared/values/fold.ts'
import { normaliseGtin, searchCandidates } from '../../../../src-shared/values/gtin.ts'
import type { Database } from '../../../storage/index.ts'

/** Fewer digits are more likely a size ("75 g") than a code. */
const minCodeLength = 5

const marks = /\p{M}+/u

export type SearchWords = ReturnType<typeof openSearchWords>

/**
 * Converts typed words to an expression of the full-text index, in which no input is interpreted as syntax.
 */
export function openSearchWords(db: Database) {
  const index = db.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'item_text'").pluck()
  /**
   * The words of a text as split by the current index. Until it is rebuilt, an older index ends a word at a
   * vowel mark.
   */
  const wordsOf = (text: string): string[] => {
    const found = foldedWords(text)
    const isOlder = found.some((word) => marks.test(word)) && !index.get()?.includes("tokenize = 'ascii'")
    return isOlder ? found.flatMap((word) => word.split(marks).filter((part) => part !== '')) : found
  }
  const all = (terms: string[]): string | undefined => (terms.length > 0 ? terms.join(' AND ') : undefined)
  return {
    /**
     * All words must match in names, brands and descriptions, the last one as a prefix. Undefined without
     * words.
     */
    descriptions(text: string): string | undefined {
      const expression = all(prefixLast(wordsOf(text)))
      return expression && `{name brand text} : (${expression})`
    },
    /**
     * The same in all columns. Words that look like a product code, even in groups of digits, also match code
     * prefixes.
     */
    everything(text: string): string | undefined {
      const found = wordsOf(text)
      const terms = prefixLast(found)
      const each = all(found.map((word, index) => orCode(word, terms[index] ?? quote(word))))
      // A code as printed, in groups of digits.
      const grouped = found.length > 1 ? codes(normaliseGtin(text) ?? '') : []
      return grouped.length > 0 ? `(${each}) OR ${grouped.join(' OR ')}` : each
    },
    /** Restricts such an expression to names, brands and codes. */
    inNames: (expression: string): string => `{name brand code} : (${expression})`,
    /** All words must match completely; `names`: in names and brands only. */
    whole(text: string, columns: 'names' | 'all'): string | undefined {
      const expression = all(wordsOf(text).map(quote))
      return expression && columns === 'names' ? `{name brand} : (${expression})` : expression
    },
    /** Matches a code prefix. */
    code: (digits: string): string =>
      `code : ${quote(digits)}* OR code : ${quote(withoutZeros(digits) || '0')}*`,
  }
}

const quote = (word: string) => `"${word.replaceAll('"', '""')}"`
/** In scripts without spaces, every word may be part of a longer one, so each is a prefix. */
const prefixLast = (words: string[]): string[] =>
  words.map((word, index) =>
    index === words.length - 1 || isUnspaced(word) ? `${quote(word)}*` : quote(word),
  )

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

function orCode(word: string, term: string): string {
  const found = codes(word)
  return found.length > 0 ? `(${[term, ...found].join(' OR ')})` : term
}

/** Terms for codes that start with a word; none if the word does not look like a code. */
function codes(word: string): string[] {
  if (!/^\d+$/.test(word) || word.length < minCodeLength) return []
  const forms = [word, ...(searchCandidates(word)?.gtin14s ?? [])].flatMap((form) => [
    form,
    withoutZeros(form),
  ])
  return [...new Set(forms)].filter((form) => form !== '').map((form) => `code : ${quote(form)}*`)
}
