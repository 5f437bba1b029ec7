/// <reference path="../../src-shared/texts/catalogs.d.ts" />
import { i18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { keepCapitals } from '../../src-shared/texts/spoken.ts'
import { changeTexts } from '../../src-shared/texts/tables.ts'
import { direction, formatLocale, type PageLanguage, pageLanguage } from './language.ts'
import { setSentences } from './translate-message.ts'

type CompiledMessage = ReturnType<typeof compileMessage>

/**
 * Compiles each text of the code once. English has no catalog, so its texts are compiled when first used. No
 * text is compiled to a script.
 */
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

/**
 * Loads the language of the page. Modules with texts must be loaded after it, because they translate their
 * texts at import time.
 */
export async function startTexts(language: PageLanguage = pageLanguage): Promise<void> {
  const isPseudo = language === 'pseudo' || language === 'mirrored'
  // Pseudo-languages keep placeholders and plural forms; only the words are changed.
  const changed = isPseudo ? (await import('../../src-shared/texts/pseudo-text.ts')).pseudoText : undefined
  const messages = (await catalogs[language]?.())?.messages ?? {}
  const english = isPseudo ? (await import('../../resources/texts/en.po')).messages : {}
  i18n.setMessagesCompiler(compiler((message) => compileMessage(message, changed)))
  i18n.loadAndActivate({ locale: isPseudo ? 'en' : language, locales: [formatLocale], messages })
  // Sentences of the backend are their own keys; texts of screens have short hash keys, which are not
  // sentences.
  setSentences(language === 'en' ? undefined : Object.keys(isPseudo ? english : messages))
  keepCapitals(language === 'de')
  if (language !== 'en') await changeTexts((text) => i18n._(text))
  document.documentElement.lang = isPseudo ? 'en' : language
  document.documentElement.dir = language === 'mirrored' ? 'rtl' : direction
}
