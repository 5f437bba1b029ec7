/**
 * Content+ as it is kept: one `<retailer>` element of the Content+ payload for each item and retailer. Content that
 * an ingest payload brings for every retailer is kept under the retailer ''.
 */
import {
  type ContentPlus,
  type ContentPlusFeedRetailer,
  contentPlusFeedRetailer,
  mediaGroups,
} from '../../src-shared/vocabulary/content-plus.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { parseElement, writeElement } from '../../src-shared/vocabulary/kit/kit.ts'
import type { WriterContext } from '../storage/store.ts'
import { preferredEntry } from './preferred-entry.ts'

const scalars = ['longDescription', 'ecommerceDescription', 'sellCopy'] as const
const lists = ['keywords', 'bulletPoints'] as const

/** Content for every retailer, not one of them. */
export const everyRetailer = ''

/**
 * Content+ feed: adds or updates. Scalars present replace, absent stay; media are added, or updated where group and
 * url are known; keywords and bullet points replace as a list.
 */
export function mergeContent(
  kept: ContentPlusFeedRetailer | undefined,
  sent: ContentPlusFeedRetailer,
): ContentPlusFeedRetailer {
  const merged: ContentPlusFeedRetailer = { ...kept, ...defined(sent) }
  for (const group of mediaGroups) {
    const before = kept?.[group]
    const added = sent[group]
    if (!before || !added) continue
    const byUrl = new Map(before.map((medium) => [medium.url, medium]))
    for (const medium of added) byUrl.set(medium.url, { ...byUrl.get(medium.url), ...defined(medium) })
    merged[group] = [...byUrl.values()]
  }
  return merged
}

/** Update of an item: what is sent is appended, duplicates and all; a text that can stand only once is replaced. */
export function appendContent(
  kept: ContentPlusFeedRetailer | undefined,
  sent: ContentPlusFeedRetailer,
): ContentPlusFeedRetailer {
  const appended: ContentPlusFeedRetailer = { ...kept }
  if (sent.id !== undefined) appended.id = sent.id
  for (const key of scalars) if (sent[key] !== undefined) appended[key] = sent[key]
  for (const key of lists) if (sent[key]) appended[key] = [...(kept?.[key] ?? []), ...sent[key]]
  for (const key of mediaGroups) if (sent[key]) appended[key] = [...(kept?.[key] ?? []), ...sent[key]]
  return appended
}

/** All Content+ an ingest item brings: for every retailer, and for single ones. */
export function contentOfIngestItem(item: IngestItem): ContentPlusFeedRetailer[] {
  const general = item.contentPlus ? [fromIngest(everyRetailer, item.contentPlus)] : []
  const single = (item.manufacturerContent ?? []).map(({ id = '', contentPlus }) =>
    fromIngest(id, contentPlus ?? {}),
  )
  return [...general, ...single]
}

/** The ingest payload has texts in several languages where the Content+ payload has one. */
function fromIngest(retailer: string, content: ContentPlus): ContentPlusFeedRetailer {
  const result: ContentPlusFeedRetailer = { id: retailer }
  for (const group of mediaGroups) {
    const media = content[group]
    if (media)
      result[group] = media.map(({ url, description }) =>
        defined({ url, description: preferredEntry(description) }),
      )
  }
  return defined({
    ...result,
    longDescription: preferredEntry(content.longDescription),
    ecommerceDescription: preferredEntry(content.ecommerceDescription),
    sellCopy: content.sellCopy,
    keywords: content.keywords,
    bulletPoints: content.bulletPoints,
  })
}

/** Without the members that are undefined. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

/** Where it is kept. Joins the caller's transaction. */
export function openRetailerContent({ db, now }: Pick<WriterContext, 'db' | 'now'>) {
  const read = db
    .prepare<[string, string], Uint8Array>('SELECT xml FROM retailer_content WHERE item = ? AND retailer = ?')
    .pluck()
  const write = db.prepare(
    'INSERT INTO retailer_content VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET xml = excluded.xml, updated_at = excluded.updated_at',
  )
  const remove = db.prepare('DELETE FROM retailer_content WHERE item = ?')
  return {
    /** Combines what is sent with what is kept for the item. */
    put(itemId: string, sent: readonly ContentPlusFeedRetailer[], combine: typeof mergeContent): void {
      for (const content of sent) {
        const retailer = content.id ?? everyRetailer
        const xml = read.get(itemId, retailer)
        const kept = xml === undefined ? undefined : parseElement(contentPlusFeedRetailer, xml).value
        write.run(
          itemId,
          retailer,
          Buffer.from(writeElement(contentPlusFeedRetailer, 'retailer', combine(kept, content))),
          now(),
        )
      }
    },
    removeAll: (itemId: string): void => void remove.run(itemId),
  }
}
