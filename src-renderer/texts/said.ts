import { i18n } from '@lingui/core'
import { sayBy } from '../../src-shared/texts/say.ts'
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
  // What the code that both have in common says in the page is said so at once.
  sayBy(said)
}

/** Whether this page is in another language than the backend. */
export const isTranslated = (): boolean => sentences !== undefined

/** What the backend said, in the language of the page. What is no sentence of the program stays as it is. */
export function said(sentence: string): string {
  if (!sentences) return sentence
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
  // At odd places stands what parts two entries.
  const parts = text.split(/(; |, | and | or )/)
  if (parts.length > 100) return undefined
  const words = parts.map((part, at) => (at % 2 === 0 ? entryOf(table, part) : jointOf(part)))
  if (words.every((word, at) => at % 2 === 1 || word === undefined)) return undefined
  return words.map((word, at) => word ?? parts[at]).join('')
}

/** An entry of a list: a word, which may have a number behind it, as in `Brand (3)`, or a sentence. */
function entryOf(table: Sentences, text: string): string | undefined {
  const [, word = text, number = ''] = /^(.*\S)( \([^()]*\))$/.exec(text) ?? []
  const known = table.has(word) ? i18n._(word) : wordOf(table, word)
  if (known !== undefined) return `${known}${number}`
  const sentence = table.known(text)
  return sentence && i18n._(sentence.text, { ...sentence.values })
}

/** What parts two entries; `and` and `or` as the language has them in lists. */
function jointOf(joint: string): string {
  if (joint !== ' and ' && joint !== ' or ') return joint
  const type = joint === ' or ' ? 'disjunction' : 'conjunction'
  const [, between] = new Intl.ListFormat(formatLocale, { type }).formatToParts(['1', '2'])
  return between?.value ?? joint
}
