/**
 * Texts in several languages, in feeds and records. A record lists the preferred language first, for
 * readers that use only the first text. A text without a language is English.
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

/** A text in the form of a record. */
const inRecord = (entry: LanguageEntry): LanguageEntry =>
  languageOf(entry) === preferred ? { text: entry.text } : { lang: languageOf(entry), text: entry.text }

/** The texts in record order: the preferred language first. Undefined if there are none. */
export const recordTexts = (entries: readonly LanguageEntry[] | undefined): LanguageEntry[] | undefined =>
  entries && entries.length > 0 ? preferredFirst(entries).map(inRecord) : undefined

/** The texts in the form of a feed: each with its language. Undefined if there are none. */
export function feedTexts(entries: readonly LanguageEntry[] | undefined): LanguageEntry[] | undefined {
  const filled = entries?.filter(({ text }) => text.trim() !== '') ?? []
  return filled.length === 0
    ? undefined
    : filled.map((entry) => ({ lang: languageOf(entry), text: entry.text }))
}

/** The number of texts that are hidden where only one language is shown. */
export const hiddenTextCount = (entries: readonly LanguageEntry[] | undefined): number =>
  Math.max(0, (entries ?? []).filter(isFilled).length - 1)

const isFilled = ({ text }: LanguageEntry): boolean => text.trim() !== ''

/** The text that an item table shows, without its language. */
export const shownText = (entries: readonly LanguageEntry[]): LanguageEntry | undefined =>
  entries.find(isFilled)

/**
 * Merges the texts of an imported file into those of a record: each replaces the stored text of its
 * language. A text without a language may come from an exported table. It counts as the language that the
 * table shows, unless another column has a text with that language.
 */
export function mergeFileTexts(
  stored: readonly LanguageEntry[] = [],
  imported: readonly LanguageEntry[],
): LanguageEntry[] {
  const merged = stored.filter(isFilled)
  const shown = shownText(merged)?.lang
  const unnamed = imported.filter(({ lang }) => !lang).map(({ text }) => ({ lang: shown, text }))
  const byLanguage = new Map(
    [...unnamed, ...imported.filter(({ lang }) => lang)].map((one) => [languageOf(one), one]),
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
