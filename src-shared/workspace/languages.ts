/**
 * The languages of the interface. English is in the code; the others are catalogs in `resources/texts`,
 * where a test lists the complete ones (`resources/reference/decisions.md`).
 */
export const translatedLanguages = ['de', 'es', 'fr'] as const
export type TextLanguage = 'en' | (typeof translatedLanguages)[number]

/** The choices of a person; `system` follows the languages of the system. */
export const languageChoices = ['system', 'en', ...translatedLanguages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/**
 * The language for a person's choice. @param wanted the languages of the system as BCP 47 tags, preferred
 * first
 */
export function languageFor(choice: LanguageChoice, wanted: readonly string[]): TextLanguage {
  if (choice !== 'system') return choice
  for (const tag of wanted) {
    const found = offeredLanguages.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (found) return found
  }
  return 'en'
}

/** Each language in its own language, for people who read no other. */
export const languageNames: Record<TextLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}

/** The languages offered: those with all texts of the screens and the backend translated. */
export const offeredLanguages: readonly TextLanguage[] = ['en', ...translatedLanguages]
