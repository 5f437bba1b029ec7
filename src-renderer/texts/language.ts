/**
 * The language of this page. Choosing another language reloads the page, so that no module has texts in two
 * languages.
 */
import {
  type LanguageChoice,
  languageChoices,
  languageFor,
  type TextLanguage,
} from '../../src-shared/workspace/languages.ts'

/** Pseudo-languages for tests: English with accents and longer texts, and the same from right to left. */
const pseudoLanguages = ['pseudo', 'mirrored'] as const
export type PageLanguage = TextLanguage | (typeof pseudoLanguages)[number]

const { dataset } = document.documentElement
const chosen = dataset['language']

/**
 * The chosen language. The backend writes it into the page, so that the page never appears in another
 * language first.
 */
export const languageChoice: LanguageChoice = languageChoices.find((choice) => choice === chosen) ?? 'system'

export const pageLanguage: PageLanguage =
  pseudoLanguages.find((language) => language === chosen) ?? languageFor(languageChoice, navigator.languages)

const isEnglish = pageLanguage === 'en' || pageLanguage === 'pseudo' || pageLanguage === 'mirrored'

/** Locale of dates, numbers and names: the person's regional variant of the language, such as `de-AT`. */
export const formatLocale: string = isEnglish
  ? 'en-GB'
  : (navigator.languages.find((tag) => tag.startsWith(`${pageLanguage}-`)) ?? pageLanguage)

export const direction: 'ltr' | 'rtl' = pageLanguage === 'mirrored' ? 'rtl' : 'ltr'
