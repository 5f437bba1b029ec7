import { describe, expect, test } from 'vitest'
import { type Item, item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { sampleItem } from '../../../testing/feed-payloads.ts'
import { recordFromIngest } from '../../targets/sandbox/record-from-ingest.ts'
import { contentOf, differences } from './shown-content.ts'

const [sampleProduct] = sampleItem(7).products ?? []
const full = sampleItem(7, {
  products: [{ ...sampleProduct, countryOfOrigin: 'CH' }],
  contentPlus: { ecommerceDescription: [{ lang: 'en', text: 'Good' }] },
  packageData: {
    type: 'Product',
    approximation: 'N',
    netWeight: { measure: '1', uom: 'KGM' },
    packageType: 'box',
  },
  restOfPackageText: 'Keep dry',
})
const names = {
  manufacturer: () => 'Northwind Mills',
  brand: () => 'Golden Field',
  distributor: () => undefined,
  category: () => ({ label: 'Cereal', scheme: 'GPC' }),
}
/** The record as a service would return it, after serializing and parsing. */
function recordOf(change: (record: Item) => void = () => {}): Item {
  const written = recordFromIngest(full, { id: 'a1', now: 5, username: 'desk', names })
  const { value } = parseElement(itemGroup, written)
  if (!value) throw new Error('the record cannot be read')
  change(value)
  return value
}
const content = contentOf('refresh', full)

describe('comparison of a record with the sent values', () => {
  test('finds no differences despite names and timestamps added by the service', () => {
    expect(differences(content, recordOf())).toEqual([])
  })

  test('ignores white space and trailing decimal zeros', () => {
    const same = recordOf((record) => {
      record.name = ` Oat  flakes 7\n`
      const fat = record.products?.[0]?.grocery?.nutritions?.[0]?.totalFat
      if (fat) fat.text = '2.80'
    })
    expect(differences(content, same)).toEqual([])
  })

  test.each<[string, (record: Item) => void]>([
    ['name', (record) => void Object.assign(record, { name: 'Other' })],
    ['marketing description', (record) => void Object.assign(record, { marketingDescription: '' })],
    ['other description', (record) => void delete record.otherDescription],
    [
      'e-commerce description',
      (record) => void Object.assign(record, { ecommerceDescription: [{ text: 'Other' }] }),
    ],
    [
      'net content',
      (record) => void Object.assign(record.packageData ?? {}, { netWeight: { measure: '2' } }),
    ],
    [
      'country of origin',
      (record) => void Object.assign(record.products?.[0] ?? {}, { countryOfOrigin: 'FR' }),
    ],
    ['manufacturer e-commerce description', (record) => void delete record.manufacturerEcommerceDescription],
    ['product codes', (record) => void record.upcs?.push({ type: 'GTIN', text: '4006381333931' })],
    ['category', (record) => void Object.assign(record, { categories: [{ id: '1', text: 'Cereal' }] })],
    ['package', (record) => void delete record.packageData?.packageType],
    ['product description', (record) => void delete record.products?.[0]?.description],
    ['brand', (record) => void delete record.products?.[0]?.brand],
    ['manufacturer', (record) => void delete record.products?.[0]?.manufacturer],
    ['ingredients', (record) => void delete record.products?.[0]?.grocery?.ingredients],
    ['nutrition facts', (record) => void delete record.products?.[0]?.grocery?.nutritions?.[0]?.energy],
  ])('reports a different %s', (label, change) => {
    expect(differences(content, recordOf(change))).toEqual([label])
  })

  test('ignores values that no record shows according to the specification', () => {
    const silent = recordOf((record) => {
      delete record.packageData?.netWeight
      delete record.products?.[0]?.countryOfOrigin
    })
    expect(differences(content, silent)).toEqual([])
  })

  test('accepts a record that shows some of the sent languages, but no missing or different text among them', () => {
    const sent = contentOf('refresh', {
      ...full,
      ecommerceDescription: [
        { lang: 'en', text: 'Good' },
        { lang: 'fr-FR', text: 'Bon' },
      ],
    })
    const showing = (...texts: string[]) =>
      differences(
        sent,
        recordOf((record) => {
          record.ecommerceDescription = texts.map((text) => ({ text }))
        }),
      )
    expect([showing('Bon'), showing('Bon', 'Good', 'Gut')]).toEqual([[], []])
    expect([showing(), showing('Gut'), showing('Bon', 'Gut')]).toEqual(
      Array.from({ length: 3 }, () => ['e-commerce description']),
    )
  })

  test('compares only the two texts that an update changes', () => {
    const other = recordOf((record) => {
      record.name = 'Other'
      record.ecommerceDescription = [{ text: 'Other' }]
    })
    expect(differences(contentOf('update', full), other)).toEqual(['e-commerce description'])
    const mute = sampleItem(7, { ecommerceDescription: undefined, contentPlus: { keywords: ['oats'] } })
    expect(contentOf('update', mute)).toEqual({})
  })

  test('compares the e-commerce description of any retailer of a Content+ feed', () => {
    const sent = contentOf('contentplus', {
      id: 'a1',
      retailer: [
        { id: 'r1', ecommerceDescription: 'One' },
        { id: 'r2', ecommerceDescription: 'Two' },
      ],
    })
    const showing = (text: string) =>
      differences(
        sent,
        recordOf((record) => void Object.assign(record, { manufacturerEcommerceDescription: [{ text }] })),
      )
    expect([showing('Two'), showing('Three')]).toEqual([[], ['manufacturer e-commerce description']])
    expect(contentOf('contentplus', { id: 'a1', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })).toEqual({})
  })
})
