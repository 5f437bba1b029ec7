/**
 * The languages of the interface. English stands in the code; the others are catalogs in `resources/texts`, where a test
 * says which of them are complete (`resources/reference/decisions.md`).
 */
export const translatedLanguages = ['de', 'es', 'fr'] as const
export type TextLanguage = 'en' | (typeof translatedLanguages)[number]

/** What a person may choose; `system` follows the languages of the system. */
export const languageChoices = ['system', 'en', ...translatedLanguages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** The language for a person's choice. @param wanted the languages of the system, as BCP 47 writes them, best first */
export function languageFor(choice: LanguageChoice, wanted: readonly string[]): TextLanguage {
  if (choice !== 'system') return choice
  for (const tag of wanted) {
    const found = offeredLanguages.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (found) return found
  }
  return 'en'
}

/** Each language by its own name, as those look for it who read no other. */
export const languageNames: Record<TextLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}

/** The languages that are offered: those of which every text of the screens and of the backend is translated. */
export const offeredLanguages: readonly TextLanguage[] = ['en', ...translatedLanguages]
