import { expect, test } from 'vitest'
import { type CatalogSelection, sortKeys } from '../../src-shared/catalog/model.ts'
import { openCatalogReader } from './catalog-reader.ts'
import { filledCatalog, select } from './fixtures/filled-catalog.ts'
import { fewHits } from './search/item-hits.ts'

/** Enough items, even half of them, for lists whose first window is found before all items are sorted. */
const count = 2 * fewHits + 600
const kinds = ['Carton', 'Tray', '']
const starts = ['Chocolate bar with nuts', 'Chocolate bar with milk', 'Ähre', 'zest', '']
const spread = (index: number, of: number) => ((index * 7919) >>> 3) % of
const view = (number: number) => `<medium view="A${number}C1"><url>https://x.invalid/${number}</url></medium>`
/** Every 13th item has a product of another brand; every 39th has one of a brand that is never first. */
const further = (index: number) =>
  index % 13 === 0
    ? `<product><brand id="b${index % 39 === 0 ? 77 : spread(index + 1, 40)}">Guest</brand></product>`
    : ''
const xml = (index: number) =>
  Buffer.from(
    `<item id="i${index}" status="${'PDN'[spread(index, 3)]}"><name>${starts[spread(index, starts.length)]} ${spread(index, 90)}</name><marketingDescription>${index % 2 ? 'odd' : 'even'}</marketingDescription><upcs><upc type="GTIN">${String(spread(index, 9973)).padStart(14, '0')}</upc></upcs><categories><category type="T" id="c${spread(index, 7)}">Kind ${spread(index, 7)}</category></categories><lastUpdated>2024-01-0${1 + spread(index, 9)}</lastUpdated><media>${Array.from({ length: spread(index, 4) }, (_, number) => view(number)).join('')}</media><packageData><netWeight><measure>${spread(index, 50)}</measure><uom>GRM</uom></netWeight><packageType>${kinds[spread(index, 3)]}</packageType></packageData><products><product><brand id="b${spread(index, 40)}">Brand ${spread(index, 40)}</brand></product>${further(index)}</products></item>`,
  )
const database = filledCatalog(count, xml)

const open = () => openCatalogReader({ db: database() })
const selections = [select(''), select('odd'), select('-nuts'), select('odd', { statuses: ['P', 'D'] })]

test.each(sortKeys)('returns the same first window by %s as the complete sorted list', (by) => {
  for (const selection of selections)
    for (const descending of [false, true]) {
      const sort = { by, descending }
      const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
      // A request from the second row on is answered from the complete list.
      const whole = open().searchRows(selection, 1, 200, sort)
      const first = open().searchRows(selection, 0, 101, sort)
      expect(first).toMatchObject({ total: whole.total, isTotalExact: true })
      expect(ids(first.rows).slice(1)).toEqual(ids(whole.rows).slice(0, 100))
      const reader = open()
      const [single] = reader.searchRows(selection, 0, 1, sort).rows
      expect(single?.id).toBe(first.rows[0]?.id)
      expect(reader.position(selection, single?.id ?? '', sort)).toBe(0)
      expect(ids(reader.searchRows(selection, 0, 101, sort).rows)).toEqual(ids(first.rows))
    }
})

test('sorts a subset the same directly and from the order of all items', () => {
  for (const by of sortKeys) {
    const [alone, after] = [open(), open()]
    after.searchRows(select(''), 1, 10, { by, descending: false })
    const page = (reader: typeof alone) =>
      reader.searchRows(select('zest'), 1, 900, { by, descending: false }).rows
    expect(page(after)).toEqual(page(alone))
  }
})

test('counts as many items per facet value as the filtered list has', () => {
  const reader = open()
  const total = (selection: CatalogSelection) => reader.searchRows(selection, 0, 1).total
  const counted = (selection: CatalogSelection) => {
    for (;;) {
      const facets = reader.facets(selection)
      if (facets.state === 'ready') return facets
    }
  }
  const members = {
    brands: 'brandIds',
    categories: 'categoryIds',
    statuses: 'statuses',
    packageTypes: 'packageTypes',
    views: 'views',
    completeness: 'completeness',
    missing: 'missing',
  } as const
  for (const selection of [
    select(''),
    select('odd', { brandIds: ['b3', 'b5'] }),
    select('', { statuses: ['P'], views: ['A1C1'] }),
    select('images>0', { packageTypes: ['Tray'], missing: ['ingredients'], excludedIds: ['i7'] }),
  ]) {
    const facets = counted(selection)
    for (const [facet, member] of Object.entries(members) as [keyof typeof members, string][])
      for (const { id, count: facetCount } of facets[facet].slice(0, 12))
        expect([facet, id, facetCount]).toEqual([facet, id, total({ ...selection, [member]: [id] })])
  }
})
