import type { ContentPlusFeedItem } from '../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { gtinOf, sampleItem } from '../feed-payloads.ts'

/** The GTIN of item 100, which is there from the beginning. */
const there = { productCodes: [{ type: 'GTIN', text: '036000291452' }] }
const product = { type: 'grocery', description: 'Rolled oats', brandId: 'b1' }
const measures = { length: { measure: '1', uom: 'CMT' } }
const medium = (url: string) => ({ contentPlus: { images: [{ url }] } })

type ItemFeedEndpoint = 'createItems' | 'refreshItems' | 'updateItem'
let number = 1000
/** An item nobody has sent before. */
export const newItem = (changes: Partial<IngestItem> = {}) => sampleItem(++number, changes)

/** What is sent, how, and what becomes of each item. */
export const itemFeedCases: [string, ItemFeedEndpoint, IngestItem[], string[]][] = [
  ['one item', 'createItems', [newItem()], ['SUCCESS']],
  ['three items', 'createItems', [newItem(), newItem(), newItem()], ['SUCCESS', 'SUCCESS', 'SUCCESS']],
  [
    'a bad one between good ones',
    'createItems',
    [newItem(), newItem({ categoryId: '' }), newItem()],
    ['SUCCESS', 'DATA_ERROR CATEGORY_REQUIRED', 'SUCCESS'],
  ],
  ['a GTIN that exists', 'createItems', [newItem(there)], ['DATA_ERROR GTIN_EXISTS']],
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
    [newItem({ productCodes: [...there.productCodes, { type: 'GTIN', text: gtinOf(901) }] })],
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
    'a brand in words',
    'createItems',
    [newItem({ products: [{ type: 'grocery', description: 'Oats', brandDescription: 'golden field' }] })],
    ['SUCCESS'],
  ],
  [
    'dimensions that are missing, which are only wished for',
    'createItems',
    [newItem({ packageData: measures })],
    ['SUCCESS'],
  ],
  [
    'a country in words',
    'createItems',
    [newItem({ products: [{ ...product, countryOfOrigin: 'France' }] })],
    ['DATA_ERROR COUNTRY_INVALID'],
  ],
  ['no web address', 'createItems', [newItem(medium('C:\\picture.jpg'))], ['DATA_ERROR URL_INVALID']],
  [
    'several faults',
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
  ['one that is there', 'refreshItems', [newItem({ ...there, ecommerceTitle: 'Refreshed' })], ['SUCCESS']],
  ['one that is not there', 'refreshItems', [newItem()], ['SUCCESS']],
  [
    'an unknown manufacturer, refreshed',
    'refreshItems',
    [newItem({ manufacturerId: 'nobody' })],
    ['DATA_ERROR MANUFACTURER_UNKNOWN'],
  ],
  ['no category, refreshed', 'refreshItems', [newItem({ categoryId: '' })], ['DATA_ERROR CATEGORY_REQUIRED']],
  [
    'one that is there, updated',
    'updateItem',
    [newItem({ ...there, ecommerceDescription: [{ text: 'Updated' }] })],
    ['SUCCESS'],
  ],
  [
    'what an update does not use may be wrong',
    'updateItem',
    [
      newItem({
        ...there,
        manufacturerId: 'nobody',
        categoryId: '',
        media: [{ view: 'A1C1', url: 'ftp://a' }],
      }),
    ],
    ['SUCCESS'],
  ],
  ['one that is not there, updated', 'updateItem', [newItem()], ['DATA_ERROR GTIN_UNKNOWN']],
  [
    'no web address in Content+, updated',
    'updateItem',
    [newItem({ ...there, ...medium('ftp://a') })],
    ['DATA_ERROR URL_INVALID'],
  ],
]

const retailer = { id: 'r1', sellCopy: 'Buy' }
export const contentPlusCases: [string, ContentPlusFeedItem[], string[]][] = [
  ['one item', [{ id: '101', retailer: [retailer] }], ['PROCESSED']],
  ['two retailers', [{ id: '101', retailer: [retailer, { id: 'r2' }] }], ['PROCESSED']],
  [
    'a bad one beside a good one',
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
    'no web address',
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
