import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { sayBy } from '../../src-shared/texts/say.ts'
import { Sentences } from '../../src-shared/texts/sentences.ts'
import { capitalized, spoken } from '../../src-shared/texts/spoken.ts'
import { writtenMoment } from '../../src-shared/values/moment.ts'
import { dateAndTime, dateOnly, wholeNumber } from '../ui/text/words.ts'
import { formatLocale } from './language.ts'

let sentences: Sentences | undefined
/** What was said anew already: a list asks for the same sentences each time it is drawn. */
const known = new Map<string, string>()
const maxKept = 2000

/** Gives the table of sentences, from which this page says what the backend said; none where the page is in English. */
export function saySentences(texts: Iterable<string> | undefined): void {
  sentences = texts && new Sentences(texts)
  known.clear()
  // What the code that both have in common says in the page is said so at once.
  sayBy(texts ? said : (sentence) => sentence)
}

/** Whether this page is in another language than the backend. */
export const isTranslated = (): boolean => sentences !== undefined

/** What the backend said, in the language of the page. What is no sentence of the program stays as it is. */
export function said(sentence: string): string {
  if (!sentences) return withMoments(sentence)
  const before = known.get(sentence)
  if (before !== undefined) return before
  const anew = inLanguage(sentences, sentence, 0)
  if (known.size >= maxKept) known.clear()
  known.set(sentence, anew)
  return anew
}

/** Sentences at the place of values, within each other. */
const maxDepth = 4

function inLanguage(table: Sentences, text: string, depth: number): string {
  if (depth > maxDepth || text === '') return text
  // At the place of a value, words of tables come before sentences that happen to fit them.
  const words = depth > 0 ? listOf(table, text, 'all') : undefined
  if (words !== undefined) return words
  return table
    .read(text)
    .map((piece) => {
      if (typeof piece === 'string') return pieceOf(table, piece, depth)
      const values = Object.entries(piece.values).map(([name, value]) => [
        name,
        typeof value === 'number' || piece.quoted.has(name) ? value : inLanguage(table, value, depth + 1),
      ])
      return i18n._(piece.text, Object.fromEntries(values))
    })
    .join('')
}

/** What is no sentence as a whole: a moment, a word, or several of them. */
function pieceOf(table: Sentences, piece: string, depth: number): string {
  const label = /^(.+):$/.exec(piece)?.[1]
  if (label !== undefined && table.has(label)) {
    const word = i18n._(label)
    return t`${word}:`
  }
  if (depth === 0) return sentencesOf(table, piece) ?? withMoments(piece)
  if (/^\d{1,3}(?:,\d{3})+$/.test(piece)) return wholeNumber(Number(piece.replaceAll(',', '')))
  const moment = writtenMoment(piece)
  if (moment) return moment.isDay ? dateOnly(moment.at) : dateAndTime(moment.at)
  return wordOf(table, piece) ?? listOf(table, piece, 'some') ?? withMoments(piece)
}

/** Moments of the log, such as `2026-11-21T10:17:00.000Z`, as a person writes them. */
const withMoments = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]{5,15}Z/g, (moment) => dateAndTime(moment))

/** Sentences with commas between, such as `3 fetched, 1 failed`; undefined where one of them is not known. */
function sentencesOf(table: Sentences, text: string): string | undefined {
  const parts = text.split(', ')
  if (parts.length < 2 || parts.length > 10 || !parts.every((part) => table.known(part))) return undefined
  return parts.map((part) => inLanguage(table, part, 1)).join(', ')
}

/** A word of a table as it stands within a sentence: `brand` for `Brand`. */
function wordOf(table: Sentences, word: string): string | undefined {
  const label = capitalized(word)
  return label !== word && table.has(label) ? spoken(i18n._(label)) : undefined
}

/** A list such as `a, b or c`, if as many of its words are known. */
function listOf(table: Sentences, text: string, known: 'some' | 'all'): string | undefined {
  // At odd places stands what parts two entries.
  const parts = text.split(/(; |, | and | or )/)
  if (parts.length > 100) return undefined
  const words = parts.map((part, at) => (at % 2 === 0 ? entryOf(table, part) : jointOf(part)))
  const isKnown = words.filter((_, at) => at % 2 === 0).map((word) => word !== undefined)
  if (!isKnown.includes(true) || (known === 'all' && isKnown.includes(false))) return undefined
  return words.map((word, at) => word ?? parts[at]).join('')
}

/** An entry of a list: a word, which may have a number behind it, as in `Brand (3)`, or a sentence. */
function entryOf(table: Sentences, text: string): string | undefined {
  const at = text.endsWith(')') ? text.lastIndexOf(' (') : -1
  const [word, number] = at > 0 ? [text.slice(0, at), text.slice(at)] : [text, '']
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
