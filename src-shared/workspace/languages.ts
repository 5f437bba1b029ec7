/**
 * The languages of the interface. English stands in the code; the others are catalogs in `resources/texts`, where a test
 * says which of them are complete (`resources/reference/texts.md`).
 */
export const translatedLanguages = ['de', 'es', 'fr'] as const
export type TextLanguage = 'en' | (typeof translatedLanguages)[number]

/** What a person may choose; `system` follows the languages of the system. */
export const languageChoices = ['system', 'en', ...translatedLanguages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** Each language by its own name, as those look for it who read no other. */
export const languageNames: Record<TextLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}

/** The languages that are offered: English, and those whose catalog has every text. */
export const offeredLanguages: readonly TextLanguage[] = ['en']
