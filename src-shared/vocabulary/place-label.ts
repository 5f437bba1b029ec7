/** Labels for the path to a value: labels of the vocabulary, and key values of list entries. */
import { viewLabel } from '../views.ts'

/**
 * A label, a text of the entry itself, or the language of a text, whose name depends on the language of the
 * page.
 */
export type PlaceLabel = string | { language: string; number?: number }

const languageTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/

/**
 * The label of an entry from a member that distinguishes it: a view in words, a language, or the text
 * unchanged.
 */
export function entryLabel(key: string, text: string): PlaceLabel {
  if (key === 'view') return viewLabel(text)
  return key === 'lang' && languageTag.test(text) ? { language: text } : text
}

/** Adds the number of the entry to a label that another entry has too. */
export const numbered = (label: PlaceLabel, number: number): PlaceLabel =>
  typeof label === 'string' ? `${label} (${number})` : { ...label, number }

/** A label as text. @param languageName returns the name of a language by its tag */
export function placeWord(label: PlaceLabel, languageName: (tag: string) => string): string {
  if (typeof label === 'string') return label
  const { language, number } = label
  return number === undefined ? languageName(language) : `${languageName(language)} (${number})`
}

let names: Intl.DisplayNames | undefined
/** Created on first use, because it takes 20 ms in every thread. */
const english = (): Intl.DisplayNames => {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })
  return names
}

/** Labels as one line of English. */
export const placeWords = (labels: readonly PlaceLabel[]): string =>
  labels.map((label) => placeWord(label, (tag) => english().of(tag) ?? tag)).join(', ')
