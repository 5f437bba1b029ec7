import { expect, test } from 'vitest'
import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { parseDocument, writeDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQueries, openCatalogWriter } from '../../../catalog/index.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { openTemporaryDatabase } from '../../../testing/temporary-workspace.ts'
import { draftChecker } from '../check/drafts-checker.ts'

const gtins = ['036000291452', '4006381333931'] as const
const record = (id: string, gtin: string, more: string) =>
  new TextEncoder().encode(
    `<item id="${id}" status="P"><name>Tea</name><upcs><upc type="GTIN">${gtin}</upc></upcs>` +
      `<lastUpdated>2025-01-01T00:00:00Z</lastUpdated>${more}</item>`,
  )
const party = (element: string, name: string) => `<${element}><name>${name}</name></${element}>`

/**
 * A catalog with one item whose distributors' names occur once and twice in the list, and one with all
 * content.
 */
function open() {
  const database = openTemporaryDatabase()
  const catalog = openCatalogWriter({ db: database.db, now: () => 0, record: () => {} })
  catalog.putLookups('distributor', [
    { id: 'd1', name: 'Harbour' },
    { id: 'd2', name: 'Twin' },
    { id: 'd3', name: 'Twin' },
    { id: 'd4', name: 'HARBOUR' },
  ])
  catalog.putItems([
    record('7', gtins[0], party('packageDistributor', 'Harbour') + party('packageImporter', 'Twin')),
    record(
      '8',
      gtins[1],
      '<otherDescription>Keep dry</otherDescription><packageData type="Product" approximation="true">' +
        '<packageType>Bottle</packageType></packageData><products><product sequence="1"><description>One</description>' +
        '<warnings><warning>Hot</warning></warnings><grocery><kosherCodes><kosherCode>OU</kosherCode></kosherCodes></grocery>' +
        '</product><product sequence="2"><description>Two</description></product></products>' +
        party('packageDistributor', 'Nobody'),
    ),
  ])
  return {
    checker: draftChecker.open({ db: database.db }),
    db: database.db,
    [Symbol.dispose]: () => database[Symbol.dispose](),
  }
}
type Checker = ReturnType<typeof open>['checker']
const drops = (checker: Checker, xml: string, kind: 'refresh' | 'create' = 'refresh') =>
  checker
    .check(kind, xml)
    .problems.filter(({ code }) => code === 'REFRESH_DROPS')
    .map(({ path, message, severity, line }) => {
      expect({ severity, line }).toEqual({ severity: 'warning', line: expect.any(Number) })
      return `${path}: ${message}`
    })
const started = (checker: Checker, ids: string[]): string => {
  const content = checker.start('refresh', ids)
  if ('missing' in content) throw new Error(`There is no item ${content.missing}`)
  return kinds.refresh.payload.write(content.values, { indent: 2 })
}

test('fills in a distributor with a unique name; omits an ambiguous one and reports it', () => {
  using room = open()
  const xml = started(room.checker, ['7'])
  const [item] = parseDocument(documents.ingestItems, xml).value?.item ?? []
  expect(item).toMatchObject({ distributorId: 'd1' })
  expect(item).not.toHaveProperty('importerId')
  expect(drops(room.checker, xml)).toEqual([
    "items/item[1]/importerId: The catalog's record has importer: Twin; this feed has none, so the refresh removes it. Several distributors have that name: choose the right one.",
  ])
})

test('reports content that a refresh removes, per item', () => {
  using room = open()
  const bare: IngestItem = { ecommerceTitle: 'Tea', products: [{ description: 'One' }] }
  const feed = (...items: IngestItem[]) =>
    writeDocument(documents.ingestItems, { item: items }, { indent: 1 })
  const xml = feed(
    { ...bare, productCodes: [{ type: 'GTIN', text: gtins[0] }], distributorId: 'd1', importerId: 'd2' },
    { ...bare, productCodes: [{ type: 'GTIN', text: gtins[1] }] },
    { ...bare, productCodes: [{ type: 'GTIN', text: '9522001001172' }] },
  )
  const has = (what: string, pronoun = 'it') =>
    `The catalog's record has ${what}; this feed has none, so the refresh removes ${pronoun}.`
  expect(drops(room.checker, xml).toSorted()).toEqual(
    [
      `restOfPackageText: ${has('another description')}`,
      `packageData/@type: ${has('package kind: Product')}`,
      `packageData/@approximation: The catalog's record has approximate package data: yes; this feed has none, so the refresh removes it.`,
      `packageData/packageType: ${has('package type: Bottle')}`,
      `distributorId: ${has('distributor: Nobody')} The list of distributors has none of that name.`,
      `products/product[1]/warnings: ${has('warnings', 'them')}`,
      `products/product[1]/grocery/kosherCodes: ${has('kosher codes: OU', 'them')}`,
      `products: ${has('product no. 2: Two')}`,
    ]
      .map((line) => `items/item[2]/${line}`)
      .toSorted(),
  )
  expect(drops(room.checker, xml, 'create')).toEqual([])
})

test('reports content invisible in a copy once per item, unless the feed has all of it', () => {
  using room = open()
  room.db.prepare("INSERT OR REPLACE INTO setting (key, value) VALUES ('role', '\"connected\"')").run()
  const bare: IngestItem = { ecommerceTitle: 'Tea', productCodes: [{ type: 'GTIN', text: gtins[0] }] }
  const content = { sellCopy: 'Buy' }
  const full: IngestItem = {
    ...bare,
    media: [{ view: 'A1C1', url: 'https://media.example/1.jpg' }],
    contentPlus: content,
    manufacturerContent: [{ id: 'r1', contentPlus: content }],
  }
  const unseen = (item: IngestItem) =>
    room.checker
      .check('refresh', writeDocument(documents.ingestItems, { item: [item] }))
      .problems.filter(({ code }) => code === 'REFRESH_UNSEEN')
      .map(({ message }) => message.split(':')[0])
  expect(unseen(bare)).toEqual([
    'If the item has addresses of pictures, Content+, retailer content at the service, the refresh removes them',
  ])
  expect(unseen({ ...full, media: [] })).toHaveLength(1)
  expect(unseen(full)).toEqual([])
})

test('finds names by the index of folded names', () => {
  using room = open()
  const plan = queryPlans(room.db, openCatalogQueries).find(({ sql }) => sql.includes('name = ? LIMIT 2'))
  expect(plan?.plan).toMatch(/SEARCH lookup .*kind=\? AND folded=\?/)
})
