import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedKinds } from '../../src-shared/drafts/model.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { parseDocument, writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogWriter } from '../catalog/index.ts'
import {
  openTemporaryDatabase,
  openTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../testing/temporary-workspace.ts'
import type { Drafts } from './drafts.ts'
import { createDrafts } from './drafts.ts'
import { draftChecker } from './drafts-checker.ts'

const item = (change: IngestItem = {}): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: 'Green tea',
  productCodes: [{ type: 'GTIN', text: '4006381333931' }],
  manufacturerId: 'm1',
  categoryId: '10000115',
  products: [{ description: 'Tea', brandId: 'b1' }],
  attributes: {},
  ...change,
})
const payload = (...items: IngestItem[]) =>
  writeDocument(documents.ingestItems, { item: items }, { indent: 2 })

describe('drafts', () => {
  let workspace: TemporaryWorkspace
  let drafts: Drafts
  beforeAll(async () => {
    workspace = await openTemporaryWorkspace()
    drafts = createDrafts(workspace)
  })
  afterAll(() => workspace.close())

  test.each(feedKinds)('an empty %s draft reads, and says what is missing where', async (kind) => {
    const draft = await drafts.create({ kind })
    const { problems } = await drafts.check(kind, Buffer.from(draft.xml))
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems) expect(problem).toMatchObject({ line: expect.any(Number) })
    const [summary] = (await drafts.list({ offset: 0, limit: 10 })).drafts.filter(({ id }) => id === draft.id)
    expect(summary).toMatchObject({ kind, itemCount: 1, revision: 1 })
    expect(summary?.errorCount).toBe(problems.filter(({ severity }) => severity !== 'warning').length)
    expect(await drafts.delete(draft.id)).toEqual({ deleted: true })
    expect(await drafts.delete(draft.id)).toEqual({ deleted: false })
  })

  test('a Content+ draft begins with what is kept for retailers: of all of them, or of those named', async () => {
    const content = (id: string) => `<retailer id="${id}"><sellCopy>At ${id} &amp; co</sellCopy></retailer>`
    using database = openTemporaryDatabase()
    const { db } = database
    const catalog = openCatalogWriter({ db, now: () => 0, record: () => undefined })
    catalog.putItems(['7', '8'].map((id) => new TextEncoder().encode(`<item id="${id}"/>`)))
    const keep = db.prepare(
      "INSERT INTO retailer_content (item, retailer, xml, updated_at) VALUES ('7', ?, ?, 0)",
    )
    for (const id of ['', 'r1', 'r2']) keep.run(id, Buffer.from(content(id)))
    const { start } = draftChecker.open({ db })
    const begun = (ids: string[], retailerIds?: string[]) => {
      const { xml } = start('contentplus', ids, undefined, retailerIds) as { xml: string }
      return parseDocument(documents.contentPlus, xml).value?.item
    }
    const kept = (id: string) => ({ id, sellCopy: `At ${id} & co` })
    expect(begun(['7'])).toEqual([{ id: '7', retailer: [kept('r1'), kept('r2')] }])
    expect(begun(['7'], ['r2'])).toEqual([{ id: '7', retailer: [kept('r2')] }])
    expect(begun(['8'])).toEqual([{ id: '8', retailer: [{ id: '' }] }])
    expect(begun([])).toEqual([{ id: '', retailer: [{ id: '' }] }])
    expect(start('contentplus', ['9'])).toEqual({ missing: '9' })
  })

  test('saving counts revisions, keeps mistakes, and refuses what started from an older one', async () => {
    const draft = await drafts.create({ kind: 'create', xml: payload(item()) })
    expect(draft).toMatchObject({ name: 'Green tea', revision: 1 })
    const { draft: broken, checked } = await drafts.save({
      id: draft.id,
      revision: 1,
      xml: '<items><item>',
      name: 'Tea',
    })
    expect(checked).toEqual(await drafts.check('create', Buffer.from('<items><item>')))
    expect(checked.errorCount).toBeGreaterThan(0)
    expect(broken).toMatchObject({ revision: 2, name: 'Tea', xml: '<items><item>' })
    await expect(drafts.save({ id: draft.id, revision: 1, xml: '' })).rejects.toMatchObject({
      code: 'STALE_REVISION',
    })
    expect(await drafts.get(draft.id)).toEqual(broken)
    await expect(drafts.get('none')).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' })
    await expect(drafts.create({ kind: 'refresh', fromItemIds: ['none'] })).rejects.toMatchObject({
      code: 'ITEM_NOT_FOUND',
    })
  })
})

test('a draft that creates becomes a refresh as it was saved, once', async () => {
  const workspace = await openTemporaryWorkspace()
  try {
    const drafts = createDrafts(workspace)
    const { id } = await drafts.create({ kind: 'create', xml: payload(item()) })
    const { xml } = (await drafts.save({ id, revision: 1, xml: payload(item({ ecommerceTitle: 'Typed' })) }))
      .draft
    await expect(drafts.makeRefresh({ id, revision: 1 })).rejects.toMatchObject({ code: 'STALE_REVISION' })
    expect(await drafts.makeRefresh({ id, revision: 2 })).toMatchObject({ kind: 'refresh', revision: 3, xml })
    expect((await drafts.list({ offset: 0, limit: 10 })).drafts).toMatchObject([
      { id, kind: 'refresh', name: 'Green tea', errorCount: 0 },
    ])
    await expect(drafts.makeRefresh({ id, revision: 3 })).rejects.toMatchObject({ code: 'DRAFT_INVALID' })
  } finally {
    await workspace.close()
  }
})

describe('what the catalog knows', () => {
  function open() {
    const database = openTemporaryDatabase()
    const catalog = openCatalogWriter({ db: database.db, now: () => 0, record: () => {} })
    catalog.putLookups('brand', [{ id: 'b1', name: 'Leaf' }])
    catalog.putLookups('manufacturer', [{ id: 'm1', name: 'Leaf Works' }])
    catalog.putItems([
      new TextEncoder().encode(
        `<item id="7" status="P"><name>Black tea</name><ecommerceDescription>Strong</ecommerceDescription>
         <upcs><upc type="GTIN">036000291452</upc></upcs><lastUpdated>2025-01-01T00:00:00Z</lastUpdated>
         <products><product type="grocery"><description>Tea</description><brand id="b1">Leaf</brand>
         <manufacturer id="m1">Leaf Works</manufacturer></product></products></item>`,
      ),
    ])
    return {
      ...database,
      check: draftChecker.open({ db: database.db }),
      [Symbol.dispose]: () => database[Symbol.dispose](),
    }
  }
  const codes = (problems: { code: string; path: string }[]) =>
    problems.map(({ code, path }) => `${code} ${path}`)

  test('a good payload has no problems; a known GTIN is not created again, padded or not', () => {
    using room = open()
    expect(room.check.check('create', payload(item()))).toEqual({
      itemCount: 1,
      codes: ['04006381333931'],
      givenCodes: ['4006381333931'],
      title: 'Green tea',
      problems: [],
      errorCount: 0,
    })
    const known = payload(item(), item({ productCodes: [{ type: 'GTIN', text: '0036000291452' }] }))
    expect(codes(room.check.check('create', known).problems)).toEqual([
      'GTIN_EXISTS items/item[2]/productCodes/productCode[1]',
    ])
    expect(codes(room.check.check('refresh', known).problems)).toEqual([
      'REFRESH_DROPS items/item[2]/ecommerceDescription',
    ])
  })

  test('a GTIN is that of an item by its type only; the item it is of is named', () => {
    using room = open()
    const sku = { type: 'SKU', text: '036000291452' }
    const other = item({ productCodes: [{ type: 'GTIN', text: '4006381333931' }, sku] })
    expect(room.check.check('create', payload(other)).problems).toEqual([])
    const known = payload(item({ productCodes: [{ type: 'UPC', text: sku.text }] }))
    expect(room.check.check('create', known).problems[0]?.message).toContain(
      '036000291452 is that of the item 7 (Black tea) already',
    )
  })

  test('codes of different items are an error in a sandbox, and worth a look in a copy', () => {
    using room = open()
    const catalog = openCatalogWriter({ db: room.db, now: () => 0, record: () => {} })
    catalog.putItems([Buffer.from('<item id="8"><upcs><upc type="GTIN">4006381333931</upc></upcs></item>')])
    const both = item({ productCodes: ['036000291452', '4006381333931'].map((text) => ({ text })) })
    const conflict = () =>
      room.check.check('update', payload(both)).problems.find(({ code }) => code === 'GTIN_CONFLICT')
    expect(conflict()).toMatchObject({
      severity: 'warning',
      path: 'items/item[1]/productCodes',
      message: expect.stringContaining('036000291452 to 7 (Black tea), 4006381333931 to 8.'),
    })
    room.db.exec(`INSERT INTO setting VALUES ('role', '"sandbox"')`)
    expect(conflict()?.severity).toBeUndefined()
  })

  test('a medium without address does not hold up an update, which does not use it', () => {
    using room = open()
    const broken = item({
      productCodes: [{ text: '036000291452' }],
      media: [{ view: 'A1C1', url: 'front.jpg' }],
    })
    expect(room.check.check('update', payload(broken))).toMatchObject({
      errorCount: 0,
      problems: [
        { code: 'URL_INVALID', severity: 'warning', message: expect.stringMatching(/does not use it/) },
      ],
    })
    expect(room.check.check('refresh', payload(broken)).errorCount).toBe(1)
  })

  test('unknown identifiers are warnings, and only where a list is kept', () => {
    using room = open()
    const strange = item({
      manufacturerId: 'm9',
      distributorId: 'd9',
      products: [{ description: 'Tea', brandId: 'b9' }],
    })
    const { problems, errorCount } = room.check.check('create', payload(strange))
    expect(codes(problems)).toEqual([
      'MANUFACTURER_UNKNOWN items/item[1]/manufacturerId',
      'BRAND_UNKNOWN items/item[1]/products/product[1]/brandId',
    ])
    expect(errorCount).toBe(0)
  })

  test('a category no item is in is worth a look, once the categories of any are known', () => {
    using room = open()
    expect(room.check.check('create', payload(item())).problems).toEqual([])
    const catalog = openCatalogWriter({ db: room.db, now: () => 0, record: () => {} })
    catalog.putItems([
      new TextEncoder().encode(
        '<item id="8"><categories><category type="GPC" id="10000116">Coffee</category></categories></item>',
      ),
    ])
    const { problems, errorCount } = room.check.check('create', payload(item()))
    expect(codes(problems)).toEqual(['CATEGORY_UNKNOWN items/item[1]/categoryId'])
    expect(errorCount).toBe(0)
    expect(room.check.check('create', payload(item({ categoryId: '10000116' }))).problems).toEqual([])

    // A category without a label is in no list, but its item is in it.
    const [code] = item().productCodes ?? []
    catalog.putItems([
      new TextEncoder().encode(
        `<item id="9"><upcs><upc type="GTIN">${code?.text}</upc></upcs><categories><category id="777">777</category></categories></item>`,
      ),
    ])
    const refresh = room.check.check('refresh', payload(item({ categoryId: '777' })))
    expect(codes(refresh.problems)).not.toContain('CATEGORY_UNKNOWN items/item[1]/categoryId')
  })

  test('an update warns of Content+ that will be doubled, and of an item it does not find', () => {
    using room = open()
    const update = payload(item({ contentPlus: { sellCopy: 'Buy' } }))
    const { problems, upc } = room.check.check('update', update)
    expect(codes(problems)).toEqual([
      'GTIN_UNKNOWN items/item[1]/productCodes',
      'CONTENT_PLUS_DUPLICATES items/item[1]/contentPlus',
    ])
    expect(upc).toBe('4006381333931')
    const known = item({ productCodes: [{ type: 'GTIN', text: '036000291452' }] })
    expect(room.check.check('update', payload(known)).problems).toEqual([])
  })

  test('a Content+ feed names items and retailers', () => {
    using room = open()
    const feed = (id: string) =>
      writeDocument(documents.contentPlus, { item: [{ id, retailer: [{ id: 'r1', sellCopy: 'Buy' }] }] })
    expect(codes(room.check.check('contentplus', feed('8')).problems)).toEqual([
      'ITEM_UNKNOWN contentPlus/item[1]/@id',
    ])
    expect(room.check.check('contentplus', feed('7'))).toMatchObject({ problems: [], codes: ['7'] })
  })

  test('a draft from an item is filled with what the record has', () => {
    using room = open()
    const start = (kind: 'refresh' | 'update') => {
      const started = room.check.start(kind, ['7'])
      if ('missing' in started) throw new Error('the item is missing')
      return parseDocument(documents.ingestItems, started.xml)
    }
    const refresh = start('refresh')
    expect(refresh.problems).toEqual([])
    expect(refresh.value?.item).toMatchObject([
      {
        ecommerceTitle: 'Black tea',
        ecommerceDescription: [{ lang: 'en', text: 'Strong' }],
        productCodes: [{ text: '036000291452' }],
        manufacturerId: 'm1',
        products: [{ description: 'Tea', brandId: 'b1' }],
      },
    ])
    const update = start('update')
    expect(update.problems).toEqual([])
    expect(update.value?.item[0]).not.toHaveProperty('products')
    expect(room.check.start('refresh', ['7', '8'])).toEqual({ missing: '8' })
  })
})
