import { contentPlusOutline } from '../../../../src-shared/feeds/kinds/contentplus.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { atItem } from '../../../../src-shared/vocabulary/correspondence/row.ts'
import type { ContentPlusFeedItem } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import type { Item } from '../../../../src-shared/vocabulary/elements/item.ts'
import { type Memory, recordAndFeed } from '../../../../src-shared/vocabulary/record-and-feed.ts'
import { everyRetailer, type RetailerContent, recordValue } from '../../targets/sandbox/index.ts'
import type { Knowledge } from '../check/item-knowledge.ts'

/**
 * Initial items of a draft, filled from catalog items, else the outline of one item.
 * @param present the current record, if the item is that record with some earlier values
 */
export function startingItems(
  kind: FeedKind,
  items: Item[],
  knownOf: (item: Item) => Knowledge,
  present?: Item,
): PayloadItem[] {
  const { changes, outline } = kinds[kind]
  const filled = items.map((record) => {
    const { item } = startRefresh(record, knownOf(record), present)
    return changes ? updateOf(item) : item
  })
  return filled.length > 0 ? filled : [outline()]
}

/**
 * Initial items of a Content+ feed with their stored content; an item without content gets one empty
 * retailer.
 */
export function startingContentPlus(items: ContentPlusFeedItem[]): ContentPlusFeedItem[] {
  const outline = contentPlusOutline()
  const filled = items.map(({ id, retailer }) => ({
    id,
    retailer: retailer.length > 0 ? retailer : outline.retailer,
  }))
  return filled.length > 0 ? filled : [outline]
}

/**
 * Members that an update can change, and the product codes that identify the item. Content+ is omitted,
 * because it would be appended to the existing one.
 */
export const updateOf = ({ type, productCodes, ecommerceDescription }: IngestItem): IngestItem => ({
  type,
  productCodes,
  ecommerceDescription,
})

export interface RefreshStart extends Pick<Memory, 'taken' | 'left' | 'isContradicted'> {
  item: IngestItem
  /** Known Content+ of the item. */
  content: readonly RetailerContent[]
  /** The Content+ is known only from the earlier feed. */
  isRemembered: boolean
  /** Content+ of the earlier feed, if the record has changed since. */
  formerContent: readonly RetailerContent[]
}

/**
 * Builds the most complete refresh of an item, because a refresh replaces the record: values of the record,
 * in the exact form of the newest feed if both agree, plus values of that feed that the record lacks, unless
 * newer ones are known.
 * @param present the current record, if `record` is that record with some earlier values
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
  // A synced copy has no Content+ of its own.
  const isRemembered = known.content.length === 0 && earlier !== undefined
  const isOutOfDate = isRemembered && memory.isContradicted
  const content = isRemembered ? (isOutOfDate ? [] : earlier.content) : known.content
  addContent(item, content)
  return { item, content, isRemembered, formerContent: isOutOfDate ? earlier.content : [], ...memory }
}

/** Adds Content+ to the item. The record's own e-commerce description takes precedence. */
function addContent(item: IngestItem, content: readonly RetailerContent[]): void {
  const general = content.find(({ retailer }) => retailer === everyRetailer)?.content
  if (general) item.contentPlus = { ...general, ...item.contentPlus }
  const single = content.filter(({ retailer }) => retailer !== everyRetailer)
  if (single.length > 0)
    item.manufacturerContent = single.map(({ retailer, content }) => ({ id: retailer, contentPlus: content }))
}
