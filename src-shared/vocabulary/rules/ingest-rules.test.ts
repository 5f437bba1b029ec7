import { describe, expect, it } from 'vitest'
import { kinds } from '../../feeds/kinds/kinds.ts'
import { isError } from '../../problem.ts'
import { documents } from '../documents.ts'
import type { IngestItem } from '../elements/ingest.ts'
import { validate } from '../kit/kit.ts'
import { checkIngest, ingestRules, itemGtin, itemGtins, usedPart } from './ingest-rules.ts'

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
  checkIngest({ item: [complete(), item] }, kinds[kind])
    .filter(({ code }) => code !== 'GTIN_TWICE' && code !== 'ONE_ITEM')
    .map(({ code, path }) => `${code} ${path}`)

describe('the rules of item feeds', () => {
  it('accept a complete item, with and without a package', () => {
    const { packageData: _, ...withoutPackage } = complete()
    expect(checkIngest({ item: [complete()] }, kinds.create)).toEqual([])
    expect(checkIngest({ item: [withoutPackage] }, kinds.refresh)).toEqual([])
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
      'DIMENSION_MISSING items/item[2]/packageData/weight/measure',
    ],
    [
      'a GTIN in two spellings',
      (item) =>
        item.productCodes?.push(
          { type: 'UPC', text: '012345678905' },
          { type: 'gtin ', text: '012345678905' },
        ),
      'GTIN_REPEATED items/item[2]/productCodes/productCode[3]',
    ],
    [
      'a retailer that is named twice',
      (item) => Object.assign(item, { manufacturerContent: [{ id: 'r' }, { id: 's' }, { id: ' r ' }] }),
      'RETAILER_TWICE items/item[2]/manufacturerContent/retailers[3]/@id',
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
      (item) => Object.assign(item, { media: [{ view: 'A1C1', url: 'C:\\front.jpg' }] }),
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

  it.each([
    ['its content', { netWeight: measure('GRM') }],
    ['its weight', { weight: measure('KGM') }],
    ['its type', { packageType: 'box' }],
  ])('accept a package with only %s', (_what, packageData) => {
    expect(found(Object.assign(complete(), { packageData }))).toEqual([])
  })

  it('distinguish errors and warnings', () => {
    const { packageData: _, ...item } = complete()
    const warned = { ...item, packageData: { length: measure('CMT') }, media: [{ url: 'x' }] }
    const severities = checkIngest({ item: [warned] }, kinds.create).map(
      ({ code, severity = 'error' }) => `${code} ${severity}`,
    )
    expect(severities).toEqual([
      'DIMENSION_MISSING warning',
      'DIMENSION_MISSING warning',
      'DIMENSION_MISSING warning',
      'URL_INVALID error',
      'VIEW_MISSING warning',
    ])
  })

  it('report only warnings for content that an update does not use', () => {
    const item: IngestItem = {
      productCodes: [{ type: 'GTIN', text: '00012345678905' }],
      media: [{ url: 'C:\\front.jpg' }],
      products: [{ countryOfOrigin: 'Canada' }],
      packageData: { weight: { measure: '-1', uom: 'CMT' } },
      contentPlus: { images: [{ url: 'C:\\sell.jpg' }] },
      manufacturerContent: [{ id: 'r', contentPlus: { logos: [{}] } }],
    }
    const all = checkIngest({ item: [item] }, kinds.update)
    expect(all.filter(isError).map(({ code, path }) => `${code} ${path}`)).toEqual([
      'URL_INVALID items/item[1]/contentPlus/images/medium[1]/url',
      'URL_INVALID items/item[1]/manufacturerContent/retailers[1]/contentPlus/logos/medium[1]/url',
    ])
    const warnings = all.filter((problem) => !isError(problem))
    expect(warnings.map(({ code }) => code)).toEqual([
      'URL_INVALID',
      'VIEW_MISSING',
      'UNIT_OF_ANOTHER_QUANTITY',
      'MEASURE_NOT_POSITIVE',
      'COUNTRY_INVALID',
    ])
    for (const { message } of warnings) expect(message).toMatch(/The update does not use it\.$/)
    expect(
      checkIngest({ item: [item] }, kinds.refresh)
        .filter(isError)
        .map(({ code }) => code),
    ).toContain('COUNTRY_INVALID')
  })

  it('usedPart keeps the content that an update uses', () => {
    const { productCodes, ...rest } = complete()
    const entries = [{ lang: 'en', text: 'Words' }]
    const item = { ...rest, productCodes, ecommerceDescription: entries, contentPlus: { sellCopy: 'Buy' } }
    expect(usedPart(item, kinds.update)).toEqual({
      productCodes,
      ecommerceDescription: entries,
      contentPlus: { sellCopy: 'Buy' },
    })
  })

  it('require less of an update: a GTIN, and valid addresses', () => {
    expect(found({ productCodes: [{ text: '12345678905' }] }, 'update')).toEqual([
      'GTIN_INVALID items/item[2]/productCodes/productCode[1]',
    ])
    expect(found({ productCodes: [{ type: 'UPC', text: '012345678905' }] }, 'update')).toEqual([])
  })

  it('allow one item in an update, and each GTIN once in a feed', () => {
    const other = {
      ...complete(),
      productCodes: [
        { type: 'GTIN', text: '96385074' },
        { type: 'UPC', text: '012345678905' },
      ],
    }
    expect(checkIngest({ item: [complete(), other] }, kinds.update).map(({ code }) => code)).toEqual([
      'ONE_ITEM',
      'GTIN_TWICE',
    ])
  })

  it('have unique codes, and are not part of the schema', () => {
    expect(new Set(ingestRules.map(({ code }) => code)).size).toBe(ingestRules.length)
    expect(validate(documents.ingestItems, { item: [{}] })).toEqual([])
  })

  it('find the GTIN among other codes', () => {
    expect(itemGtin({ productCodes: [{ type: 'SKU', text: '96385074' }, { text: '012345678905' }] })).toBe(
      '012345678905',
    )
    expect(itemGtin({})).toBeUndefined()
    const codes = ['012345678905', '00012345678905', '96385074', 'x'].map((text) => ({ text }))
    expect(itemGtins({ productCodes: codes })).toEqual(['012345678905', '96385074'])
  })
})
