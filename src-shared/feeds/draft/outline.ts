import type { ContentPlusFeedItem } from '../../vocabulary/elements/content-plus.ts'
import type { DraftItemValue, FeedKind } from './model.ts'

/** A new item of a Content+ feed: the item and one retailer, both to be named. */
export const contentPlusOutline = (): ContentPlusFeedItem => ({ id: '', retailer: [{ id: '' }] })

/** What a new item begins as: its kind, and the fields that are filled in first, empty. */
export const itemOutline = (kind: FeedKind): DraftItemValue =>
  kind === 'contentplus'
    ? contentPlusOutline()
    : {
        type: 'grocery',
        ecommerceTitle: '',
        productCodes: [{ type: 'GTIN', text: '' }],
        ...(kind !== 'update' && { products: [{ description: '' }], attributes: {} }),
      }
