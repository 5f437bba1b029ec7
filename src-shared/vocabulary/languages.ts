/**
 * Texts in several languages, in a feed and in a record. A record has the preferred one first, for the readers that
 * take the first; one without a language is English.
 */
import type { LanguageEntry } from './content-plus.ts'

const preferred = 'en'

/** The language of a text. */
export const languageOf = ({ lang }: LanguageEntry): string => lang || preferred

const isPreferred = (entry: LanguageEntry): boolean =>
  languageOf(entry).split(/[-_]/)[0]?.toLowerCase() === preferred

/** The texts in the order of a record: the preferred language first. Undefined when there are none. */
export function recordTexts(entries: readonly LanguageEntry[] | undefined): LanguageEntry[] | undefined {
  if (!entries || entries.length === 0) return undefined
  const first = entries.find(isPreferred)
  const ordered = first ? [first, ...entries.filter((entry) => entry !== first)] : entries
  return ordered.map((entry) =>
    languageOf(entry) === preferred ? { text: entry.text } : { lang: languageOf(entry), text: entry.text },
  )
}

/** The texts as a feed has them: each with its language. Undefined when there are none. */
export function feedTexts(entries: readonly LanguageEntry[] | undefined): LanguageEntry[] | undefined {
  const filled = entries?.filter(({ text }) => text.trim() !== '') ?? []
  return filled.length === 0
    ? undefined
    : filled.map((entry) => ({ lang: languageOf(entry), text: entry.text }))
}
