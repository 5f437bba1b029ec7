import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change } from '../../src-shared/rpc/changes.ts'
import type { FeedKind } from '../../src-shared/rpc/feed-contract.ts'
import { contentPlusFeedRetailer } from '../../src-shared/vocabulary/content-plus.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogWriter } from '../catalog/catalog-writer.ts'
import { contentPlusFeed, gtinOf, itemFeed, sampleItem, sampleLookups } from '../testing/feed-payloads.ts'
import { openTemporaryDatabase } from '../testing/temporary-workspace.ts'
import { feedFamily } from './feed-intake.ts'
import { checkSubmission } from './ingestion-check.ts'
import { ingestionWriter } from './ingestion-writer.ts'
import { receivedFeedReader } from './received-feed-store.ts'

/** A sandbox's stores over one database, without threads. */
function openSandbox() {
  const database = openTemporaryDatabase()
  const { db } = database
  const changes: Change[] = []
  let now = Date.UTC(2026, 0, 1)
  const context = { db, now: () => now, record: (change: Change) => void changes.push(change) }
  const writer = ingestionWriter.open(context)
  const reader = receivedFeedReader.open({ db })
  const catalog = openCatalogWriter(context)
  for (const kind of ['manufacturer', 'brand', 'distributor', 'retailer'] as const)
    catalog.putLookups(kind, [...sampleLookups[kind]])

  const submit = (kind: FeedKind, body: Uint8Array, more: { upc?: string; idempotencyKey?: string } = {}) => {
    const { upc, idempotencyKey } = more
    const { problems, items } = checkSubmission({ kind, body, ...(upc === undefined ? {} : { upc }) })
    if (problems.length > 0) throw new Error(problems[0]?.message)
    const received = writer.receive({
      kind,
      body,
      items,
      upc: upc ?? '',
      username: 'user',
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
    if (received === 'key-used-differently') throw new Error(received)
    return received.feedId
  }
  const report = (kind: FeedKind, feedId: string, offset = 0, limit = 100) => {
    const found = reader.report({ family: feedFamily(kind), feedId, username: 'user', offset, limit })
    if (!found) throw new Error('there is no such feed')
    return found
  }
  const process = () => {
    now += 1000
    while (writer.processNext(10).open);
  }
  return {
    db,
    changes,
    writer,
    submit,
    report,
    process,
    /** Sends a feed and processes it. */
    ingest(kind: FeedKind, body: Uint8Array, more: { upc?: string } = {}) {
      const feedId = submit(kind, body, more)
      process()
      return report(kind, feedId)
    },
    record(gtin: string) {
      const body = db
        .prepare<[string], Uint8Array>(
          `SELECT body FROM item_document JOIN item_code ON item_code.item = seq WHERE gtin14 = ?`,
        )
        .pluck()
        .get(gtin.padStart(14, '0'))
      if (!body) return undefined
      const { value, problems } = parseElement(itemGroup, body)
      expect(problems).toEqual([])
      return value
    },
    content(retailer: string) {
      const xml = db
        .prepare<[string], Uint8Array>('SELECT xml FROM retailer_content WHERE retailer = ?')
        .pluck()
        .get(retailer)
      return xml && parseElement(contentPlusFeedRetailer, xml).value
    },
    itemCount: () => db.prepare('SELECT count(*) FROM item').pluck().get(),
    [Symbol.dispose]: () => database[Symbol.dispose](),
  }
}

describe('create', () => {
  test('makes a record of every item, with the names of its identifiers', () => {
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
      ecommerceDescription: 'Whole-grain oats & nothing else',
      marketingDescription: 'Golden Field',
      upcs: [{ type: 'GTIN', text: gtinOf(1) }],
      created: { id: 'user', text: '2026-01-01T00:00:01.000Z' },
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

  test('refuses a GTIN that exists, in whatever length it is written, also within one feed', () => {
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
    ['no title', { ecommerceTitle: '' }, 'TITLE_REQUIRED', 'items/item[1]/ecommerceTitle'],
    [
      'a wrong check digit',
      { productCodes: [{ type: 'GTIN', text: '4006381333932' }] },
      'GTIN_INVALID',
      'items/item[1]/productCodes/productCode[1]',
    ],
  ])('an item with a bad %s is an error of its own', (_name, changes, code, field) => {
    using sandbox = openSandbox()
    const { items, feedStatus } = sandbox.ingest('create', itemFeed(sampleItem(1, changes), sampleItem(2)))
    expect(feedStatus).toBe('PROCESSED')
    expect(items[0]?.errors).toContainEqual(expect.objectContaining({ type: 'DATA_ERROR', code, field }))
    expect(items[1]?.ingestionStatus).toBe('SUCCESS')
  })

  test('takes a brand in words, and its identifier when the list has that name', () => {
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
  test('replaces the whole record but not its identity, or creates it', () => {
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
    expect(after?.otherDescription).toBeUndefined()
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

  test('uses the e-commerce description and Content+ only, and appends Content+ with duplicates', () => {
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
      ecommerceDescription: 'new words',
      manufacturerEcommerceDescription: 'from the manufacturer',
      products: [{ manufacturer: { id: 'm1' } }],
    })
    expect(sandbox.content('')).toMatchObject({
      keywords: ['oats', 'breakfast', 'oats', 'breakfast'],
      images: [{ url: 'https://media.example/a.jpg' }, { url: 'https://media.example/a.jpg' }],
      sellCopy: 'Buy oats',
    })
  })

  test('keeps what it does not know in the record', () => {
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
    expect(body).toContain('<ecommerceDescription>Whole-grain oats &amp; nothing else</ecommerceDescription>')
  })

  test('is refused for another product code than the path names, and for several items', () => {
    const body = itemFeed(sampleItem(1))
    expect(checkSubmission({ kind: 'update', body, upc: gtinOf(2) }).problems).toMatchObject([
      { code: 'UPC_MISMATCH' },
    ])
    expect(checkSubmission({ kind: 'update', body, upc: `0${gtinOf(1)}` }).problems).toEqual([])
    const two = itemFeed(sampleItem(1), sampleItem(2))
    expect(checkSubmission({ kind: 'update', body: two, upc: gtinOf(1) }).problems).toMatchObject([
      { code: 'ONE_ITEM' },
    ])
  })

  test('of an item that is not there is an error of that item', () => {
    using sandbox = openSandbox()
    const { items } = sandbox.ingest('update', itemFeed(sampleItem(1)), { upc: gtinOf(1) })
    expect(items[0]).toMatchObject({ ingestionStatus: 'DATA_ERROR', errors: [{ code: 'GTIN_UNKNOWN' }] })
  })
})

describe('Content+', () => {
  test('adds and updates by retailer: scalars replace, media by url, lists replace as a whole', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(sampleItem(1)))
    const id = sandbox.record(gtinOf(1))?.id ?? ''
    const first = {
      id: 'r1',
      sellCopy: 'old',
      longDescription: 'stays',
      keywords: ['one', 'two'],
      images: [
        { url: 'https://media.example/a.jpg', description: 'old' },
        { url: 'https://media.example/b.jpg' },
      ],
    }
    const second = {
      id: 'r1',
      sellCopy: 'new',
      keywords: ['three'],
      images: [
        { url: 'https://media.example/a.jpg', description: 'new' },
        { url: 'https://media.example/c.jpg' },
      ],
    }
    sandbox.ingest('contentplus', contentPlusFeed({ id, retailer: [first] }))
    const report = sandbox.ingest(
      'contentplus',
      contentPlusFeed({ id, retailer: [second, { id: 'r2', sellCopy: 'x' }] }),
    )
    expect(report).toMatchObject({
      feedStatus: 'PROCESSED',
      counters: { received: 1, processed: 1, succeeded: 1, rejected: 0, failed: 0, processing: 0 },
    })
    expect(sandbox.content('r1')).toMatchObject({
      sellCopy: 'new',
      longDescription: 'stays',
      keywords: ['three'],
      images: [
        { url: 'https://media.example/a.jpg', description: 'new' },
        { url: 'https://media.example/b.jpg' },
        { url: 'https://media.example/c.jpg' },
      ],
    })
    expect(sandbox.content('r2')).toMatchObject({ sellCopy: 'x' })
  })

  test('rejects an unknown item, and an item with an unknown retailer as a whole', () => {
    using sandbox = openSandbox()
    sandbox.ingest('create', itemFeed(sampleItem(1)))
    const id = sandbox.record(gtinOf(1))?.id ?? ''
    const { items, counters } = sandbox.ingest(
      'contentplus',
      contentPlusFeed(
        { id: 'nothing', retailer: [{ id: 'r1', sellCopy: 'x' }] },
        { id, retailer: [{ id: 'r1', sellCopy: 'x' }, { id: 'nobody' }] },
      ),
    )
    expect(counters).toMatchObject({ received: 2, processed: 0, rejected: 2, processing: 0 })
    expect(items.map(({ remarks }) => remarks)).toEqual([
      expect.stringMatching(/^ITEM_UNKNOWN: .*contentPlus\/item\[1\]\/@id/),
      expect.stringMatching(/^RETAILER_UNKNOWN: .*contentPlus\/item\[2\]\/retailer\[2\]\/@id/),
    ])
    expect(sandbox.content('r1')).toBeUndefined()
  })
})

describe('the queue', () => {
  test('goes RECEIVED, INPROGRESS, PROCESSED, oldest feed first', () => {
    using sandbox = openSandbox()
    const first = sandbox.submit('create', itemFeed(sampleItem(1), sampleItem(2)))
    const second = sandbox.submit('create', itemFeed(sampleItem(3)))
    const states = () => [first, second].map((feed) => sandbox.report('create', feed).feedStatus)
    const seen = [states()]
    while (sandbox.writer.processNext(1).open) seen.push(states())
    seen.push(states())
    expect(seen).toEqual([
      ['RECEIVED', 'RECEIVED'],
      ['INPROGRESS', 'RECEIVED'],
      ['INPROGRESS', 'RECEIVED'],
      ['PROCESSED', 'RECEIVED'],
      ['PROCESSED', 'INPROGRESS'],
      ['PROCESSED', 'PROCESSED'],
    ])
  })

  test('shows windows whose limit is the end', () => {
    using sandbox = openSandbox()
    const feed = sandbox.submit('create', itemFeed(...[0, 1, 2, 3, 4].map((number) => sampleItem(number))))
    const indexes = (offset: number, limit: number) =>
      sandbox.report('create', feed, offset, limit).items.map(({ index }) => index)
    expect(indexes(1, 3)).toEqual([1, 2])
    expect(indexes(3, 3)).toEqual([])
    expect(indexes(4, 100)).toEqual([4])
  })

  test('a defect met in one item fails that item alone, and a feed of nothing else is ERROR', () => {
    using sandbox = openSandbox()
    const broken = sandbox.submit('create', itemFeed(sampleItem(1)))
    const half = sandbox.submit('create', itemFeed(sampleItem(2), sampleItem(3)))
    sandbox.db.exec(`UPDATE received_feed_payload SET payload = 'not JSON' WHERE position = 0`)
    sandbox.process()
    expect(sandbox.report('create', broken)).toMatchObject({
      feedStatus: 'ERROR',
      items: [
        { ingestionStatus: 'SYSTEM_ERROR', errors: [{ type: 'SYSTEM_ERROR', field: 'items/item[1]' }] },
      ],
    })
    expect(sandbox.report('create', half)).toMatchObject({
      feedStatus: 'PROCESSED',
      counters: { received: 2, succeeded: 1, failed: 1 },
    })
  })

  test('answers a repeated key with the same feed, and refuses it for another', () => {
    using sandbox = openSandbox()
    const body = itemFeed(sampleItem(1))
    const feed = sandbox.submit('create', body, { idempotencyKey: 'k' })
    expect(sandbox.submit('create', body, { idempotencyKey: 'k' })).toBe(feed)
    expect(() => sandbox.submit('create', itemFeed(sampleItem(2)), { idempotencyKey: 'k' })).toThrow(
      'key-used-differently',
    )
    expect(() => sandbox.submit('refresh', body, { idempotencyKey: 'k' })).toThrow('key-used-differently')
    sandbox.process()
    expect(sandbox.itemCount()).toBe(1)
  })

  test('counters add up at every moment, for any mixture of items and steps', () => {
    const item = fc.record({ number: fc.integer({ min: 1, max: 4 }), broken: fc.boolean() })
    const feeds = fc.array(
      fc.record({
        kind: fc.constantFrom('create' as const, 'refresh' as const),
        items: fc.array(item, { minLength: 1, maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(feeds, fc.integer({ min: 1, max: 4 }), (plans, atMost) => {
        using sandbox = openSandbox()
        const ids = plans.map(({ kind, items }) =>
          sandbox.submit(
            kind,
            itemFeed(
              ...items.map(({ number, broken }) => sampleItem(number, broken ? { ecommerceTitle: '' } : {})),
            ),
          ),
        )
        const check = (final: boolean) => {
          for (const [index, { kind, items }] of plans.entries()) {
            const { counters, feedStatus } = sandbox.report(kind, ids[index] ?? '')
            const { received, succeeded, failed, processing } = counters
            expect(received).toBe(items.length)
            expect(succeeded + failed + processing).toBe(received)
            expect(feedStatus === 'PROCESSED').toBe(processing === 0)
            if (final) expect(processing).toBe(0)
          }
        }
        do check(false)
        while (sandbox.writer.processNext(atMost).open)
        check(true)
        // Every GTIN that any item succeeded with is in the catalog exactly once.
        const numbers = plans.flatMap(({ items }) =>
          items.filter(({ broken }) => !broken).map(({ number }) => number),
        )
        expect(sandbox.itemCount()).toBe(new Set(numbers).size)
      }),
      { numRuns: 25 },
    )
  })
})
