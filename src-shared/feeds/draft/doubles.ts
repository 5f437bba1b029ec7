/**
 * Content+ that an update would bring a second time. Specification, endpoint 9: an update adds its lists of Content+ to
 * those the item has, the same again included.
 */
import { fingerprint } from '../../history/match-entries.ts'
import { plain } from '../../vocabulary/correspondence/values.ts'
import { type ContentPlus, mediaGroups } from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'

/** The parts of Content+ that are lists of entries. */
const lists = [...mediaGroups, 'bulletPoints', 'keywords'] as const

/** What an item has already: its Content+ for a retailer, or for every one (''). */
interface KeptContent {
  retailer: string
  content: ContentPlus
}

/** How many entries of an update the item has already. */
export function countDoubles(item: IngestItem, kept: readonly KeptContent[]): number {
  const before = entriesOf(item)
  return before - entriesOf(withoutDoubles(item, kept))
}

/** The update without the entries that the item has already. Shares what has none of them. */
export function withoutDoubles(item: IngestItem, kept: readonly KeptContent[]): IngestItem {
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
    const there = new Set((kept[list] ?? []).map(entryKey))
    const entries: unknown[] | undefined = content[list]
    const some = entries?.filter((entry) => !there.has(entryKey(entry)))
    if (some?.length !== entries?.length)
      // The entries are those of the same list.
      Object.assign(left, { [list]: some?.length ? some : undefined })
  }
  return left
}

const entriesOf = ({ contentPlus, manufacturerContent = [] }: IngestItem): number =>
  [contentPlus, ...manufacturerContent.map((one) => one.contentPlus)]
    .flatMap((content) => lists.map((list) => content?.[list]?.length ?? 0))
    .reduce((sum, count) => sum + count, 0)
