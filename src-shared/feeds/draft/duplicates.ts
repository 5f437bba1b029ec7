/**
 * Content+ entries that an update would duplicate. Specification, endpoint 9: an update appends its Content+
 * lists to those of the item, even if the same entries exist already.
 */
import { fingerprint } from '../../history/match-entries.ts'
import { plain } from '../../vocabulary/correspondence/values.ts'
import { type ContentPlus, mediaGroups } from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'

/** Members of Content+ that are lists. */
const lists = [...mediaGroups, 'bulletPoints', 'keywords'] as const

/** Content+ that an item already has for one retailer, or for all ('').*/
interface KeptContent {
  retailer: string
  content: ContentPlus
}

/** Number of entries of an update that the item already has. */
export function countDuplicates(item: IngestItem, kept: readonly KeptContent[]): number {
  const before = entriesOf(item)
  return before - entriesOf(withoutDuplicates(item, kept))
}

/** The update without entries that the item already has. Unaffected parts are shared with the original. */
export function withoutDuplicates(item: IngestItem, kept: readonly KeptContent[]): IngestItem {
  const known = (retailer: string) => kept.find((one) => one.retailer === retailer)?.content
  const { contentPlus, manufacturerContent } = item
  return {
    ...item,
    ...(contentPlus && { contentPlus: without(contentPlus, known('')) }),
    ...(manufacturerContent && {
      manufacturerContent: manufacturerContent.map((one) => ({
        ...one,
        ...(one.contentPlus && { contentPlus: without(one.contentPlus, known(one.id ?? '')) }),
      })),
    }),
  }
}

const entryKey = (entry: unknown): string => fingerprint(plain(entry))

function without(content: ContentPlus, kept: ContentPlus | undefined): ContentPlus {
  if (!kept) return content
  const left = { ...content }
  for (const list of lists) {
    const existing = new Set((kept[list] ?? []).map(entryKey))
    const entries: unknown[] | undefined = content[list]
    const some = entries?.filter((entry) => !existing.has(entryKey(entry)))
    if (some?.length !== entries?.length)
      // The entries come from the same list, so the type fits.
      Object.assign(left, { [list]: some?.length ? some : undefined })
  }
  return left
}

const entriesOf = ({ contentPlus, manufacturerContent = [] }: IngestItem): number =>
  [contentPlus, ...manufacturerContent.map((one) => one.contentPlus)]
    .flatMap((content) => lists.map((list) => content?.[list]?.length ?? 0))
    .reduce((sum, count) => sum + count, 0)
