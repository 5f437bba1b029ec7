import { i18n } from '@lingui/core'
import { knownSentence } from '../../src-shared/texts/sentences.ts'
import { pageLanguage } from './language.ts'

/** A sentence of the backend in the language of the page, as far as the table of sentences has it. */
export function said(sentence: string): string {
  if (pageLanguage === 'en') return sentence
  const known = knownSentence(sentence)
  // Values are words of tables, such as the label of a field, or what a person typed, which no catalog has.
  const inLanguage = (value: string) => (i18n.messages[value] === undefined ? value : i18n._(value))
  if (!known) return inLanguage(sentence)
  const values = Object.entries(known.values).map(([name, value]) => [name, inLanguage(value)])
  return i18n._(known.text, Object.fromEntries(values))
}
