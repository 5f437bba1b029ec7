import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../testing/number-of-cases.ts'
import { documents } from '../vocabulary/documents.ts'
import { type Item, item as itemGroup } from '../vocabulary/elements/item.ts'
import { parseDocument } from '../vocabulary/kit/kit.ts'
import { arbitraryOf } from '../vocabulary/kit/testing/arbitrary.ts'
import { addElement, gdsnElement } from './element.ts'
import { gdsnRows } from './rows.ts'
import { schemaFaults } from './testing/message-schema.ts'
import { missingForGdsn, notCarried, recordFieldWords, recordOf, textsOf, tradeItemOf } from './trade-item.ts'

const context = { language: 'en', targetMarket: 'CA', lastChange: '2024-02-29T23:59:59.999Z' }

const complete = (): Item => {
  const xml = readFileSync(
    new URL('../vocabulary/samples/accepted/item-record-complete.xml', import.meta.url),
  )
  const [item] = parseDocument(documents.items, xml).value?.item ?? []
  if (!item) throw new Error('The sample has no item')
  return item
}

/** Random texts rarely match the code lists; these values do. */
const likely = fc.record(
  {
    upcs: fc.constant([{ type: 'GTIN', text: '00012345678905' }]),
    categories: fc.constant([{ type: 'GPC', id: '10000285', text: 'Cereals' }]),
    media: fc.array(
      fc.record({
        type: fc.constant('edited'),
        view: fc.constantFrom('A1C1', 'A2C1', 'ZZ99', 'E_A1C1_600x600', 'front', ''),
        mimeType: fc.constantFrom('image/jpeg', 'image/png', 'picture', ''),
        description: fc.constantFrom('Front', 'x'.repeat(201), ''),
        url: fc.constantFrom(
          `https://media.example/${'x'.repeat(2500)}`,
          'https://media.example/1.jpg',
          'https://media.example/2.jpg?Expires=5',
          '',
        ),
      }),
      { maxLength: 4 },
    ),
    packageData: fc.record({
      packageType: fc.constantFrom({ text: 'Box' }, { id: 'BX', text: 'Box' }, { id: 'AE', text: 'Spray' }),
      netWeight: fc.constantFrom(
        { measure: '500', uom: 'GRM' },
        { measure: '.5', uom: 'cup' },
        { measure: '.5', uom: 'OZ' },
        { measure: '' },
      ),
    }),
    products: fc.array(
      fc.record({
        countryOfOrigin: fc.constantFrom('CA', 'DE', 'Europe'),
        manufacturer: fc.constantFrom({ id: '4012345000009', text: 'Mill' }, { id: 'm3', text: 'Mill' }),
        warnings: fc.constantFrom(['Keep dry', 'Contains milk'], ['May contain nuts'], ['Hot']),
        grocery: fc.record({
          foodRelatedIndicators: fc.constantFrom({ kosher: 'Y' }, { kosher: 'N' }, { kosher: 'y' }),
          nutritions: fc.array(
            fc.record({
              title: fc.constantFrom('As prepared', 'As packaged', ''),
              numberOfServings: fc.constantFrom('8', 'about 8', ''),
              servingSizes: fc.constantFrom(
                [
                  { type: 'metric', measure: '45', uom: 'GRM' },
                  { type: 'other', measure: '.5', uom: 'heaping cup' },
                ],
                [{ type: 'other', measure: 'a', uom: 'cup' }],
                [{ type: 'metric', measure: '1', uom: 'cup' }],
                [{ measure: '1', uom: 'GRM' }],
                [{ type: 'metric', measure: '100.0', uom: 'g' }],
                [{ type: 'metric', measure: '100', uom: 'MLT' }],
              ),
              energy: fc.constantFrom('190', ''),
              sodium: fc.constantFrom({ uom: 'MGM', dailyPct: '4', text: '95' }, { dailyPct: '4', text: '' }),
              iron: fc.constantFrom({ uom: 'MGM', text: '1.8' }, { uom: 'a bit', text: '1.8' }),
              dailyPercentOfIron: fc.constantFrom('10', ''),
              copper: fc.constantFrom({ uom: 'MGM', text: '1' }, { uom: 'MGM', text: '' }),
            }),
            { maxLength: 3 },
          ),
        }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
)
const records = fc
  .tuple(arbitraryOf(itemGroup), likely)
  .map(([any, some]): Item => ({ ...any, ...JSON.parse(JSON.stringify(some)) }))

const keysOf = (item: Item): string[] => [...textsOf(item)].map(({ path, text }) => `${path} = ${text}`)

describe('a record converted to a trade item and back', () => {
  test('returns only texts that the record had', () => {
    fc.assert(
      fc.property(records, (item) => {
        const written = tradeItemOf(item, context)
        const before = keysOf(item)
        const { item: back, homeless } = recordOf(written, context)
        for (const text of keysOf(back)) expect(before).toContain(text)
        expect(homeless.map(({ path }) => path)).toEqual([
          'targetMarket/targetMarketCountryCode',
          'tradeItemSynchronisationDates/lastChangeDateTime',
        ])
        const lost = notCarried(item, written, context)
        expect(lost.length).toBe(before.length - keysOf(back).length)
      }),
      { numRuns: numberOfCases(100) },
    )
  })

  test('writes the same trade item again', () => {
    fc.assert(
      fc.property(records, (item) => {
        const written = tradeItemOf(item, context)
        const { item: back } = recordOf(written, context)
        // Without a GTIN, the picture's file name contains the item identifier, which no trade item has.
        expect(tradeItemOf({ ...back, id: item.id }, context)).toEqual(written)
      }),
      { numRuns: numberOfCases(100) },
    )
  })

  test('conforms to the schema, except for the reported missing elements', () => {
    const words: Record<string, string> = {
      'tradeItem lacks gtin': 'a GTIN',
      'tradeItem lacks gdsnTradeItemClassification': 'a GPC category',
    }
    fc.assert(
      fc.property(records, (item) => {
        const written = tradeItemOf(item, { ...context, informationProvider: '4012345000009' })
        expect(schemaFaults(written).map((fault) => words[fault] ?? fault)).toEqual(missingForGdsn(written))
      }),
      { numRuns: numberOfCases(100) },
    )
  })

  test('the schema check finds elements out of order, repeated, too long or without unit', () => {
    const written = tradeItemOf(complete(), { ...context, informationProvider: '4012345000009' })
    expect(schemaFaults(written)).toEqual([])
    const [gtin, ...others] = written.children
    if (!gtin) throw new Error('The sample has no GTIN')
    expect(schemaFaults({ ...written, children: [...others, gtin] })).toContain('tradeItem lacks gtin')
    expect(schemaFaults({ ...written, children: [gtin, ...written.children] })).toEqual([
      'tradeItem has gtin twice',
    ])
    expect(schemaFaults({ ...gdsnElement('functionalName'), text: 'x'.repeat(36) })).toHaveLength(1)
    expect(schemaFaults({ ...gdsnElement('depth'), text: '1' })).toEqual(['depth is "1"'])
  })

  test('carries a text of maximum length, and omits a longer one', () => {
    const named = (name: string) => notCarried({ name }, tradeItemOf({ name }, context), context)
    expect(named('😀'.repeat(200))).toEqual([])
    expect(named('x'.repeat(201))).toHaveLength(1)
  })

  test('converts a unit to its code, and omits a unit without code', () => {
    const packed = (uom: string): Item => ({ packageData: { netWeight: { measure: '12', uom } } })
    const read = (uom: string) => recordOf(tradeItemOf(packed(uom), context), context).item
    for (const [uom, code] of [
      ['OZ', 'ONZ'],
      ['g', 'GRM'],
      ['GRM', 'GRM'],
    ] as const) {
      expect(read(uom)).toEqual(packed(code))
      expect(notCarried(packed(uom), tradeItemOf(packed(uom), context), context)).toEqual([])
    }
    expect(read('cup')).toEqual({})
  })

  test('omits only these fields of the complete sample', () => {
    const item = complete()
    const written = tradeItemOf(item, context)
    expect(missingForGdsn(written)).toEqual([])
    const paths = new Set(notCarried(item, written, context).map(({ path }) => path))
    expect(
      [...paths].map((path) => path.replace('products/product/grocery/nutritions/nutrition', 'panel')).sort(),
    ).toEqual([
      'companyTrackingId/@name',
      'manufacturerEcommerceDescription',
      'media/medium/@type',
      'media/medium/@view',
      'packageData/@approximation',
      'packageData/information',
      'packageData/packageType/@id',
      'packageData/unitsInPackage',
      'packageDistributor/name',
      'panel/@title',
      'panel/numberServedInPackage',
      'panel/raccAmt/measure',
      'panel/raccAmt/uom',
      'panel/totalFat/@calories',
      'privateLabelItem',
      'products/product/brand/@id',
      'products/product/grocery/certifications/certificate',
      'products/product/grocery/containerRefunds/containerRefund/amount',
      'products/product/grocery/containerRefunds/containerRefund/local',
      'products/product/grocery/foodRelatedIndicators/glutenFree',
      'products/product/grocery/foodRelatedIndicators/organic',
      'products/product/grocery/foodRelatedIndicators/temperatureIndicator',
      'products/product/grocery/nutritionalClaims/lowSodium',
      'products/product/grocery/recycleCodes',
      'products/product/hasExpiration',
      'products/product/manufacturer/@id',
      'products/product/seasonal',
      'products/product/smallPartsWarnings',
    ])
  })

  test('no two rows share a field or an element, and fields have labels', () => {
    const ofRecords = gdsnRows.filter(({ record }) => record !== '')
    expect(new Set(ofRecords.map(({ record }) => record)).size).toBe(ofRecords.length)
    expect(new Set(gdsnRows.map(({ gdsn }) => gdsn)).size).toBe(gdsnRows.length)
    expect(recordFieldWords('packageData/unitsInPackage')).toBe('Package, Units in package')
  })
})

describe('a trade item from another company', () => {
  test('reads the text in the language of the record, and reports the others', () => {
    const item = gdsnElement('tradeItem')
    const path = 'tradeItemInformation/extension/tradeItemDescriptionModule/tradeItemDescriptionInformation'
    for (const [languageCode, text] of [
      ['fr', 'Thé'],
      ['en', 'Tea'],
    ] as const)
      addElement(item, `${path}/tradeItemDescription`, text, { languageCode })
    expect(recordOf(item, { language: 'en' })).toMatchObject({
      item: { name: 'Tea' },
      homeless: [{ text: 'Thé' }],
    })
    expect(recordOf(item, { language: 'fr-CA' })).toMatchObject({ item: { name: 'Thé' } })
  })
})
