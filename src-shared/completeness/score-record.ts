/**
 * The score of a catalog record, from the feed that `record-and-feed.ts` would make of it. Values that
 * records never show and this computer does not store are not checked.
 */
import { say } from '../texts/say.ts'
import type { ContentPlus, ContentPlusFeedRetailer } from '../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../vocabulary/elements/ingest.ts'
import type { Item } from '../vocabulary/elements/item.ts'
import { recordAndFeed, type ToFeed } from '../vocabulary/record-and-feed.ts'
import type { SizeOf } from './judge-value.ts'
import { isForContentPlus, type RequirementProfile, type Score } from './model.ts'
import { scoreItem } from './score-item.ts'

/** Data stored in addition to the record of an item. */
export interface StoredExtras extends ToFeed {
  sizeOf: SizeOf
  /** Content+ for all retailers, and for individual ones, in the form of item feeds. */
  content: { general?: ContentPlus | undefined; single: { id: string; contentPlus: ContentPlus }[] }
  /** Content+ for individual retailers, in the form of Content+ feeds. */
  retailers: readonly ContentPlusFeedRetailer[]
  /** Whether this workspace stores all Content+ of the item, so that no more can exist elsewhere. */
  keepsContent: boolean
}

const copyKeepsNone = () => say`A copy of a service keeps no Content+`

/**
 * Content of feeds that no record shows. Of the Content+ for all retailers, a record shows only the
 * e-commerce description.
 */
const isInNoRecord = (path: string): boolean =>
  /^(contentPlus|manufacturerContent)(\/|$)/.test(path) &&
  !path.startsWith('contentPlus/ecommerceDescription')

export function scoreRecord(profile: RequirementProfile, record: Item, kept: StoredExtras): Score {
  const { sizeOf, keepsContent, retailers, content } = kept
  if (isForContentPlus(profile)) {
    const unseen = () => (keepsContent || retailers.length > 0 ? undefined : copyKeepsNone())
    return scoreItem(profile, { id: record.id, retailer: [...retailers] }, { sizeOf, unseen })
  }
  const item: IngestItem = {}
  recordAndFeed.toFeed(record, item, kept)
  // The e-commerce description of the record has priority over that of the content.
  if (content.general) item.contentPlus = { ...content.general, ...item.contentPlus }
  if (content.single.length > 0) item.manufacturerContent = content.single
  const unseen = (path: string) => (!keepsContent && isInNoRecord(path) ? copyKeepsNone() : undefined)
  return scoreItem(profile, item, { sizeOf, unseen })
}
