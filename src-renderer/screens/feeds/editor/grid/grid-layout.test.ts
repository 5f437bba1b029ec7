import { expect, test } from 'vitest'
import { standardColumns } from './columns/grid-columns.ts'
import { usualColumns } from './grid-layout.ts'

test('usual columns are the required ones and those with values', () => {
  const filled = ['type', 'ecommerceTitle', 'products/0/brandDescription', 'products/0/grocery/ingredients']
  const columns = usualColumns('create', new Set(filled))
  expect(columns.slice(0, 3)).toEqual(['ecommerceTitle', 'productCodes/0/text', 'products/0/brandId'])
  expect(columns.at(-1)).toBe('products/0/grocery/ingredients')
  // Empty and not required; the name is shown in the column of the brand.
  expect(columns).not.toContain('packageData/netWeight/measure')
  expect(columns).not.toContain('products/0/brandDescription')
})

test('a draft without values has the default columns', () => {
  expect(usualColumns('create', new Set(['type']))).toEqual(
    expect.arrayContaining([...standardColumns('create')]),
  )
})
