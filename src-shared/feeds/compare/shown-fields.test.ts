import { describe, expect, test } from 'vitest'
import type { ContentPlusFeedItem } from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import type { Item } from '../../vocabulary/elements/item.ts'
import { placeWords } from '../../vocabulary/place-label.ts'
import { recordAndFeed } from '../../vocabulary/record-and-feed.ts'
import { type ShownItem, shownFields } from './shown-fields.ts'

const names = {
  manufacturer: () => 'Northwind Mills',
  brand: () => 'Golden Field',
  distributor: (id: string) => (id === 'd1' ? 'Harbour Logistics' : undefined),
}
const context = { names, distributorIds: (name: string) => (name === 'Harbour Logistics' ? ['d1'] : []) }
const sent: IngestItem = {
  type: 'grocery',
  ecommerceTitle: 'Oat flakes',
  ecommerceDescription: [
    { lang: 'en', text: 'Whole-grain oats' },
    { lang: 'fr', text: 'Flocons d’avoine' },
  ],
  productCodes: [{ type: 'GTIN', text: '9501234000017' }],
  manufacturerId: 'm1',
  distributorId: 'd1',
  categoryId: '10000284',
  media: [{ view: 'A1C1', url: 'https://media.example/1.jpg' }],
  packageData: { netWeight: { measure: '500.0', uom: 'GRM' } },
  products: [
    {
      type: 'grocery',
      description: 'Rolled oats',
      brandId: 'b1',
      grocery: {
        ingredients: 'Oats',
        nutritions: [{ sequence: '1', energy: '148', protein: { uom: 'GRM', text: '5' } }],
      },
    },
  ],
}
/** The record that the feed makes. */
function made(): Item {
  const record: Item = {}
  recordAndFeed.toRecord(sent, record, { id: 'i1', moment: '', names, item: sent })
  return record
}
const notShown = (
  item: Parameters<typeof shownFields>[1],
  shown: ShownItem,
  kind: Parameters<typeof shownFields>[0],
) =>
  shownFields(kind, item, shown, context)
    .fields.filter(({ isShown }) => !isShown)
    .map(({ labels, sent: ours, found }) => [placeWords(labels), ours, found])

describe('a refresh', () => {
  test('is shown completely by the record that it makes', () => {
    const { fields, unseen } = shownFields('refresh', sent, { record: made() }, context)
    expect(fields.filter(({ isShown }) => !isShown)).toEqual([])
    expect(fields.length).toBeGreaterThanOrEqual(12)
    expect(unseen).toBe(0)
  })

  test('is not shown by a record that lacks values, or has others', () => {
    const record = made()
    record.name = 'Oats'
    record.packageData = { ...record.packageData, netWeight: { measure: '400', uom: 'GRM' } }
    delete record.products?.[0]?.grocery?.ingredients
    expect(notShown(sent, { record }, 'refresh')).toEqual([
      ['E-commerce title', 'Oat flakes', 'Oats'],
      ['Package, Net content', '500.0 g', '400 g'],
      ['Products, Grocery, Ingredients', 'Oats', ''],
    ])
  })

  test('ignores the service’s address of a picture, spaces and trailing zeros, but not a missing view', () => {
    const record = made()
    record.name = '  Oat   flakes '
    record.packageData = { ...record.packageData, netWeight: { measure: '500', uom: 'GRM' } }
    record.media = [{ view: 'A1C1', type: 'original', url: 'https://service.example/x?signature=1' }]
    expect(notShown(sent, { record }, 'refresh')).toEqual([])
    record.media = [{ view: 'A7C1', type: 'original', url: 'https://service.example/y' }]
    expect(notShown(sent, { record }, 'refresh')).toMatchObject([
      [expect.any(String), 'https://media.example/1.jpg', ''],
    ])
  })

  test('finds a text without its language, and a missing language', () => {
    const record = { ...made(), ecommerceDescription: [{ text: 'Whole-grain oats' }] }
    expect(notShown(sent, { record }, 'refresh')).toMatchObject([
      [expect.stringContaining('French'), 'Flocons d’avoine', ''],
    ])
  })

  test('counts the fields that cannot be compared', () => {
    const item: IngestItem = {
      ...sent,
      distributorId: 'unknown',
      contentPlus: { keywords: ['oats'], sellCopy: 'Buy' },
    }
    const { fields, unseen } = shownFields('refresh', item, { record: made() }, context)
    expect(fields.map(({ keys: [key] }) => key)).not.toContain('distributorId')
    expect(unseen).toBe(3)
  })

  test('is not shown at all without a record', () => {
    const { fields } = shownFields('create', sent, {}, context)
    expect(fields.filter(({ isShown }) => isShown)).toEqual([])
    expect(fields).toHaveLength(shownFields('create', sent, { record: made() }, context).fields.length)
  })
})

test('of an update, only the members that it changes are compared', () => {
  const item: IngestItem = {
    ...sent,
    contentPlus: { keywords: ['oats'], ecommerceDescription: [{ text: 'Buy oats' }] },
  }
  const record: Item = { ...made(), name: 'Other', manufacturerEcommerceDescription: [{ text: 'Buy oats' }] }
  const { fields, unseen } = shownFields('update', item, { record }, context)
  expect(fields.map(({ isShown }) => isShown)).toEqual([true, true, true])
  expect(unseen).toBe(1)
  // A sandbox stores the other content; an update appends to its lists.
  const content = { contentPlus: { keywords: ['porridge', 'oats'] }, retailer: [] }
  expect(shownFields('update', item, { record, content }, context)).toMatchObject({ unseen: 0 })
  expect(notShown(item, { record, content }, 'update')).toEqual([])
})

test('of Content+, a record shows one e-commerce description', () => {
  const item: ContentPlusFeedItem = {
    id: 'i1',
    retailer: [
      { id: 'r1', ecommerceDescription: 'For the corner', sellCopy: 'Buy' },
      { id: 'r2', ecommerceDescription: 'For the market' },
    ],
  }
  const record: Item = { id: 'i1', manufacturerEcommerceDescription: [{ text: 'For the market' }] }
  expect(shownFields('contentplus', item, { record }, context)).toMatchObject({
    fields: [{ isShown: true, sent: 'For the market' }],
    unseen: 2,
  })
  const other = { ...record, manufacturerEcommerceDescription: [{ text: 'Old' }] }
  expect(notShown(item, { record: other }, 'contentplus').map(([, , found]) => found)).toEqual(['Old', 'Old'])
  const content = { retailer: [{ id: 'r1', ecommerceDescription: 'For the corner', sellCopy: 'Sell' }] }
  expect(notShown(item, { record, content }, 'contentplus')).toEqual([
    [expect.stringContaining('r1'), 'Buy', 'Sell'],
    [expect.stringContaining('r2'), 'For the market', ''],
  ])
})
