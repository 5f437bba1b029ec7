import { contentPlusFeed, gtinOf, itemFeed } from '../../../src-main/testing/feed-payloads.ts'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'

/** The content of a feed. */
export interface Content {
  kind: FeedKind
  items: number[]
  variant: number
}

/** Items 1 to this one are in the service's catalog from the start; others may be created. */
export const known = 4
/** The highest item number. */
export const most = 7

export const variantText = (variant: number): string => `Variant ${variant}.`

/**
 * The data of an item. The same number and variant give the same texts for every sender, so that feeds can be
 * equal.
 */
export function ingestItem(number: number, variant: number): IngestItem {
  const text = variantText(variant)
  return {
    type: 'grocery',
    ecommerceTitle: `Oats ${number} ${text}`,
    ecommerceDescription: [{ lang: 'en-US', text: `Good oats. ${text}` }],
    productCodes: [{ type: 'GTIN', text: gtinOf(number) }],
    manufacturerId: 'm1',
    categoryId: '10000284',
    contentPlus: { ecommerceDescription: [{ lang: 'en-US', text: `Rich content. ${text}` }] },
    products: [{ type: 'grocery', description: `Rolled oats, ${text}`, brandId: 'b1' }],
    attributes: {},
  }
}

export const itemId = (number: number): string => `i${number}`

export function payload(kind: FeedKind, items: readonly number[], variant: number): Uint8Array {
  if (kind !== 'contentplus') return itemFeed(...items.map((number) => ingestItem(number, variant)))
  const text = variantText(variant)
  return contentPlusFeed(
    ...items.map((number) => ({
      id: itemId(number),
      retailer: [{ id: 'r1', ecommerceDescription: `Rich content. ${text}`, sellCopy: `Buy. ${text}` }],
    })),
  )
}
