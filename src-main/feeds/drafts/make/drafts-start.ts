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
 * The items a draft begins with: filled from items of the catalog, else with the bare outline of one item.
 * @param present the record as the catalog has it, when the item is that record with some values of earlier
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

/** Items of a Content+ feed, with what is kept for each item; where that is nothing, with a retailer to be named. */
export function startingContentPlus(items: ContentPlusFeedItem[]): ContentPlusFeedItem[] {
  const outline = contentPlusOutline()
  const filled = items.map(({ id, retailer }) => ({
    id,
    retailer: retailer.length > 0 ? retailer : outline.retailer,
  }))
  return filled.length > 0 ? filled : [outline]
}

/** What an update can change, and the code it is found by. Its Content+ would be added to what the item has: none is. */
export const updateOf = ({ type, productCodes, ecommerceDescription }: IngestItem): IngestItem => ({
  type,
  productCodes,
  ecommerceDescription,
})

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
