import { expect, test } from 'vitest'
import type { EndpointName } from '../../src-shared/api/endpoints.ts'
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/content-plus.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { ingestRules } from '../../src-shared/vocabulary/ingest-rules.ts'
import { catalogFindings } from '../feeds/ingestion-outcome.ts'
import { answered, callOf } from '../testing/contract-answers.ts'
import { follow, outcomes } from '../testing/contract-feeds.ts'
import { describeContract } from '../testing/contract-service.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem } from '../testing/feed-payloads.ts'

/** The GTIN of item 100, which is there from the beginning. */
const there = { productCodes: [{ type: 'GTIN', text: '036000291452' }] }
const product = { type: 'grocery', description: 'Rolled oats', brandId: 'b1' }
const measures = { length: { measure: '1', uom: 'CMT' } }
const medium = (url: string) => ({ contentPlus: { images: [{ url }] } })

type ItemEndpoint = 'createItems' | 'refreshItems' | 'updateItem'
let number = 1000
const create = (changes: Partial<IngestItem> = {}) => sampleItem(++number, changes)

/** What is sent, how, and what becomes of each item. */
const itemCases: [string, ItemEndpoint, IngestItem[], string[]][] = [
  ['one item', 'createItems', [create()], ['SUCCESS']],
  ['three items', 'createItems', [create(), create(), create()], ['SUCCESS', 'SUCCESS', 'SUCCESS']],
  [
    'a bad one between good ones',
    'createItems',
    [create(), create({ categoryId: '' }), create()],
    ['SUCCESS', 'DATA_ERROR CATEGORY_REQUIRED', 'SUCCESS'],
  ],
  ['a GTIN that exists', 'createItems', [create(there)], ['DATA_ERROR GTIN_EXISTS']],
  [
    'the same GTIN twice',
    'createItems',
    [sampleItem(900), sampleItem(900)],
    ['SUCCESS', 'DATA_ERROR GTIN_EXISTS'],
  ],
  ['no type', 'createItems', [create({ type: '' })], ['DATA_ERROR TYPE_REQUIRED']],
  ['no title', 'createItems', [create({ ecommerceTitle: ' ' })], ['DATA_ERROR TITLE_REQUIRED']],
  ['no product code', 'createItems', [create({ productCodes: [] })], ['DATA_ERROR GTIN_REQUIRED']],
  [
    'a wrong check digit',
    'createItems',
    [create({ productCodes: [{ type: 'GTIN', text: '9501234000018' }] })],
    ['DATA_ERROR GTIN_INVALID'],
  ],
  ['no manufacturer', 'createItems', [create({ manufacturerId: '' })], ['DATA_ERROR MANUFACTURER_REQUIRED']],
  ['no product', 'createItems', [create({ products: [] })], ['DATA_ERROR PRODUCT_REQUIRED']],
  [
    'no description',
    'createItems',
    [create({ products: [{ ...product, description: '' }] })],
    ['DATA_ERROR PRODUCT_DESCRIPTION_REQUIRED'],
  ],
  [
    'no brand',
    'createItems',
    [create({ products: [{ ...product, brandId: '' }] })],
    ['DATA_ERROR BRAND_REQUIRED'],
  ],
  [
    'a brand in words',
    'createItems',
    [create({ products: [{ type: 'grocery', description: 'Oats', brandDescription: 'golden field' }] })],
    ['SUCCESS'],
  ],
  [
    'dimensions that are missing',
    'createItems',
    [create({ packageData: measures })],
    ['DATA_ERROR DIMENSION_REQUIRED DIMENSION_REQUIRED DIMENSION_REQUIRED'],
  ],
  [
    'a country in words',
    'createItems',
    [create({ products: [{ ...product, countryOfOrigin: 'France' }] })],
    ['DATA_ERROR COUNTRY_INVALID'],
  ],
  ['no web address', 'createItems', [create(medium('C:\\picture.jpg'))], ['DATA_ERROR URL_INVALID']],
  [
    'several faults',
    'createItems',
    [create({ categoryId: '', manufacturerId: 'nobody' })],
    ['DATA_ERROR CATEGORY_REQUIRED MANUFACTURER_UNKNOWN'],
  ],
  [
    'an unknown manufacturer',
    'createItems',
    [create({ manufacturerId: 'nobody' })],
    ['DATA_ERROR MANUFACTURER_UNKNOWN'],
  ],
  [
    'an unknown brand',
    'createItems',
    [create({ products: [{ ...product, brandId: 'nobody' }] })],
    ['DATA_ERROR BRAND_UNKNOWN'],
  ],
  [
    'an unknown distributor',
    'createItems',
    [create({ distributorId: 'nobody' })],
    ['DATA_ERROR DISTRIBUTOR_UNKNOWN'],
  ],
  [
    'an unknown retailer',
    'createItems',
    [create({ manufacturerContent: [{ id: 'nobody', contentPlus: { sellCopy: 'Buy' } }] })],
    ['DATA_ERROR RETAILER_UNKNOWN'],
  ],
  ['one that is there', 'refreshItems', [create({ ...there, ecommerceTitle: 'Refreshed' })], ['SUCCESS']],
  ['one that is not there', 'refreshItems', [create()], ['SUCCESS']],
  [
    'an unknown manufacturer, refreshed',
    'refreshItems',
    [create({ manufacturerId: 'nobody' })],
    ['DATA_ERROR MANUFACTURER_UNKNOWN'],
  ],
  ['no category, refreshed', 'refreshItems', [create({ categoryId: '' })], ['DATA_ERROR CATEGORY_REQUIRED']],
  [
    'one that is there, updated',
    'updateItem',
    [create({ ...there, ecommerceDescription: [{ text: 'Updated' }] })],
    ['SUCCESS'],
  ],
  [
    'what an update does not use may be wrong',
    'updateItem',
    [create({ ...there, manufacturerId: 'nobody', categoryId: '' })],
    ['SUCCESS'],
  ],
  ['one that is not there, updated', 'updateItem', [create()], ['DATA_ERROR GTIN_UNKNOWN']],
  [
    'no web address, updated',
    'updateItem',
    [create({ ...there, ...medium('ftp://a') })],
    ['DATA_ERROR URL_INVALID'],
  ],
]

const retailer = { id: 'r1', sellCopy: 'Buy' }
const contentCases: [string, ContentPlusFeedItem[], string[]][] = [
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

const lineOf = (endpoint: ItemEndpoint, [item]: IngestItem[]) =>
  endpoint === 'createItems'
    ? 'POST /v2.1/feed/items'
    : endpoint === 'refreshItems'
      ? 'POST /v2.1/feed/items/refresh'
      : `PUT /v2.1/feed/items/${item?.productCodes?.[0]?.text}`
const xml = { 'Content-Type': 'application/xml' }

describeContract((service) => {
  const send = (endpoint: EndpointName, line: string, body: Uint8Array) =>
    follow(service(), endpoint, callOf(line, xml, body))

  test.each(itemCases)('%s, by %s', async (_name, endpoint, items, expected) => {
    const value = await send(endpoint, lineOf(endpoint, items), itemFeed(...items))
    expect(outcomes(value)).toEqual(expected)
    const succeeded = expected.filter((outcome) => outcome === 'SUCCESS').length
    expect(value).toMatchObject({
      itemsReceived: String(items.length),
      itemsSucceeded: String(succeeded),
      itemsFailed: String(items.length - succeeded),
      itemsProcessing: '0',
    })
  })

  test.each(contentCases)('Content+ with %s', async (_name, items, expected) => {
    const value = await send('publishContentPlus', 'POST /v2.1/feed/contentplus/', contentPlusFeed(...items))
    expect(outcomes(value)).toEqual(expected)
    const processed = expected.filter((outcome) => outcome === 'PROCESSED').length
    expect(value).toMatchObject({
      itemsReceived: String(items.length),
      itemsSucceeded: String(processed),
      itemsProcessed: String(processed),
      itemsRejected: String(items.length - processed),
      itemsFailed: '0',
      itemsProcessing: '0',
    })
  })

  test('an error names its type, code, field and what to do', async () => {
    const value = await send(
      'createItems',
      'POST /v2.1/feed/items',
      itemFeed(create(), create({ manufacturerId: 'nobody' })),
    )
    expect(value).toMatchObject({
      ItemDetails: [
        { index: '0', ingestionStatus: 'SUCCESS', ingestionErrors: [] },
        {
          index: '1',
          ingestionErrors: [
            {
              type: 'DATA_ERROR',
              code: 'MANUFACTURER_UNKNOWN',
              field: 'items/item[2]/manufacturerId',
              description: expect.stringMatching(/nobody/),
            },
          ],
        },
      ],
    })
  })

  test('what was created, refreshed and updated is found by a search', async () => {
    const gtin = gtinOf(950)
    const found = async () =>
      answered('item', await service().call({ path: `/v2.1/item?upc=${gtin}` })) as { item: object[] }
    const created = sampleItem(950, { distributorId: 'd1', importerId: 'd1' })
    await send('createItems', 'POST /v2.1/feed/items', itemFeed(created))
    const stamp = {
      id: 'desk',
      text: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+]00:00$/),
    }
    const party = { name: 'Harbour Logistics', address: '', email: '', phone: '', url: '' }
    expect(await found()).toMatchObject({
      total: '1',
      item: [
        {
          name: 'Oat flakes 950',
          created: stamp,
          lastUpdated: stamp,
          packageDistributor: party,
          packageImporter: party,
        },
      ],
    })
    const refreshed = itemFeed(sampleItem(950, { ecommerceTitle: 'Oats, refreshed' }))
    await send('refreshItems', 'POST /v2.1/feed/items/refresh', refreshed)
    const update = sampleItem(950, { ecommerceTitle: 'ignored', ecommerceDescription: [{ text: 'updated' }] })
    await send('updateItem', `PUT /v2.1/feed/items/${gtin}`, itemFeed(update))
    expect(await found()).toMatchObject({
      total: '1',
      item: [{ name: 'Oats, refreshed', ecommerceDescription: 'updated' }],
    })
  })
})

test('the tables leave out no rule and no finding', () => {
  const tried = [...itemCases, ...contentCases].flatMap((row) => row.at(-1) as string[]).join(' ')
  const codes = [...ingestRules.map(({ code }) => code), ...Object.keys(catalogFindings)]
  expect(codes.filter((code) => !tried.split(' ').includes(code))).toEqual([])
})
