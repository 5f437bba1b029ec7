import {
  type ContentPlus,
  type ContentPlusFeedItem,
  type ContentPlusFeedRetailer,
  mediaGroups,
} from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { usedPart } from '../../vocabulary/rules/ingest-rules.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'

/** An item as a shop would show it, before and after a feed. */
export interface ItemPreview {
  /** Identifier of the catalog item; absent if the catalog has none. */
  about?: string
  /** The complete item as the catalog has it; absent if the catalog has none, or it does not matter. */
  before?: IngestItem
  /** The complete item after the feed. */
  after: IngestItem
  /** What the feed itself contains. */
  sent: IngestItem
  /** Whether the feed replaces the whole item, so that everything shown is sent. */
  isWhole: boolean
}

/** Copies an object without its undefined members. */
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T

/** Content of a retailer in a Content+ feed in the form of an item feed; its texts have no language. */
export function contentOfFeedRetailer(retailer: ContentPlusFeedRetailer): ContentPlus {
  const textEntry = (text: string | undefined) => (text === undefined ? undefined : [{ text }])
  const media = Object.fromEntries(
    mediaGroups.map((group) => [
      group,
      retailer[group]?.map(({ url, description }) => defined({ url, description: textEntry(description) })),
    ]),
  )
  return defined({
    ...media,
    sellCopy: retailer.sellCopy,
    ecommerceDescription: textEntry(retailer.ecommerceDescription),
    longDescription: textEntry(retailer.longDescription),
    bulletPoints: retailer.bulletPoints,
    keywords: retailer.keywords,
  })
}

/** A feed item in the form of an item feed, with only the members that the service uses. */
export function sentItem(kind: FeedKind, item: PayloadItem): IngestItem {
  const { payload, changes } = kinds[kind]
  if (payload.name === 'contentplus')
    return {
      manufacturerContent: (item as ContentPlusFeedItem).retailer.map((retailer) => ({
        id: retailer.id,
        contentPlus: contentOfFeedRetailer(retailer),
      })),
    }
  return usedPart(item as IngestItem, { changes })
}

/** The preview of an item of a feed that was sent: what it contains, without a comparison. */
export function sentPreview(kind: FeedKind, item: PayloadItem): ItemPreview {
  const sent = sentItem(kind, item)
  return { after: sent, sent, isWhole: true }
}
