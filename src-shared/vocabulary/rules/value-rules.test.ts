import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { contentPlusFeedItem } from '../elements/content-plus.ts'
import { type IngestItem, ingestItem } from '../elements/ingest.ts'
import { pathOf, trail } from '../kit/path.ts'
import { valueViolations } from './broken-values.ts'
import { isWebAddress, valueRules } from './value-rules.ts'

const found = (item: IngestItem) =>
  [...valueViolations(ingestItem, item, trail(undefined, 'item'))].map(
    ({ rule, at }) => `${rule.code} ${pathOf(at)}`,
  )
const product = (product: NonNullable<IngestItem['products']>[number]): IngestItem => ({
  products: [product],
})
const facts = (nutrition: object): IngestItem => product({ grocery: { nutritions: [nutrition] } })
const medium = (view: string | undefined, url: string): IngestItem => ({ media: [{ view, url }] })
const address = 'https://media.example/1.jpg'
const nutrition = 'item/products/product[1]/grocery/nutritions/nutrition[1]'

describe('rules about single values', () => {
  test.each<[string, IngestItem, string]>([
    [
      'a negative length',
      { packageData: { length: { measure: '-1.5', uom: 'CMT' } } },
      'MEASURE_NOT_POSITIVE item/packageData/length/measure',
    ],
    [
      'a weight of nothing',
      { packageData: { weight: { measure: ' 0.00', uom: 'g' } } },
      'MEASURE_NOT_POSITIVE item/packageData/weight/measure',
    ],
    [
      'no units',
      { packageData: { unitsInPackage: '0' } },
      'MEASURE_NOT_POSITIVE item/packageData/unitsInPackage',
    ],
    [
      'a serving of nothing',
      facts({ servingSizes: [{ type: 'metric', measure: '0', uom: 'GRM' }] }),
      `MEASURE_NOT_POSITIVE ${nutrition}/servingSizes/servingSize[1]/measure`,
    ],
    ['negative energy', facts({ energy: '-148' }), `AMOUNT_NEGATIVE ${nutrition}/energy`],
    [
      'a negative vitamin',
      facts({ vitaminC: { uom: 'MGM', text: '-.5' } }),
      `AMOUNT_NEGATIVE ${nutrition}/vitaminC`,
    ],
    [
      'a size without unit',
      { packageData: { packageSize: { measure: '4' } } },
      'UNIT_MISSING item/packageData/packageSize/uom',
    ],
    ['a vitamin without unit', facts({ vitaminC: { text: '5' } }), `UNIT_MISSING ${nutrition}/vitaminC/@uom`],
    [
      'an unknown unit',
      { packageData: { netWeight: { measure: '4', uom: 'grmm' } } },
      'UNIT_UNKNOWN item/packageData/netWeight/uom',
    ],
    [
      'a weight in centimetres',
      { packageData: { weight: { measure: '4', uom: 'cm' } } },
      'UNIT_OF_ANOTHER_QUANTITY item/packageData/weight/uom',
    ],
    [
      'a length in grams',
      { packageData: { height: { measure: '4', uom: 'GRM' } } },
      'UNIT_OF_ANOTHER_QUANTITY item/packageData/height/uom',
    ],
    [
      'fat in litres',
      facts({ totalFat: { uom: 'l', text: '5' } }),
      `UNIT_OF_ANOTHER_QUANTITY ${nutrition}/totalFat/@uom`,
    ],
    [
      'a country in words',
      product({ countryOfOrigin: 'Canada' }),
      'COUNTRY_INVALID item/products/product[1]/countryOfOrigin',
    ],
    [
      'an unknown country code',
      product({ countryOfOrigin: 'xx' }),
      'COUNTRY_UNKNOWN item/products/product[1]/countryOfOrigin',
    ],
    [
      'an address with a space',
      medium('A1C1', 'https://media.example/my oats.jpg'),
      'URL_WITH_SPACE item/media/medium[1]/url',
    ],
    ['no view', medium(undefined, address), 'VIEW_MISSING item/media/medium[1]/@view'],
    ['a view in words', medium('front', address), 'VIEW_UNKNOWN item/media/medium[1]/@view'],
    ['a very long title', { ecommerceTitle: 'x'.repeat(201) }, 'TEXT_LONG item/ecommerceTitle'],
    [
      'a very long keyword',
      { contentPlus: { keywords: ['x', 'x'.repeat(101)] } },
      'TEXT_LONG item/contentPlus/keywords/keyword[2]',
    ],
  ])('find %s', (_name, item, expected) => expect(found(item)).toEqual([expected]))

  test.each<[string, IngestItem]>([
    ['a positive measure', { packageData: { length: { measure: '.5', uom: 'in' }, unitsInPackage: '12' } }],
    [
      'a content in litres or pieces',
      { packageData: { packageSize: { measure: '1', uom: 'L' }, netWeight: { measure: '6', uom: 'EA' } } },
    ],
    [
      'an amount of zero',
      facts({ totalFat: { uom: 'GRM', text: '0', dailyPct: '', calories: '0' }, energy: '0' }),
    ],
    ['vitamins in international units', facts({ vitaminA: { uom: 'IU', text: '5' } })],
    ['a household measure', facts({ servingSizes: [{ type: 'other', measure: '1', uom: 'cup' }] })],
    ['servings in words', facts({ numberOfServings: 'about 2.5' })],
    ['a country in small letters', product({ countryOfOrigin: ' ca ' })],
    ['empty elements', { packageData: {}, products: [{}], media: [] }],
    ['white space around an address', medium('A1C1', `\n  ${address}\n`)],
    [
      "a service's own view and a derived one",
      {
        media: [
          { view: 'A1A3', url: address },
          { view: 'E_A1A3_600x600', url: address },
        ],
      },
    ],
    ['a title of 200 characters, beyond the basic plane', { ecommerceTitle: '😀'.repeat(200) }],
  ])('accept %s', (_name, item) => expect(found(item)).toEqual([]))

  test('apply to Content+ feeds too', () => {
    const item = {
      id: '1',
      retailer: [{ id: 'r', bulletPoints: ['x'.repeat(501)], images: [{ url: 'https://a.example/ b' }, {}] }],
    }
    const broken = [...valueViolations(contentPlusFeedItem, item, trail(undefined, 'item'))]
    expect(broken.map(({ rule, at }) => `${rule.code} ${pathOf(at)}`)).toEqual([
      'TEXT_LONG item/retailer[1]/bulletPoints/bulletPoint[1]',
      'URL_WITH_SPACE item/retailer[1]/images/medium[1]/url',
      'URL_INVALID item/retailer[1]/images/medium[2]/url',
    ])
  })

  test('have specific messages and unique codes', () => {
    const [unit] = [
      ...valueViolations(
        ingestItem,
        { packageData: { weight: { measure: '4', uom: 'cm' } } },
        trail(undefined, ''),
      ),
    ]
    expect(unit?.message).toBe(
      'cm is a unit of length. Give one of mass, such as GRM (g), KGM (kg), MGM (mg).',
    )
    expect(new Set(valueRules.map(({ code }) => code)).size).toBe(valueRules.length)
  })
})

test('accepts the same web addresses as a browser', () => {
  const sign = fc.constantFrom(...'aB1.:/?#\\ \t@[]%-_~|<>^é', '..', 'xn--', '::1', '65536', 'https://', '\n')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (rest) => {
      const address = `http://${rest}`
      const asBrowser = /^https?:\/\/[^\s/?#]/i.test(address) && URL.canParse(address)
      expect(isWebAddress(address)).toBe(asBrowser)
    }),
    { numRuns: numberOfCases(2000) },
  )
})
