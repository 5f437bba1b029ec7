/**
 * Content+ per item and retailer, stored in two forms: complete, as in an item feed, with all languages; and
 * as the `<retailer>` element of a Content+ feed, with one language. Content for all retailers is stored
 * under the retailer ''.
 */

import type { ItemView } from '../../../../src-shared/catalog/model.ts'
import { contentOfFeedRetailer } from '../../../../src-shared/feeds/preview/model.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import {
  type ContentPlus,
  type ContentPlusFeedRetailer,
  contentPlusFeedRetailer,
  contentPlus as contentPlusGroup,
  type LanguageEntry,
  mediaGroups,
} from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { parseElement, writeElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { hiddenTextCount, languageOf, recordTexts } from '../../../../src-shared/vocabulary/languages.ts'
import {
  type Database,
  defineReader,
  type LookupRow,
  type RetailerContentRow,
  type WriterContext,
} from '../../../storage/index.ts'

const lists = ['keywords', 'bulletPoints'] as const
const texts = ['longDescription', 'ecommerceDescription'] as const

/** Identifier that stands for all retailers. */
export const everyRetailer = ''

/** Content for one retailer, or for all. */
export interface RetailerContent {
  retailer: string
  content: ContentPlus
}

/** Combines stored and sent content. */
export type Combine = (kept: ContentPlus, sent: ContentPlus) => ContentPlus

/**
 * Merges by the rules of a Content+ feed. Texts replace those in the same language; media are added, or
 * updated if group and URL match; keywords and bullet points are replaced as lists.
 */
export const mergeContent: Combine = (kept, sent) => {
  const merged = { ...kept, ...defined(sent) }
  for (const key of texts) if (sent[key]) merged[key] = mergeTexts(kept[key], sent[key])
  for (const group of mediaGroups) {
    const added = sent[group]
    if (!added) continue
    const byUrl = new Map((kept[group] ?? []).map((medium) => [medium.url, medium]))
    for (const medium of added) {
      const before = byUrl.get(medium.url)
      const description = medium.description && mergeTexts(before?.description, medium.description)
      byUrl.set(medium.url, { ...before, ...defined({ ...medium, description }) })
    }
    merged[group] = [...byUrl.values()]
  }
  return merged
}

/** Merges by the rules of an update: lists are appended, including duplicates; single texts are replaced. */
export const appendContent: Combine = (kept, sent) => {
  const appended: ContentPlus = { ...kept }
  if (sent.sellCopy !== undefined) appended.sellCopy = sent.sellCopy
  for (const key of texts) if (sent[key]) appended[key] = mergeTexts(kept[key], sent[key])
  for (const key of lists) if (sent[key]) appended[key] = [...(kept[key] ?? []), ...sent[key]]
  for (const key of mediaGroups) if (sent[key]) appended[key] = [...(kept[key] ?? []), ...sent[key]]
  return appended
}

/**
 * Merges texts by language. A sent text replaces the stored text in the same language, else the only stored
 * variant of that language (`en` and `en-US`). A text without a language, as in Content+ feeds, replaces the
 * text that a Content+ feed would contain. Texts sent together never replace each other.
 */
export function mergeTexts(
  kept: readonly LanguageEntry[] = [],
  sent: readonly LanguageEntry[],
): LanguageEntry[] {
  const [shown] = recordTexts(kept) ?? []
  const entries = sent.map((entry) => ({ ...entry, lang: entry.lang ?? (shown && languageOf(shown)) }))
  const isSent = (one: LanguageEntry) => entries.some((entry) => languageOf(entry) === languageOf(one))
  const result = [...kept]
  /** Stored texts that have not been replaced yet. */
  const left = new Set(kept)
  for (const entry of entries) {
    const same = kept.find((one) => left.has(one) && languageOf(one) === languageOf(entry))
    const [variant, ...others] = kept.filter((one) => mainLanguage(one) === mainLanguage(entry))
    const onlyVariant = variant && others.length === 0 && !isSent(variant) ? variant : undefined
    const before = same ?? onlyVariant
    if (before && left.delete(before)) result[kept.indexOf(before)] = entry
    else result.push(entry)
  }
  return result
}

/** `en` for `en-US`. */
const mainLanguage = (entry: LanguageEntry): string =>
  languageOf(entry).split(/[-_]/, 1)[0]?.toLowerCase() ?? ''

/** All Content+ of an ingest item, for all retailers and for single ones. */
export function contentOfIngestItem({
  contentPlus,
  manufacturerContent = [],
}: IngestItem): RetailerContent[] {
  const general = contentPlus ? [{ retailer: everyRetailer, content: contentPlus }] : []
  const single = manufacturerContent.map(({ id = '', contentPlus = {} }) => ({
    retailer: id,
    content: contentPlus,
  }))
  return [...general, ...single]
}

/** Content in the form of a Content+ feed, with each text in the preferred language. */
export function feedRetailerOf({ retailer, content }: RetailerContent): ContentPlusFeedRetailer {
  const one = (entries: LanguageEntry[] | undefined) => recordTexts(entries)?.[0]?.text
  const media = Object.fromEntries(
    mediaGroups.map((group) => [
      group,
      content[group]?.map(({ url, description }) => defined({ url, description: one(description) })),
    ]),
  )
  return defined({
    id: retailer,
    ...media,
    longDescription: one(content.longDescription),
    ecommerceDescription: one(content.ecommerceDescription),
    sellCopy: content.sellCopy,
    keywords: content.keywords,
    bulletPoints: content.bulletPoints,
  })
}

/** Number of stored texts that a Content+ feed cannot contain: those in further languages. */
export function textsOutsideFeed(kept: Uint8Array): number {
  const content = parseElement(contentPlusGroup, kept).value ?? {}
  const descriptions = mediaGroups.flatMap((group) => (content[group] ?? []).map((one) => one.description))
  return [...texts.map((key) => content[key]), ...descriptions].reduce(
    (sum, entries) => sum + hiddenTextCount(entries),
    0,
  )
}

/** Copy without undefined members. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

type KeptRow = Pick<RetailerContentRow, 'retailer' | 'xml' | 'content'>
/** The complete content. Earlier versions of the program stored only the form of a Content+ feed. */
const contentOf = ({ xml, content }: KeptRow): ContentPlus => {
  if (content !== null) return parseElement(contentPlusGroup, content).value ?? {}
  const kept = parseElement(contentPlusFeedRetailer, xml).value
  return kept ? contentOfFeedRetailer(kept) : {}
}

/** Reads the complete content of an item: for all retailers first, then for single ones by identifier. */
export function openKeptContent(db: Database) {
  const rows = db.prepare<[string], KeptRow>(
    'SELECT retailer, xml, content FROM retailer_content WHERE item = ? ORDER BY retailer',
  )
  return (itemId: string): RetailerContent[] =>
    rows.all(itemId).map((row) => ({ retailer: row.retailer, content: contentOf(row) }))
}

/** Writes content, inside the caller's transaction. */
export function openRetailerContent({ db, now }: Pick<WriterContext, 'db' | 'now'>) {
  const read = db.prepare<[string, string], KeptRow>(
    'SELECT retailer, xml, content FROM retailer_content WHERE item = ? AND retailer = ?',
  )
  const write = db.prepare(
    `INSERT INTO retailer_content (item, retailer, xml, content, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET xml = excluded.xml, content = excluded.content, updated_at = excluded.updated_at`,
  )
  const remove = db.prepare('DELETE FROM retailer_content WHERE item = ?')
  return {
    /** Combines sent content with the stored content of the item. */
    put(itemId: string, sent: readonly RetailerContent[], combine: Combine): void {
      for (const { retailer, content: added } of sent) {
        const row = read.get(itemId, retailer)
        const content = combine(row ? contentOf(row) : {}, added)
        write.run(
          itemId,
          retailer,
          Buffer.from(
            writeElement(contentPlusFeedRetailer, 'retailer', feedRetailerOf({ retailer, content })),
          ),
          Buffer.from(writeElement(contentPlusGroup, 'contentPlus', content)),
          now(),
        )
      }
    },
    removeAll: (itemId: string): void => void remove.run(itemId),
  }
}

/**
 * Reads the Content+ of one item for display: for all retailers first, then for single ones by identifier.
 */
export const retailerContentReader = defineReader('sandbox/retailer-content', ({ db }) => {
  const rows = db.prepare<
    [string],
    Pick<RetailerContentRow, 'retailer' | 'xml'> & { name: LookupRow['name'] | null }
  >(`
    SELECT retailer, lookup.name, xml FROM retailer_content
    LEFT JOIN lookup ON lookup.kind = 'retailer' AND lookup.id = retailer
    WHERE item = ? ORDER BY retailer`)
  const text = new TextDecoder()
  return {
    of: (itemId: string): ItemView['retailerContent'] =>
      rows.all(itemId).map(({ retailer, name, xml }) => ({
        retailerId: retailer,
        retailerName: name ?? (retailer === everyRetailer ? say`Every retailer` : retailer),
        xml: text.decode(xml),
      })),
  }
})

/** Reads the content of an item for single retailers: the given ones, or all. */
export function openRetailerContentValues(db: Database) {
  const all = db
    .prepare<[string, string], Uint8Array>(
      'SELECT xml FROM retailer_content WHERE item = ? AND retailer <> ? ORDER BY retailer',
    )
    .pluck()
  return (itemId: string, retailerIds?: readonly string[]): ContentPlusFeedRetailer[] =>
    all
      .all(itemId, everyRetailer)
      .flatMap((xml) => parseElement(contentPlusFeedRetailer, xml).value ?? [])
      .filter(({ id }) => retailerIds === undefined || (id !== undefined && retailerIds.includes(id)))
}
