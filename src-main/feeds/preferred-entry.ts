/** Languages in order of preference, where the record has room for one text and a feed brings several. */
const preferredLanguages = ['en']

/**
 * The one text out of entries in several languages: in a preferred language, else the first. Undefined when there
 * is none.
 */
export function preferredEntry(entries: readonly { lang?: string | undefined; text: string }[] | undefined) {
  for (const language of preferredLanguages) {
    const found = entries?.find(({ lang }) => lang?.split(/[-_]/)[0]?.toLowerCase() === language)
    if (found) return found.text
  }
  return entries?.[0]?.text
}
