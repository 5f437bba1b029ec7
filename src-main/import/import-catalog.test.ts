import { describe, expect, test } from 'vitest'
import type { LanguageEntry } from '../../src-shared/vocabulary/elements/content-plus.ts'
import type { Item } from '../../src-shared/vocabulary/elements/item.ts'
import { mergeRecord } from './import-catalog.ts'

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

  test('a distributor of the same name keeps the address, another takes its place', () => {
    const known = { name: 'Carriers', address: 'Quay 1', email: '', phone: '', url: '' }
    const bare = { name: 'Carriers', address: '', email: '', phone: '', url: '' }
    const said = (name: string) =>
      mergeRecord({ ...stored, packageDistributor: known }, { packageDistributor: { ...bare, name } })
    expect(said('Carriers').packageDistributor).toEqual(known)
    expect(said('Others').packageDistributor).toEqual({ ...bare, name: 'Others' })
  })

  test('texts in other languages, food indicators and the members of a tracking identifier stay', () => {
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

  test('a text without a language is that of the text the table shows; a language that is named is kept', () => {
    const texts = (kept: LanguageEntry[], ...said: LanguageEntry[]) =>
      mergeRecord({ ...stored, ecommerceDescription: kept }, { ecommerceDescription: said })
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

  test("some of its categories said again keep all of them; what kind it is, is the file's where the file says so", () => {
    const said = [{ type: 'GPC', id: '10000116', text: 'Teas' }]
    expect(merged({ categories: said }).categories).toEqual([
      { type: 'GPC', id: '10000116', text: 'Teas' },
      { type: 'shop', id: 'x', text: 'Drinks' },
    ])
    const drug = { ...stored, products: [{ type: 'drug' }] }
    expect(mergeRecord(drug, { products: [{ type: 'grocery' }] }).products?.[0]?.type).toBe('drug')
    expect(mergeRecord(drug, { products: [{ type: 'food' }] }, { saysKind: true }).products?.[0]?.type).toBe(
      'food',
    )
  })
})
