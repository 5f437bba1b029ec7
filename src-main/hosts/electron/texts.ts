/// <reference path="../../../src-shared/texts/catalogs.d.ts" />
/** The menus and dialogs of the system, in the language of the screens. */
import { type Messages, setupI18n } from '@lingui/core'
import { app } from 'electron'
import { Sentences } from '../../../src-shared/texts/sentences.ts'
import {
  type LanguageChoice,
  languageFor,
  type TextLanguage,
} from '../../../src-shared/workspace/languages.ts'

/** Translates a sentence marked by `say`; an unknown sentence is returned unchanged. */
export type Speak = (sentence: string) => string

const catalogs: Partial<Record<TextLanguage, () => Promise<{ messages: Messages }>>> = {
  de: () => import('../../../resources/texts/de.po'),
  es: () => import('../../../resources/texts/es.po'),
  fr: () => import('../../../resources/texts/fr.po'),
}

/** Returns the translator for a person's language, as the page does. */
export async function speakerFor(choice: LanguageChoice): Promise<Speak> {
  const language = languageFor(choice, app.getPreferredSystemLanguages())
  const messages = (await catalogs[language]?.())?.messages
  if (!messages) return (sentence) => sentence
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  const table = new Sentences(Object.keys(messages))
  return (sentence) => {
    const known = table.known(sentence)
    return known ? i18n._(known.text, known.values) : sentence
  }
}
