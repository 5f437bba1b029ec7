import type { ContentPlusFeedItem } from '../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { gtinOf, sampleItem } from '../feed-payloads.ts'

/** The GTIN of item 100, which exists from the beginning. */
const existing = { productCodes: [{ type: 'GTIN', text: '036000291452' }] }
const product = { type: 'grocery', description: 'Rolled oats', brandId: 'b1' }
const measures = { length: { measure: '1', uom: 'CMT' } }
const medium = (url: string) => ({ contentPlus: { images: [{ url }] } })

type ItemFeedEndpoint = 'createItems' | 'refreshItems' | 'updateItem'
let number = 1000
/** An item that was not sent before. */
export const newItem = (changes: Partial<IngestItem> = {}) => sampleItem(++number, changes)

/** The case, the endpoint, the items sent, and the result of each item. */
export const itemFeedCases: [string, ItemFeedEndpoint, IngestItem[], string[]][] = [
  ['one item', 'createItems', [newItem()], ['SUCCESS']],
  ['three items', 'createItems', [newItem(), newItem(), newItem()], ['SUCCESS', 'SUCCESS', 'SUCCESS']],
  [
    'an invalid item between valid ones',
    'createItems',
    [newItem(), newItem({ categoryId: '' }), newItem()],
    ['SUCCESS', 'DATA_ERROR CATEGORY_REQUIRED', 'SUCCESS'],
  ],
  ['a GTIN that exists', 'createItems', [newItem(existing)], ['DATA_ERROR GTIN_EXISTS']],
  [
    'the same GTIN twice',
    'createItems',
    [sampleItem(900), sampleItem(900)],
    ['SUCCESS', 'DATA_ERROR GTIN_EXISTS'],
  ],
  [
    'the same GTIN twice, refreshed',
    'refreshItems',
    [sampleItem(901), sampleItem(901)],
    ['SUCCESS', 'DATA_ERROR GTIN_TWICE'],
  ],
  [
    'product codes of different items',
    'refreshItems',
    [newItem({ productCodes: [...existing.productCodes, { type: 'GTIN', text: gtinOf(901) }] })],
    ['DATA_ERROR GTIN_CONFLICT'],
  ],
  [
    'the GTIN of another item as a code of another type',
    'createItems',
    [
      newItem({
        productCodes: [...(sampleItem(902).productCodes ?? []), { type: 'SKU', text: '036000291452' }],
      }),
    ],
    ['SUCCESS'],
  ],
  ['no type', 'createItems', [newItem({ type: '' })], ['DATA_ERROR TYPE_REQUIRED']],
  ['no title', 'createItems', [newItem({ ecommerceTitle: ' ' })], ['DATA_ERROR TITLE_REQUIRED']],
  ['no product code', 'createItems', [newItem({ productCodes: [] })], ['DATA_ERROR GTIN_REQUIRED']],
  [
    'a wrong check digit',
    'createItems',
    [newItem({ productCodes: [{ type: 'GTIN', text: '9501234000018' }] })],
    ['DATA_ERROR GTIN_INVALID'],
  ],
  ['no manufacturer', 'createItems', [newItem({ manufacturerId: '' })], ['DATA_ERROR MANUFACTURER_REQUIRED']],
  ['no product', 'createItems', [newItem({ products: [] })], ['DATA_ERROR PRODUCT_REQUIRED']],
  [
    'no description',
    'createItems',
    [newItem({ products: [{ ...product, description: '' }] })],
    ['DATA_ERROR PRODUCT_DESCRIPTION_REQUIRED'],
  ],
  [
    'no brand',
    'createItems',
    [newItem({ products: [{ ...product, brandId: '' }] })],
    ['DATA_ERROR BRAND_REQUIRED'],
  ],
  [
    'a brand by name',
    'createItems',
    [newItem({ products: [{ type: 'grocery', description: 'Oats', brandDescription: 'golden field' }] })],
    ['SUCCESS'],
  ],
  [
    'missing dimensions, which are only recommended',
    'createItems',
    [newItem({ packageData: measures })],
    ['SUCCESS'],
  ],
  [
    'a country by name',
    'createItems',
    [newItem({ products: [{ ...product, countryOfOrigin: 'France' }] })],
    ['DATA_ERROR COUNTRY_INVALID'],
  ],
  ['an invalid web address', 'createItems', [newItem(medium('C:\\picture.jpg'))], ['DATA_ERROR URL_INVALID']],
  [
    'several errors',
    'createItems',
    [newItem({ categoryId: '', manufacturerId: 'nobody' })],
    ['DATA_ERROR CATEGORY_REQUIRED MANUFACTURER_UNKNOWN'],
  ],
  [
    'an unknown manufacturer',
    'createItems',
    [newItem({ manufacturerId: 'nobody' })],
    ['DATA_ERROR MANUFACTURER_UNKNOWN'],
  ],
  [
    'an unknown brand',
    'createItems',
    [newItem({ products: [{ ...product, brandId: 'nobody' }] })],
    ['DATA_ERROR BRAND_UNKNOWN'],
  ],
  [
    'an unknown distributor',
    'createItems',
    [newItem({ distributorId: 'nobody' })],
    ['DATA_ERROR DISTRIBUTOR_UNKNOWN'],
  ],
  [
    'an unknown importer',
    'createItems',
    [newItem({ importerId: 'nobody' })],
    ['DATA_ERROR DISTRIBUTOR_UNKNOWN'],
  ],
  [
    'an unknown retailer',
    'createItems',
    [newItem({ manufacturerContent: [{ id: 'nobody', contentPlus: { sellCopy: 'Buy' } }] })],
    ['DATA_ERROR RETAILER_UNKNOWN'],
  ],
  ['an existing item', 'refreshItems', [newItem({ ...existing, ecommerceTitle: 'Refreshed' })], ['SUCCESS']],
  ['an item that does not exist', 'refreshItems', [newItem()], ['SUCCESS']],
  [
    'an unknown manufacturer, refreshed',
    'refreshItems',
    [newItem({ manufacturerId: 'nobody' })],
    ['DATA_ERROR MANUFACTURER_UNKNOWN'],
  ],
  ['no category, refreshed', 'refreshItems', [newItem({ categoryId: '' })], ['DATA_ERROR CATEGORY_REQUIRED']],
  [
    'an existing item, updated',
    'updateItem',
    [newItem({ ...existing, ecommerceDescription: [{ text: 'Updated' }] })],
    ['SUCCESS'],
  ],
  [
    'errors in fields an update does not use',
    'updateItem',
    [
      newItem({
        ...existing,
        manufacturerId: 'nobody',
        categoryId: '',
        media: [{ view: 'A1C1', url: 'ftp://a' }],
      }),
    ],
    ['SUCCESS'],
  ],
  ['an item that does not exist, updated', 'updateItem', [newItem()], ['DATA_ERROR GTIN_UNKNOWN']],
  [
    'an invalid web address in Content+, updated',
    'updateItem',
    [newItem({ ...existing, ...medium('ftp://a') })],
    ['DATA_ERROR URL_INVALID'],
  ],
]

const retailer = { id: 'r1', sellCopy: 'Buy' }
export const contentPlusCases: [string, ContentPlusFeedItem[], string[]][] = [
  ['one item', [{ id: '101', retailer: [retailer] }], ['PROCESSED']],
  ['two retailers', [{ id: '101', retailer: [retailer, { id: 'r2' }] }], ['PROCESSED']],
  [
    'an invalid item beside a valid one',
    [
      { id: 'nothing', retailer: [retailer] },
      { id: '102', retailer: [retailer] },
    ],
    ['REJECTED ITEM_UNKNOWN', 'PROCESSED'],
  ],
  ['no item', [{ id: '', retailer: [retailer] }], ['REJECTED ITEM_REQUIRED ITEM_UNKNOWN']],
  ['no retailer', [{ id: '101', retailer: [] }], ['REJECTED RETAILER_REQUIRED']],
  ['an unnamed retailer', [{ id: '101', retailer: [{ id: '' }] }], ['REJECTED RETAILER_REQUIRED']],
  ['an unknown retailer', [{ id: '101', retailer: [{ id: 'nobody' }] }], ['REJECTED RETAILER_UNKNOWN']],
  [
    'an invalid web address',
    [{ id: '101', retailer: [{ id: 'r1', logos: [{ url: 'x' }] }] }],
    ['REJECTED URL_INVALID'],
  ],
]

/** The request line that sends the items. */
export const feedLine = (endpoint: ItemFeedEndpoint, [item]: IngestItem[]) =>
  endpoint === 'createItems'
    ? 'POST /v2.1/feed/items'
    : endpoint === 'refreshItems'
      ? 'POST /v2.1/feed/items/refresh'
      : `PUT /v2.1/feed/items/${item?.productCodes?.[0]?.text}`
