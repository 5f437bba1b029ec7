import { describe, expect, test } from 'vitest'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { openCatalogWriter } from '../../../catalog/index.ts'
import { gtinOf, itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { checkPostedFeed } from './check-posted-feed.ts'
import { openSandbox } from './fixtures/open-sandbox.ts'

describe('create', () => {
  test('creates a record of each item, with the names of its identifiers', () => {
    using sandbox = openSandbox()
    const report = sandbox.ingest('create', itemFeed(sampleItem(1), sampleItem(2)))
    expect(report).toMatchObject({
      feedStatus: 'PROCESSED',
      counters: { received: 2, succeeded: 2, failed: 0, processing: 0 },
      items: [
        { index: 0, productCode: gtinOf(1), ingestionStatus: 'SUCCESS', errors: [] },
        { index: 1, productCode: gtinOf(2), ingestionStatus: 'SUCCESS', errors: [] },
      ],
    })
    expect(sandbox.record(gtinOf(1))).toMatchObject({
      status: 'P',
      name: 'Oat flakes 1',
      ecommerceDescription: [{ lang: 'en-US', text: 'Whole-grain oats & nothing else' }],
      marketingDescription: 'Golden Field',
      upcs: [{ type: 'GTIN', text: gtinOf(1) }],
      created: { id: 'user', text: '2026-01-01T00:00:01.000+00:00' },
      products: [
        {
          brand: { id: 'b1', text: 'Golden Field' },
          manufacturer: { id: 'm1', text: 'Northwind Mills' },
          grocery: { nutritions: [{ energy: '148', totalFat: { uom: 'GRM', dailyPct: '4', text: '2.8' } }] },
        },
      ],
    })
    expect(sandbox.changes).toContainEqual({ topic: 'received-feeds', ids: [report.feedId] })
  })

  test('rejects an existing GTIN in any length, also within one feed', () => {
    using sandbox = openSandbox()
    const again = sampleItem(1, { productCodes: [{ type: 'GTIN', text: `0${gtinOf(1)}` }] })
    const { items, counters } = sandbox.ingest('create', itemFeed(sampleItem(1), again))
    expect(items[1]).toMatchObject({
      ingestionStatus: 'DATA_ERROR',
      errors: [{ type: 'DATA_ERROR', code: 'GTIN_EXISTS', field: 'items/item[2]/productCodes' }],
    })
    expect(counters).toMatchObject({ received: 2, succeeded: 1, failed: 1 })
    expect(sandbox.itemCount()).toBe(1)
  })

  test.each<[string, Partial<IngestItem>, string, string]>([
    ['manufacturer', { manufacturerId: 'nobody' }, 'MANUFACTURER_UNKNOWN', 'items/item[1]/manufacturerId'],
    ['distributor', { distributorId: 'nobody' }, 'DISTRIBUTOR_UNKNOWN', 'items/item[1]/distributorId'],
    [
      'brand',
      { products: [{ description: 'Oats', brandId: 'nobody' }] },
      'BRAND_UNKNOWN',
      'items/item[1]/products/product[1]/brandId',
    ],
    [
      'retailer',
      { manufacturerContent: [{ id: 'nobody', contentPlus: {} }] },
      'RETAILER_UNKNOWN',
      'items/item[1]/manufacturerContent/retailers[1]/@id',
    ],
    ['title', { ecommerceTitle: '' }, 'TITLE_REQUIRED', 'items/item[1]/ecommerceTitle'],
    [
      'check digit',
      { productCodes: [{ type: 'GTIN', text: '4006381333932' }] },
      'GTIN_INVALID',
      'items/item[1]/productCodes/productCode[1]',
    ],
  ])('reports an invalid %s for its item only', (_name, changes, code, field) => {
    using sandbox = openSandbox()
    const { items, feedStatus } = sandbox.ingest('create', itemFeed(sampleItem(1, changes), sampleItem(2)))
    expect(feedStatus).toBe('PROCESSED')
    expect(items[0]?.errors).toContainEqual(expect.objectContaining({ type: 'DATA_ERROR', code, field }))
    expect(items[1]?.ingestionStatus).toBe('SUCCESS')
  })

  test('accepts a brand name, and adds its identifier if the list has that name', () => {
    using sandbox = openSandbox()
    const named = (brandDescription: string) => ({ products: [{ description: 'Oats', brandDescription }] })
    sandbox.ingest(
      'create',
      itemFeed(sampleItem(1, named('golden field')), sampleItem(2, named('New Brand'))),
    )
    expect(sandbox.record(gtinOf(1))?.products?.[0]?.brand).toMatchObject({ id: 'b1', text: 'Golden Field' })
    expect(sandbox.record(gtinOf(2))?.products?.[0]?.brand).toMatchObject({ text: 'New Brand' })
  })
})

describe('refresh', () => {
  test('replaces the complete record except its identity, or creates it', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(sampleItem(1, { restOfPackageText: 'old' })))
    const before = sandbox.record(gtinOf(1))
    const { counters } = sandbox.ingest(
      'refresh',
      itemFeed(sampleItem(1, { ecommerceTitle: 'New' }), sampleItem(2)),
    )
    expect(counters.succeeded).toBe(2)
    const after = sandbox.record(gtinOf(1))
    expect(after).toMatchObject({ id: before?.id, name: 'New', created: before?.created })
    expect(after?.otherDescription).toBe('')
    expect(after?.lastUpdated?.text).not.toBe(before?.lastUpdated?.text)
    expect(sandbox.itemCount()).toBe(2)
  })
})

describe('update', () => {
  const contentPlus = {
    ecommerceDescription: [{ lang: 'en', text: 'from the manufacturer' }],
    keywords: ['oats', 'breakfast'],
    images: [{ url: 'https://media.example/a.jpg' }],
    sellCopy: 'Buy oats',
  }

  test('changes only the e-commerce description and Content+, and appends Content+ with duplicates', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(sampleItem(1)))
    const update = itemFeed(
      sampleItem(1, {
        ecommerceTitle: 'ignored',
        manufacturerId: 'ignored as well',
        ecommerceDescription: [{ lang: 'en', text: 'new words' }],
        contentPlus,
      }),
    )
    for (const _time of [1, 2])
      expect(sandbox.ingest('update', update, { upc: gtinOf(1) }).items[0]).toMatchObject({
        ingestionStatus: 'SUCCESS',
      })
    expect(sandbox.record(gtinOf(1))).toMatchObject({
      name: 'Oat flakes 1',
      ecommerceDescription: [{ text: 'new words' }],
      manufacturerEcommerceDescription: [{ text: 'from the manufacturer' }],
      products: [{ manufacturer: { id: 'm1' } }],
    })
    expect(sandbox.content('')).toMatchObject({
      keywords: ['oats', 'breakfast', 'oats', 'breakfast'],
      images: [{ url: 'https://media.example/a.jpg' }, { url: 'https://media.example/a.jpg' }],
      sellCopy: 'Buy oats',
    })
  })

  test('keeps unknown elements of the record', () => {
    using sandbox = openSandbox()
    const catalog = openCatalogWriter({ db: sandbox.db, now: () => 0, record: () => {} })
    catalog.putItems([
      Buffer.from(
        `<item id="x" status="P"><upcs><upc type="GTIN">${gtinOf(7)}</upc></upcs><futureField a="1">kept</futureField></item>`,
      ),
    ])
    sandbox.ingest('update', itemFeed(sampleItem(7)), { upc: gtinOf(7) })
    const body = sandbox.db.prepare('SELECT CAST(body AS TEXT) FROM item_document').pluck().get()
    expect(body).toContain('<futureField a="1">kept</futureField>')
    expect(body).toContain(
      '<ecommerceDescription lang="en-US">Whole-grain oats &amp; nothing else</ecommerceDescription>',
    )
  })

  test('is rejected if the path names another product code, and for several items', () => {
    const body = itemFeed(sampleItem(1))
    expect(checkPostedFeed({ kind: 'update', body, upc: gtinOf(2) }).problems).toMatchObject([
      { code: 'UPC_MISMATCH' },
    ])
    expect(checkPostedFeed({ kind: 'update', body, upc: `0${gtinOf(1)}` }).problems).toEqual([])
    const two = itemFeed(sampleItem(1), sampleItem(2))
    expect(checkPostedFeed({ kind: 'update', body: two, upc: gtinOf(1) }).problems).toMatchObject([
      { code: 'ONE_ITEM' },
    ])
  })

  test('fails for an unknown item', () => {
    using sandbox = openSandbox()
    const { items } = sandbox.ingest('update', itemFeed(sampleItem(1)), { upc: gtinOf(1) })
    expect(items[0]).toMatchObject({ ingestionStatus: 'DATA_ERROR', errors: [{ code: 'GTIN_UNKNOWN' }] })
  })
})
