import type { DraftItemValue, FeedKind } from './model.ts'

/** What a new item begins as: its kind, and the fields that are filled in first, empty. */
export const itemOutline = (kind: FeedKind): DraftItemValue =>
  kind === 'contentplus'
    ? { id: '', retailer: [{ id: '' }] }
    : {
        type: 'grocery',
        ecommerceTitle: '',
        productCodes: [{ type: 'GTIN', text: '' }],
        ...(kind !== 'update' && { products: [{ description: '' }], attributes: {} }),
      }
