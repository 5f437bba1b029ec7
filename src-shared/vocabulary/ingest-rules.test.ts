import { describe, expect, it } from 'vitest'
import { documents } from './documents.ts'
import type { IngestItem } from './ingest.ts'
import { checkContentPlus, checkIngest, ingestRules, itemGtin } from './ingest-rules.ts'
import { validate } from './kit/kit.ts'

const measure = (uom: string) => ({ measure: '1', uom })
const complete = (): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: 'Oat crunch',
  productCodes: [{ type: 'GTIN', text: '00012345678905' }],
  manufacturerId: 'm3',
  categoryId: '10000285',
  media: [{ view: 'A1C1', url: 'https://media.example/1.jpg' }],
  packageData: {
    length: measure('CMT'),
    height: measure('CMT'),
    width: measure('CMT'),
    weight: measure('GRM'),
  },
  products: [{ description: 'Oats', brandId: 'b7', countryOfOrigin: 'CA' }],
})
const found = (item: IngestItem, kind: 'create' | 'refresh' | 'update' = 'create') =>
  checkIngest({ item: [complete(), item] }, kind)
    .filter(({ code }) => code !== 'GTIN_TWICE' && code !== 'ONE_ITEM')
    .map(({ code, path }) => `${code} ${path}`)

describe('the rules of item feeds', () => {
  it('let a complete item pass, with and without a package', () => {
    const { packageData: _, ...withoutPackage } = complete()
    expect(checkIngest({ item: [complete()] }, 'create')).toEqual([])
    expect(checkIngest({ item: [withoutPackage] }, 'refresh')).toEqual([])
  })

  it.each<[string, (item: IngestItem) => void, string]>([
    ['no type', (item) => delete item.type, 'TYPE_REQUIRED items/item[2]/@type'],
    [
      'a blank title',
      (item) => Object.assign(item, { ecommerceTitle: '  ' }),
      'TITLE_REQUIRED items/item[2]/ecommerceTitle',
    ],
    ['no codes', (item) => delete item.productCodes, 'GTIN_REQUIRED items/item[2]/productCodes'],
    [
      'only a code of another kind',
      (item) => Object.assign(item, { productCodes: [{ type: 'SKU', text: '1' }] }),
      'GTIN_REQUIRED items/item[2]/productCodes',
    ],
    [
      'a wrong check digit',
      (item) => Object.assign(item, { productCodes: [{ type: 'GTIN', text: '00012345678906' }] }),
      'GTIN_INVALID items/item[2]/productCodes/productCode[1]',
    ],
    [
      'no manufacturer',
      (item) => delete item.manufacturerId,
      'MANUFACTURER_REQUIRED items/item[2]/manufacturerId',
    ],
    ['no category', (item) => delete item.categoryId, 'CATEGORY_REQUIRED items/item[2]/categoryId'],
    [
      'no products',
      (item) => Object.assign(item, { products: [] }),
      'PRODUCT_REQUIRED items/item[2]/products/product[1]',
    ],
    [
      'a product without description',
      (item) => Object.assign(item, { products: [{ brandId: 'b' }] }),
      'PRODUCT_DESCRIPTION_REQUIRED items/item[2]/products/product[1]/description',
    ],
    [
      'a product without brand',
      (item) => Object.assign(item, { products: [{ description: 'x' }] }),
      'BRAND_REQUIRED items/item[2]/products/product[1]/brandId',
    ],
    [
      'a package without weight',
      (item) => delete item.packageData?.weight,
      'DIMENSION_REQUIRED items/item[2]/packageData/weight/measure',
    ],
    [
      'a length without unit',
      (item) => Object.assign(item.packageData ?? {}, { length: { measure: '1' } }),
      'DIMENSION_REQUIRED items/item[2]/packageData/length/uom',
    ],
    [
      'a country in words',
      (item) =>
        Object.assign(item, {
          products: [{ description: 'x', brandDescription: 'y', countryOfOrigin: 'Canada' }],
        }),
      'COUNTRY_INVALID items/item[2]/products/product[1]/countryOfOrigin',
    ],
    [
      'an address of a file on this computer',
      (item) => Object.assign(item, { media: [{ url: 'C:\\front.jpg' }] }),
      'URL_INVALID items/item[2]/media/medium[1]/url',
    ],
    [
      'a retailer image without address',
      (item) => Object.assign(item, { manufacturerContent: [{ id: 'r', contentPlus: { logos: [{}] } }] }),
      'URL_INVALID items/item[2]/manufacturerContent/retailers[1]/contentPlus/logos/medium[1]/url',
    ],
  ])('find %s', (_name, damage, expected) => {
    const item = complete()
    damage(item)
    expect(found(item)).toEqual([expected])
  })

  it('ask less of an update: a GTIN, and addresses that are addresses', () => {
    expect(found({ productCodes: [{ text: '12345678905' }] }, 'update')).toEqual([
      'GTIN_INVALID items/item[2]/productCodes/productCode[1]',
    ])
    expect(found({ productCodes: [{ type: 'UPC', text: '012345678905' }] }, 'update')).toEqual([])
  })

  it('want one item in an update, and each GTIN once in a feed', () => {
    const other = { ...complete(), productCodes: [{ type: 'UPC', text: '012345678905' }] }
    expect(checkIngest({ item: [complete(), other] }, 'update').map(({ code }) => code)).toEqual([
      'ONE_ITEM',
      'GTIN_TWICE',
    ])
  })

  it('have codes that are their own, and are beyond the schema', () => {
    expect(new Set(ingestRules.map(({ code }) => code)).size).toBe(ingestRules.length)
    expect(validate(documents.ingestItems, { item: [{}] })).toEqual([])
  })

  it('find the GTIN among other codes', () => {
    expect(itemGtin({ productCodes: [{ type: 'SKU', text: '96385074' }, { text: '012345678905' }] })).toBe(
      '012345678905',
    )
    expect(itemGtin({})).toBeUndefined()
  })
})

describe('the rules of Content+ feeds', () => {
  it('want items, retailers and addresses', () => {
    const problems = checkContentPlus({
      item: [
        { id: '1', retailer: [{ id: 'r', images: [{ url: 'https://media.example/1.jpg' }] }] },
        { id: ' ', retailer: [] },
        { id: '3', retailer: [{ id: '', videos: [{ url: '' }] }] },
      ],
    })
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'ITEM_REQUIRED contentPlus/item[2]/@id',
      'RETAILER_REQUIRED contentPlus/item[2]/retailer[1]',
      'RETAILER_REQUIRED contentPlus/item[3]/retailer[1]/@id',
      'URL_INVALID contentPlus/item[3]/retailer[1]/videos/medium[1]/url',
    ])
  })
})
