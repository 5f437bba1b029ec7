/// <reference path="../../src-shared/texts/catalogs.d.ts" />
import { i18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { keepCapitals } from '../../src-shared/texts/spoken.ts'
import { changeTexts } from '../../src-shared/texts/tables.ts'
import { direction, formatLocale, type PageLanguage, pageLanguage } from './language.ts'
import { saySentences } from './said.ts'

type CompiledMessage = ReturnType<typeof compileMessage>

/** Compiles a text of the code, once: English has no catalog. No text becomes a script. */
function compiler(compile: (message: string) => CompiledMessage): (message: string) => CompiledMessage {
  const compiled = new Map<string, CompiledMessage>()
  return (message) => {
    const known = compiled.get(message)
    if (known !== undefined) return known
    const made = compile(message)
    compiled.set(message, made)
    return made
  }
}

const catalogs: Partial<Record<PageLanguage, () => Promise<{ messages: Messages }>>> = {
  de: () => import('../../resources/texts/de.po'),
  es: () => import('../../resources/texts/es.po'),
  fr: () => import('../../resources/texts/fr.po'),
}

/** Makes the language of the page ready. Modules with texts are loaded after it, as theirs are made when they load. */
export async function startTexts(language: PageLanguage = pageLanguage): Promise<void> {
  const isTrial = language === 'pseudo' || language === 'mirrored'
  // Placeholders and plural forms of a trial language work: its words alone are changed.
  const changed = isTrial ? (await import('../../src-shared/texts/pseudo-text.ts')).pseudoText : undefined
  const messages = (await catalogs[language]?.())?.messages ?? {}
  const english = isTrial ? (await import('../../resources/texts/en.po')).messages : {}
  i18n.setMessagesCompiler(compiler((message) => compileMessage(message, changed)))
  i18n.loadAndActivate({ locale: isTrial ? 'en' : language, locales: [formatLocale], messages })
  // Sentences of the backend are texts under themselves; the texts of screens stand under short keys, which say nothing.
  saySentences(language === 'en' ? undefined : Object.keys(isTrial ? english : messages))
  keepCapitals(language === 'de')
  if (language !== 'en') await changeTexts((text) => i18n._(text))
  document.documentElement.lang = isTrial ? 'en' : language
  document.documentElement.dir = language === 'mirrored' ? 'rtl' : direction
}
