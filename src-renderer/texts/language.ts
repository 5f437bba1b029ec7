/** The language of this page. Another choice loads the page anew, so that no text of a module is in two languages. */
import {
  type LanguageChoice,
  languageChoices,
  languageFor,
  type TextLanguage,
} from '../../src-shared/workspace/languages.ts'

/** Languages for trials: English with accents and longer, and the same from right to left. */
const trialLanguages = ['pseudo', 'mirrored'] as const
export type PageLanguage = TextLanguage | (typeof trialLanguages)[number]

const { dataset } = document.documentElement
const written = dataset['language']

/** The backend writes the choice into the page, so that the page is never shown in another language first. */
export const languageChoice: LanguageChoice = languageChoices.find((choice) => choice === written) ?? 'system'

export const pageLanguage: PageLanguage =
  trialLanguages.find((language) => language === written) ?? languageFor(languageChoice, navigator.languages)

const isEnglish = pageLanguage === 'en' || pageLanguage === 'pseudo' || pageLanguage === 'mirrored'

/** By which dates, numbers and names are formed: the person's own form of the language, such as `de-AT`. */
export const formatLocale: string = isEnglish
  ? 'en-GB'
  : (navigator.languages.find((tag) => tag.startsWith(`${pageLanguage}-`)) ?? pageLanguage)

export const direction: 'ltr' | 'rtl' = pageLanguage === 'mirrored' ? 'rtl' : 'ltr'
