import { describe, expect, test } from 'vitest'
import type { LanguageEntry } from '../../src-shared/vocabulary/elements/content-plus.ts'
import type { Item } from '../../src-shared/vocabulary/elements/item.ts'
import { mergeRecord } from './imported-record.ts'

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
const merged = (fromFile: Item): Item => mergeRecord(stored, fromFile)

describe('mergeRecord', () => {
  test('keeps the label of a category given by identifier only, and the other categories', () => {
    const fromFile = [{ type: 'category', id: '10000116', text: '10000116' }]
    expect(merged({ categories: fromFile }).categories).toEqual(stored.categories)
  })

  test('replaces a category by another one of the same scheme', () => {
    const fromFile = [{ type: 'GPC', id: '10000117', text: '10000117' }]
    expect(merged({ categories: fromFile }).categories).toEqual([
      ...fromFile,
      { type: 'shop', id: 'x', text: 'Drinks' },
    ])
  })

  test('keeps the identifier of a package type with the same name, and the package kind', () => {
    const fromFile = { type: 'Product', packageType: { text: 'Box' } }
    expect(merged({ packageData: fromFile }).packageData).toEqual(stored.packageData)
    const bag = { type: 'Product', packageType: { text: 'Bag' } }
    expect(merged({ packageData: bag }).packageData?.packageType).toEqual({ text: 'Bag' })
  })

  test('keeps the identifiers of a brand and manufacturer with the same name', () => {
    const same = { brand: { id: 'b1', text: 'Leaf' }, manufacturer: { id: 'm1', text: 'Leaf & Co' } }
    expect(merged({ products: [same] }).products).toEqual(stored.products)
    const other = { brand: { id: 'b2', text: 'Bud' } }
    expect(merged({ products: [other] }).products?.[0]?.brand).toEqual(other.brand)
  })

  test('keeps the address of a distributor with the same name, and replaces a different distributor', () => {
    const known = { name: 'Carriers', address: 'Quay 1', email: '', phone: '', url: '' }
    const bare = { name: 'Carriers', address: '', email: '', phone: '', url: '' }
    const fromFile = (name: string) =>
      mergeRecord({ ...stored, packageDistributor: known }, { packageDistributor: { ...bare, name } })
    expect(fromFile('Carriers').packageDistributor).toEqual(known)
    expect(fromFile('Others').packageDistributor).toEqual({ ...bare, name: 'Others' })
  })

  test('keeps texts in other languages, food indicators, and the members of a tracking identifier', () => {
    const before: Item = {
      ...stored,
      ecommerceDescription: [{ text: 'Tea' }, { lang: 'fr', text: 'Thé' }],
      companyTrackingId: { id: 'S-1', name: 'Spring' },
      products: [{ grocery: { foodRelatedIndicators: { temperatureIndicator: 'chilled' } } }],
    }
    const after = mergeRecord(before, {
      ecommerceDescription: [{ lang: 'en', text: 'Tea, loose' }],
      companyTrackingId: { id: 'S-2' },
      products: [{ grocery: { foodRelatedIndicators: { kosher: 'Y' } } }],
    })
    expect(after).toMatchObject({
      ecommerceDescription: [{ text: 'Tea, loose' }, { lang: 'fr', text: 'Thé' }],
      companyTrackingId: { id: 'S-2', name: 'Spring' },
      products: [{ grocery: { foodRelatedIndicators: { temperatureIndicator: 'chilled', kosher: 'Y' } } }],
    })
  })

  test('applies a text without a language to the text shown in the table, and keeps named languages', () => {
    const texts = (kept: LanguageEntry[], ...fromFile: LanguageEntry[]) =>
      mergeRecord({ ...stored, ecommerceDescription: kept }, { ecommerceDescription: fromFile })
        .ecommerceDescription
    const american = { lang: 'en-US', text: 'Color' }
    const french = { lang: 'fr', text: 'Thé' }
    expect(texts([american], { text: 'Colors' })).toEqual([{ lang: 'en-US', text: 'Colors' }])
    expect(texts([{ text: '' }, french], { text: 'Du thé' })).toEqual([{ lang: 'fr', text: 'Du thé' }])
    expect(texts([french], { lang: 'en', text: 'Tea' })).toEqual([{ text: 'Tea' }, french])
    expect(texts([american], { lang: 'fr', text: 'Thé' })).toEqual([american, french])
    expect(texts([french], { text: 'Thé' }, { lang: 'fr', text: 'Du thé' })).toEqual([
      { lang: 'fr', text: 'Du thé' },
    ])
    expect(texts([], { text: 'Tea' })).toEqual([{ text: 'Tea' }])
  })

  test('keeps all categories if the file lists some of them, and takes the kind from the file if the file has one', () => {
    const fromFile = [{ type: 'GPC', id: '10000116', text: 'Teas' }]
    expect(merged({ categories: fromFile }).categories).toEqual([
      { type: 'GPC', id: '10000116', text: 'Teas' },
      { type: 'shop', id: 'x', text: 'Drinks' },
    ])
    const drug = { ...stored, products: [{ type: 'drug' }] }
    expect(mergeRecord(drug, { products: [{ type: 'grocery' }] }).products?.[0]?.type).toBe('drug')
    expect(mergeRecord(drug, { products: [{ type: 'food' }] }, { hasKind: true }).products?.[0]?.type).toBe(
      'food',
    )
  })
})
