import { foldedWords, isUnspaced } from '../../../../src-shared/values/fold.ts'
import { normaliseGtin, searchCandidates } from '../../../../src-shared/values/gtin.ts'
import type { Database } from '../../../storage/index.ts'

/** Fewer digits are rather a size ("75 g") than a code. */
const minCodeLength = 5

const marks = /\p{M}+/u

export type SearchWords = ReturnType<typeof openSearchWords>

/** Turns a person's words into an expression of the full-text index, in which nothing typed is syntax. */
export function openSearchWords(db: Database) {
  const index = db.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'item_text'").pluck()
  /** The words of a text as the present index has them: until it is made anew, an older one ends a word at a vowel mark. */
  const wordsOf = (text: string): string[] => {
    const found = foldedWords(text)
    const isOlder = found.some((word) => marks.test(word)) && !index.get()?.includes("tokenize = 'ascii'")
    return isOlder ? found.flatMap((word) => word.split(marks).filter((part) => part !== '')) : found
  }
  const all = (terms: string[]): string | undefined => (terms.length > 0 ? terms.join(' AND ') : undefined)
  return {
    /** All words must match, the last one as a prefix, in names, brands and descriptions. Undefined without any word. */
    descriptions(text: string): string | undefined {
      const expression = all(prefixLast(wordsOf(text)))
      return expression && `{name brand text} : (${expression})`
    },
    /** The same in all columns; words that look like a product code, also in groups of digits, match the beginning of codes. */
    everything(text: string): string | undefined {
      const found = wordsOf(text)
      const terms = prefixLast(found)
      const each = all(found.map((word, index) => orCode(word, terms[index] ?? quote(word))))
      // A code as it is printed, in groups of digits.
      const grouped = found.length > 1 ? codes(normaliseGtin(text) ?? '') : []
      return grouped.length > 0 ? `(${each}) OR ${grouped.join(' OR ')}` : each
    },
    /** Narrows such an expression to names, brands and codes. */
    inNames: (expression: string): string => `{name brand code} : (${expression})`,
    /** All words must match whole; `names`: in names and brands. */
    whole(text: string, columns: 'names' | 'all'): string | undefined {
      const expression = all(wordsOf(text).map(quote))
      return expression && columns === 'names' ? `{name brand} : (${expression})` : expression
    },
    /** The beginning of a code. */
    code: (digits: string): string =>
      `code : ${quote(digits)}* OR code : ${quote(withoutZeros(digits) || '0')}*`,
  }
}

const quote = (word: string) => `"${word.replaceAll('"', '""')}"`
/** A word of a script without spaces may be a part of a longer one wherever it stands. */
const prefixLast = (words: string[]): string[] =>
  words.map((word, index) =>
    index === words.length - 1 || isUnspaced(word) ? `${quote(word)}*` : quote(word),
  )

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

function orCode(word: string, term: string): string {
  const found = codes(word)
  return found.length > 0 ? `(${[term, ...found].join(' OR ')})` : term
}

/** Terms for the codes that a word may be the beginning of; none when the word does not look like a code. */
function codes(word: string): string[] {
  if (!/^\d+$/.test(word) || word.length < minCodeLength) return []
  const forms = [word, ...(searchCandidates(word)?.gtin14s ?? [])].flatMap((form) => [
    form,
    withoutZeros(form),
  ])
  return [...new Set(forms)].filter((form) => form !== '').map((form) => `code : ${quote(form)}*`)
}
