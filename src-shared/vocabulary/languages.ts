/**
 * Texts in several languages, in a feed and in a record. A record has the preferred one first, for the readers that
 * take the first; one without a language is English.
 */
import type { LanguageEntry } from './elements/content-plus.ts'

const preferred = 'en'

/** The language of a text. */
export const languageOf = ({ lang }: LanguageEntry): string => lang || preferred

const isPreferred = (entry: LanguageEntry): boolean =>
  languageOf(entry).split(/[-_]/)[0]?.toLowerCase() === preferred

function preferredFirst(entries: readonly LanguageEntry[]): readonly LanguageEntry[] {
  const first = entries.find(isPreferred)
  return first ? [first, ...entries.filter((entry) => entry !== first)] : entries
}

/** A text as a record has it. */
const inRecord = (entry: LanguageEntry): LanguageEntry =>
  languageOf(entry) === preferred ? { text: entry.text } : { lang: languageOf(entry), text: entry.text }

/** The texts in the order of a record: the preferred language first. Undefined when there are none. */
export const recordTexts = (entries: readonly LanguageEntry[] | undefined): LanguageEntry[] | undefined =>
  entries && entries.length > 0 ? preferredFirst(entries).map(inRecord) : undefined

/** The texts as a feed has them: each with its language. Undefined when there are none. */
export function feedTexts(entries: readonly LanguageEntry[] | undefined): LanguageEntry[] | undefined {
  const filled = entries?.filter(({ text }) => text.trim() !== '') ?? []
  return filled.length === 0
    ? undefined
    : filled.map((entry) => ({ lang: languageOf(entry), text: entry.text }))
}

/** How many texts have no place where one language of them is shown. */
export const furtherTexts = (entries: readonly LanguageEntry[] | undefined): number =>
  Math.max(0, (entries ?? []).filter(isFilled).length - 1)

const isFilled = ({ text }: LanguageEntry): boolean => text.trim() !== ''

/** The text of a record that a table of items shows, without its language. */
export const shownText = (entries: readonly LanguageEntry[]): LanguageEntry | undefined =>
  entries.find(isFilled)

/**
 * The texts of a record after a file of items has said some: each replaces the text of its language, where that stands.
 * One without a language may come from an exported table: it is in the language of the text that the table shows, unless
 * another column has a text of that language by name.
 */
export function mergeFileTexts(
  stored: readonly LanguageEntry[] = [],
  said: readonly LanguageEntry[],
): LanguageEntry[] {
  const merged = stored.filter(isFilled)
  const shown = shownText(merged)?.lang
  const unnamed = said.filter(({ lang }) => !lang).map(({ text }) => ({ lang: shown, text }))
  const byLanguage = new Map(
    [...unnamed, ...said.filter(({ lang }) => lang)].map((one) => [languageOf(one), one]),
  )
  const further: LanguageEntry[] = []
  for (const [language, entry] of byLanguage) {
    const at = merged.findIndex((one) => languageOf(one) === language)
    const present = merged[at]
    if (present) merged[at] = { ...present, text: entry.text }
    else further.push(inRecord(entry))
  }
  return further.length === 0 ? merged : [...preferredFirst([...merged, ...further])]
}
