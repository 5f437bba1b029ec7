import BetterSqlite3 from 'better-sqlite3'
import { normaliseGtin, searchCandidates } from '../../../src-shared/gtin.ts'
import { searchable } from '../project/item-projection.ts'

/** Turns a person's words into an expression of the full-text index, in which nothing typed is syntax. */
export interface SearchWords {
  /** All words must match, the last one as a prefix, in names, brands and descriptions. Undefined without any word. */
  descriptions(text: string): string | undefined
  /** The same in all columns; words that look like a product code, also in groups of digits, match the beginning of codes. */
  everything(text: string): string | undefined
  /** Narrows such an expression to names, brands and codes. */
  inNames(expression: string): string
  /** All words must match whole; `names`: in names and brands. */
  whole(text: string, columns: 'names' | 'all'): string | undefined
  /** The beginning of a code. */
  code(digits: string): string
  /** The words of a text, as the index has them. */
  split(text: string): string[]
}

/** Fewer digits are rather a size ("75 g") than a code. */
const shortestCode = 5

/**
 * Splits a text into words as the index does: the same tokenizer runs over the text, in memory, and each word is quoted.
 */
export function openSearchWords(): SearchWords {
  const db = new BetterSqlite3(':memory:')
  db.exec(`
    CREATE VIRTUAL TABLE typed USING fts5 (text, content = '', tokenize = 'unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE word USING fts5vocab (typed, 'instance');`)
  const put = db.prepare('INSERT INTO typed (rowid, text) VALUES (1, ?)')
  const clear = db.prepare("INSERT INTO typed (typed) VALUES ('delete-all')")
  const words = db.prepare<[], string>('SELECT term FROM word ORDER BY offset').pluck()

  const wordsOf = (text: string): string[] => {
    put.run(searchable(text))
    const found = words.all()
    clear.run()
    return found
  }
  const all = (terms: string[]): string | undefined => (terms.length > 0 ? terms.join(' AND ') : undefined)
  return {
    descriptions(text) {
      const expression = all(prefixLast(wordsOf(text)))
      return expression && `{name brand text} : (${expression})`
    },
    everything(text) {
      const found = wordsOf(text)
      const terms = prefixLast(found)
      const each = all(found.map((word, index) => orCode(word, terms[index] ?? quote(word))))
      // A code as it is printed, in groups of digits.
      const grouped = found.length > 1 ? codes(normaliseGtin(text) ?? '') : []
      return grouped.length > 0 ? `(${each}) OR ${grouped.join(' OR ')}` : each
    },
    inNames: (expression) => `{name brand code} : (${expression})`,
    whole(text, columns) {
      const expression = all(wordsOf(text).map(quote))
      return expression && columns === 'names' ? `{name brand} : (${expression})` : expression
    },
    code: (digits) => `code : ${quote(digits)}* OR code : ${quote(withoutZeros(digits) || '0')}*`,
    split: wordsOf,
  }
}

const quote = (word: string) => `"${word.replaceAll('"', '""')}"`
const prefixLast = (words: string[]): string[] =>
  words.map((word, index) => (index === words.length - 1 ? `${quote(word)}*` : quote(word)))

const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

function orCode(word: string, term: string): string {
  const found = codes(word)
  return found.length > 0 ? `(${[term, ...found].join(' OR ')})` : term
}

/** Terms for the codes that a word may be the beginning of; none when the word does not look like a code. */
function codes(word: string): string[] {
  if (!/^\d+$/.test(word) || word.length < shortestCode) return []
  const forms = [word, ...(searchCandidates(word)?.gtin14s ?? [])].flatMap((form) => [
    form,
    withoutZeros(form),
  ])
  return [...new Set(forms)].filter((form) => form !== '').map((form) => `code : ${quote(form)}*`)
}
