import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { setTranslation } from '../../src-shared/texts/say.ts'
import { Sentences } from '../../src-shared/texts/sentences.ts'
import { capitalized, spoken } from '../../src-shared/texts/spoken.ts'
import { writtenMoment } from '../../src-shared/values/moment.ts'
import { dateAndTime, dateOnly, wholeNumber } from '../ui/text/words.ts'
import { formatLocale } from './language.ts'

let sentences: Sentences | undefined
/** Translations so far: a list requests the same sentences at each render. */
const translations = new Map<string, string>()
const maxTranslations = 2000

/**
 * Sets the table of sentences by which this page translates messages of the backend; undefined if the page
 * is in English.
 */
export function setSentences(texts: Iterable<string> | undefined): void {
  sentences = texts && new Sentences(texts)
  translations.clear()
  // Sentences created by shared code in the page are translated directly.
  setTranslation(texts ? said : (sentence) => sentence)
}

/** Whether this page is in another language than the backend. */
export const isTranslated = (): boolean => sentences !== undefined

/**
 * A message of the backend in the language of the page. A text that is not a sentence of the program is
 * returned unchanged.
 */
export function said(sentence: string): string {
  if (!sentences) return withMoments(sentence)
  const before = translations.get(sentence)
  if (before !== undefined) return before
  const translated = translateText(sentences, sentence, 0)
  if (translations.size >= maxTranslations) translations.clear()
  translations.set(sentence, translated)
  return translated
}

/** Maximum nesting of sentences used as values of other sentences. */
const maxDepth = 4

function translateText(table: Sentences, text: string, depth: number): string {
  if (depth > maxDepth || text === '') return text
  // For a value, words of tables take precedence over sentences that happen to match.
  const words = depth > 0 ? listOf(table, text, 'all') : undefined
  if (words !== undefined) return words
  return table
    .read(text)
    .map((piece) => {
      if (typeof piece === 'string') return translatePiece(table, piece, depth)
      const values = Object.entries(piece.values).map(([name, value]) => [
        name,
        typeof value === 'number' || piece.quoted.has(name) ? value : translateText(table, value, depth + 1),
      ])
      return i18n._(piece.text, Object.fromEntries(values))
    })
    .join('')
}

/** A piece that is not an entire sentence: a timestamp, a word, or several of them. */
function translatePiece(table: Sentences, piece: string, depth: number): string {
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

/** Replaces log timestamps, such as `2026-11-21T10:17:00.000Z`, with the format for people. */
const withMoments = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT[\d:.]{5,15}Z/g, (moment) => dateAndTime(moment))

/** Sentences separated by commas, such as `3 fetched, 1 failed`; undefined if one of them is unknown. */
function sentencesOf(table: Sentences, text: string): string | undefined {
  const parts = text.split(', ')
  if (parts.length < 2 || parts.length > 10 || !parts.every((part) => table.known(part))) return undefined
  return parts.map((part) => translateText(table, part, 1)).join(', ')
}

/** A word of a table in the form used within a sentence: `brand` for `Brand`. */
function wordOf(table: Sentences, word: string): string | undefined {
  const label = capitalized(word)
  return label !== word && table.has(label) ? spoken(i18n._(label)) : undefined
}

/** A list such as `a, b or c`; undefined unless some or all of its words are known. */
function listOf(table: Sentences, text: string, known: 'some' | 'all'): string | undefined {
  // Separators are at odd indexes.
  const parts = text.split(/(; |, | and | or )/)
  if (parts.length > 100) return undefined
  const words = parts.map((part, index) =>
    index % 2 === 0 ? entryOf(table, part) : translateSeparator(part),
  )
  const isKnown = words.filter((_, index) => index % 2 === 0).map((word) => word !== undefined)
  if (!isKnown.includes(true) || (known === 'all' && isKnown.includes(false))) return undefined
  return words.map((word, index) => word ?? parts[index]).join('')
}

/** An entry of a list: a sentence, or a word that may be followed by a number, as in `Brand (3)`. */
function entryOf(table: Sentences, text: string): string | undefined {
  const at = text.endsWith(')') ? text.lastIndexOf(' (') : -1
  const [word, number] = at > 0 ? [text.slice(0, at), text.slice(at)] : [text, '']
  const known = table.has(word) ? i18n._(word) : wordOf(table, word)
  if (known !== undefined) return `${known}${number}`
  const sentence = table.known(text)
  return sentence && i18n._(sentence.text, { ...sentence.values })
}

/** A separator of a list, with `and` and `or` in the language of the page. */
function translateSeparator(separator: string): string {
  if (separator !== ' and ' && separator !== ' or ') return separator
  const type = separator === ' or ' ? 'disjunction' : 'conjunction'
  const [, between] = new Intl.ListFormat(formatLocale, { type }).formatToParts(['1', '2'])
  return between?.value ?? separator
}
