import { describe, expect, test } from 'vitest'
import type { Item } from '../../src-shared/vocabulary/item.ts'
import { mergeRecord } from './merge-record.ts'

const stored: Item = {
  id: '7',
  status: 'P',
  name: 'Tea',
  categories: [
    { type: 'GPC', id: '10000116', text: 'Tea bags' },
    { type: 'shop', id: 'x', text: 'Drinks' },
  ],
  packageData: { type: 'Case', approximation: 'false', packageType: { id: 'BX', text: 'Box' } },
  products: [{ brand: { id: 'b7', text: 'Leaf' }, manufacturer: { id: 'm7', text: 'Leaf & Co' } }],
}
const merged = (said: Item): Item => mergeRecord(stored, said)

describe('what a file says in the words of the record', () => {
  test('a category by its identifier alone keeps its label, and those beside it', () => {
    const said = [{ type: 'category', id: '10000116', text: '10000116' }]
    expect(merged({ categories: said }).categories).toEqual(stored.categories)
  })

  test('another category takes the place of the one of its scheme', () => {
    const said = [{ type: 'GPC', id: '10000117', text: '10000117' }]
    expect(merged({ categories: said }).categories).toEqual([
      ...said,
      { type: 'shop', id: 'x', text: 'Drinks' },
    ])
  })

  test('a package type of the same name keeps its identifier, and the package its kind', () => {
    const said = { type: 'Product', packageType: { text: 'Box' } }
    expect(merged({ packageData: said }).packageData).toEqual(stored.packageData)
    const bag = { type: 'Product', packageType: { text: 'Bag' } }
    expect(merged({ packageData: bag }).packageData?.packageType).toEqual({ text: 'Bag' })
  })

  test('brand and manufacturer of the same name keep their identifiers', () => {
    const same = { brand: { id: 'b1', text: 'Leaf' }, manufacturer: { id: 'm1', text: 'Leaf & Co' } }
    expect(merged({ products: [same] }).products).toEqual(stored.products)
    const other = { brand: { id: 'b2', text: 'Bud' } }
    expect(merged({ products: [other] }).products?.[0]?.brand).toEqual(other.brand)
  })
})
