/**
 * The score of a record of the catalog: by what a feed of it would say, out of the one correspondence of record and feed.
 * What no record shows, and nothing here keeps, is not held against it.
 */
import { say } from '../texts/say.ts'
import type { ContentPlus, ContentPlusFeedRetailer } from '../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../vocabulary/elements/ingest.ts'
import type { Item } from '../vocabulary/elements/item.ts'
import { recordAndFeed, type ToFeed } from '../vocabulary/record-and-feed.ts'
import type { SizeOf } from './judge-value.ts'
import { isForContentPlus, type RequirementProfile, type Score } from './model.ts'
import { scoreItem } from './score-item.ts'

/** What is kept of an item beside its record. */
export interface KeptBeside extends ToFeed {
  sizeOf: SizeOf
  /** The Content+ for every retailer, and for single ones, as item feeds have it. */
  content: { general?: ContentPlus | undefined; single: { id: string; contentPlus: ContentPlus }[] }
  /** The same for single retailers, as Content+ feeds have it. */
  retailers: readonly ContentPlusFeedRetailer[]
  /** Whether this workspace is where Content+ is kept: then there is no more than that. */
  keepsContent: boolean
}

const copyKeepsNone = () => say`A copy of a service keeps no Content+`

/** What a feed says and no record shows; of the Content+ for every retailer a record shows the e-commerce description. */
const isInNoRecord = (path: string): boolean =>
  /^(contentPlus|manufacturerContent)(\/|$)/.test(path) &&
  !path.startsWith('contentPlus/ecommerceDescription')

export function scoreRecord(profile: RequirementProfile, record: Item, kept: KeptBeside): Score {
  const { sizeOf, keepsContent, retailers, content } = kept
  if (isForContentPlus(profile)) {
    const unseen = () => (keepsContent || retailers.length > 0 ? undefined : copyKeepsNone())
    return scoreItem(profile, { id: record.id, retailer: [...retailers] }, { sizeOf, unseen })
  }
  const item: IngestItem = {}
  recordAndFeed.toFeed(record, item, kept)
  // The record's own e-commerce description of Content+ stands before that of the content.
  if (content.general) item.contentPlus = { ...content.general, ...item.contentPlus }
  if (content.single.length > 0) item.manufacturerContent = content.single
  const unseen = (path: string) => (!keepsContent && isInNoRecord(path) ? copyKeepsNone() : undefined)
  return scoreItem(profile, item, { sizeOf, unseen })
}
