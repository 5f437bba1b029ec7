import { atItem } from '../../src-shared/vocabulary/correspondence.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import type { Item } from '../../src-shared/vocabulary/item.ts'
import {
  type Memory,
  type RecordNames,
  recordAndFeed,
  type ToFeed,
} from '../../src-shared/vocabulary/record-and-feed.ts'
import { everyRetailer, type RetailerContent, recordValue } from '../sandbox/index.ts'
import type { EarlierFeed } from './earlier-feeds.ts'

/** What is known of an item beside its record. */
export interface Knowledge extends ToFeed {
  /** The newest feed of this workspace that said everything about it; else what its feeds added to it. */
  earlier?: EarlierFeed | undefined
  /** The Content+ kept of it; empty in a copy, which has none. */
  content: readonly RetailerContent[]
  names: RecordNames
  /** The record is a copy of that of a service, which may know more. */
  isCopy?: boolean
}

export interface RefreshStart extends Pick<Memory, 'taken' | 'left' | 'isContradicted'> {
  item: IngestItem
  /** The Content+ the item has, as far as it is known. */
  content: readonly RetailerContent[]
  /** It is known from the earlier feed alone. */
  isRemembered: boolean
  /** What the earlier feed gave, where the record has become another since. */
  formerContent: readonly RetailerContent[]
}

/**
 * Everything a refresh of an item can carry, as a refresh replaces the whole record: what the record says; in the very
 * words of the newest feed where the record says the same; and from that feed what the record is silent about, unless
 * something newer is known.
 * @param present the record as it is, when `record` is it with some values of earlier
 */
export function startRefresh(record: Item, known: Knowledge, present = record): RefreshStart {
  const item: IngestItem = { ecommerceTitle: '', attributes: {} }
  recordAndFeed.toFeed(record, item, known)
  const memory: Memory = { isTouched: () => false, isContradicted: false, taken: [], left: [] }
  const { earlier } = known
  if (earlier?.item) {
    const { id = '' } = record
    const then = recordValue(earlier.item, { id, now: 0, username: '', names: known.names })
    memory.isTouched = earlier.isTouched
    memory.isContradicted = recordAndFeed.contradicts(present, then)
    recordAndFeed.remember(record, then, earlier.item, item, memory, atItem)
  }
  // A copy has no Content+ of its own.
  const isRemembered = known.content.length === 0 && earlier !== undefined
  const isOutOfDate = isRemembered && memory.isContradicted
  const content = isRemembered ? (isOutOfDate ? [] : earlier.content) : known.content
  addContent(item, content)
  return { item, content, isRemembered, formerContent: isOutOfDate ? earlier.content : [], ...memory }
}

/** The record's own e-commerce description of Content+ stands before that of the content. */
function addContent(item: IngestItem, content: readonly RetailerContent[]): void {
  const general = content.find(({ retailer }) => retailer === everyRetailer)?.content
  if (general) item.contentPlus = { ...general, ...item.contentPlus }
  const single = content.filter(({ retailer }) => retailer !== everyRetailer)
  if (single.length > 0)
    item.manufacturerContent = single.map(({ retailer, content }) => ({ id: retailer, contentPlus: content }))
}
