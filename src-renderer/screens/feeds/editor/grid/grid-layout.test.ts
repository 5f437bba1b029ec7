import { expect, test } from 'vitest'
import { gridColumns, gridColumnsFor, standardColumns } from './columns/grid-columns.ts'
import { usualColumns, usualRetailerColumns } from './grid-layout.ts'

test('usual columns are the required ones and those with values', () => {
  const filled = ['type', 'ecommerceTitle', 'products/0/brandDescription', 'products/0/grocery/ingredients']
  const columns = usualColumns('create', gridColumns('create'), new Set(filled))
  expect(columns.slice(0, 3)).toEqual(['ecommerceTitle', 'productCodes/0/text', 'products/0/brandId'])
  expect(columns.at(-1)).toBe('products/0/grocery/ingredients')
  // Empty and not required; the name is shown in the column of the brand.
  expect(columns).not.toContain('packageData/netWeight/measure')
  expect(columns).not.toContain('products/0/brandDescription')
})

test('a draft without values has the default columns', () => {
  expect(usualColumns('create', gridColumns('create'), new Set(['type']))).toEqual(
    expect.arrayContaining([...standardColumns('create')]),
  )
})

test('items with several retailers have columns for each, named by retailer', () => {
  const all = gridColumnsFor('contentplus', [
    { id: 'r/1', name: 'Nordmarkt' },
    { id: 'r2', name: 'Casa Perla' },
    { id: 'r3', name: 'Corner Shop' },
  ])
  const filled = new Set(['id', 'retailer/0/sellCopy', 'retailer/=r2/sellCopy', 'retailer/=r3/keywords/0'])
  const titles = usualRetailerColumns('contentplus', all, filled).map((column) => all.get(column)?.title)
  expect(titles).toEqual([
    'Item',
    ...['Nordmarkt', 'Casa Perla', 'Corner Shop'].flatMap((name) => [
      `${name} › Keywords`,
      `${name} › Sell copy`,
    ]),
  ])
  expect(all.get('retailer/=r%2F1/sellCopy')).toMatchObject({ retailer: 'r/1', input: 'paragraph' })
  const unique = new Set([...all.values()].map(({ title }) => title))
  expect(unique.size).toBe(all.size)
  // Without values, the default columns of the kind for each retailer.
  expect(usualRetailerColumns('contentplus', all, new Set())).toContain('retailer/=r3/images/0/url')
  expect(gridColumnsFor('contentplus', [{ id: 'r1', name: 'Nordmarkt' }])).toBe(gridColumns('contentplus'))
})

test('many retailers all have their columns', () => {
  const retailers = Array.from({ length: 30 }, (_, index) => ({ id: `r${index}`, name: `Shop ${index}` }))
  const filled = new Set(['id', 'retailer/=r0/sellCopy', 'retailer/=r0/keywords/0'])
  const columns = usualRetailerColumns('contentplus', gridColumnsFor('contentplus', retailers), filled)
  expect(columns).toHaveLength(1 + 30 * 2)
  expect(columns).toContain('retailer/=r29/sellCopy')
})
