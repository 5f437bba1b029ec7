import { i18n } from '@lingui/core'
import { Sentences } from '../../src-shared/texts/sentences.ts'
import { spoken } from '../../src-shared/texts/spoken.ts'
import { formatLocale } from './language.ts'

let sentences: Sentences | undefined
/** What was said anew already: a list asks for the same sentences each time it is drawn. */
const known = new Map<string, string>()
const mostKept = 2000

/** Gives the table of sentences, from which this page says what the backend said; none where the page is in English. */
export function saySentences(texts: Iterable<string> | undefined): void {
  sentences = texts && new Sentences(texts)
  known.clear()
}

/** What the backend said, in the language of the page. What is no sentence of the program stays as it is. */
export function said(sentence: string): string
export function said(sentence: string | undefined): string | undefined
export function said(sentence: string | undefined): string | undefined {
  if (!sentences || !sentence) return sentence
  const before = known.get(sentence)
  if (before !== undefined) return before
  const anew = inLanguage(sentences, sentence, 0)
  if (known.size >= mostKept) known.clear()
  known.set(sentence, anew)
  return anew
}

/** Sentences at the place of values, within each other. */
const mostDepth = 4

function inLanguage(table: Sentences, text: string, depth: number): string {
  if (depth > mostDepth || text === '') return text
  return table
    .read(text)
    .map((piece) => {
      if (typeof piece === 'string')
        return depth > 0 ? (wordOf(table, piece) ?? listOf(table, piece) ?? piece) : piece
      const values = Object.entries(piece.values).map(([name, value]) => [
        name,
        typeof value === 'number' || piece.quoted.has(name) ? value : inLanguage(table, value, depth + 1),
      ])
      return i18n._(piece.text, Object.fromEntries(values))
    })
    .join('')
}

/** A word of a table as it stands within a sentence: `brand` for `Brand`. */
function wordOf(table: Sentences, word: string): string | undefined {
  const label = word.charAt(0).toUpperCase() + word.slice(1)
  return label !== word && table.has(label) ? spoken(i18n._(label)) : undefined
}

/** A list such as `a, b or c`, if one of its words is known. */
function listOf(table: Sentences, text: string): string | undefined {
  const parts = text.split(/, | (and|or) /).filter((part) => part !== undefined)
  const [joint] = parts.splice(-2, parts.at(-2) === 'and' || parts.at(-2) === 'or' ? 1 : 0)
  if (parts.length < 2 || parts.length > 50) return undefined
  const words = parts.map((part) => (table.has(part) ? i18n._(part) : wordOf(table, part)))
  if (words.every((word) => word === undefined)) return undefined
  const all = words.map((word, at) => word ?? parts[at] ?? '')
  if (joint === undefined) return all.join(', ')
  const type = joint === 'or' ? 'disjunction' : 'conjunction'
  return new Intl.ListFormat(formatLocale, { type }).format(all)
}
