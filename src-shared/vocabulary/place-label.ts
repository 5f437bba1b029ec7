/** What stands on the way to a value, for people: labels of the vocabulary, and what the entries of a list are told by. */
import { viewLabel } from '../views.ts'

/** A label, a word of the entry itself, or the language of a text: a page has the names of languages in its own. */
export type PlaceLabel = string | { language: string; number?: number }

const languageTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/

/** What an entry is told by, from one of its members: a view in words, a language, or the text as it is. */
export function tellingLabel(key: string, text: string): PlaceLabel {
  if (key === 'view') return viewLabel(text)
  return key === 'lang' && languageTag.test(text) ? { language: text } : text
}

/** A label with the number of an entry, where another one is told by the same. */
export const numbered = (label: PlaceLabel, number: number): PlaceLabel =>
  typeof label === 'string' ? `${label} (${number})` : { ...label, number }

/** A label in words. @param languageName the name of a language by its tag */
export function placeWord(label: PlaceLabel, languageName: (tag: string) => string): string {
  if (typeof label === 'string') return label
  const { language, number } = label
  return number === undefined ? languageName(language) : `${languageName(language)} (${number})`
}

let names: Intl.DisplayNames | undefined
/** Made at the first use: it takes 20 ms, in every thread. */
const english = (): Intl.DisplayNames => {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })
  return names
}

/** Labels in one line of English. */
export const placeWords = (labels: readonly PlaceLabel[]): string =>
  labels.map((label) => placeWord(label, (tag) => english().of(tag) ?? tag)).join(', ')
