import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { ingestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { arbitraryOf } from '../../../../src-shared/vocabulary/kit/testing/arbitrary.ts'
import { gtinOf, sampleItem } from '../../../testing/feed-payloads.ts'
import { type RecordContext, recordFromIngest } from './record-from-ingest.ts'

const context: RecordContext = {
  id: '42',
  now: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  username: 'user',
  names: {
    manufacturer: (id) => ({ m1: 'Northwind Mills' })[id],
    brand: (id) => ({ b1: 'Golden Field' })[id],
    distributor: (id) => ({ d1: 'Harbour Logistics' })[id],
    category: (id) => (id === '10000284' ? { label: 'Cereals', scheme: 'GPC' } : undefined),
    brandId: (name) => (name === 'Golden Field' ? 'b1' : undefined),
  },
}
/** Fields of a distributor that an identifier does not provide: present, but empty. */
const unknownParty = { address: '', email: '', phone: '', url: '' }
const read = (...args: Parameters<typeof recordFromIngest>) =>
  parseElement(itemGroup, recordFromIngest(...args))

describe('recordFromIngest', () => {
  test('fills all fields of the record', () => {
    const item = sampleItem(1, {
      restOfPackageText: 'Keep dry',
      distributorId: 'd1',
      importerId: 'elsewhere',
      contentPlus: {
        ecommerceDescription: [
          { lang: 'de', text: 'Hafer' },
          { lang: 'en-GB', text: 'Oats' },
        ],
      },
      media: [
        { view: 'A1C1', url: 'https://media.example/a.PNG?x=1' },
        { view: 'A1N1', code: 'EDITED', url: 'https://media.example/b' },
      ],
      packageData: { type: 'Product', approximation: 'Y', packageType: 'Box' },
    })
    const at = '2026-01-02T03:04:05.678+00:00'
    const { value, problems } = read(item, context)
    expect(problems).toEqual([])
    expect(value).toEqual({
      id: '42',
      status: 'P',
      name: 'Oat flakes 1',
      marketingDescription: 'Golden Field',
      otherDescription: 'Keep dry',
      ecommerceDescription: [{ lang: 'en-US', text: 'Whole-grain oats & nothing else' }],
      manufacturerEcommerceDescription: [
        { lang: 'en-GB', text: 'Oats' },
        { lang: 'de', text: 'Hafer' },
      ],
      upcs: [{ type: 'GTIN', text: gtinOf(1) }],
      categories: [{ type: 'GPC', id: '10000284', text: 'Cereals' }],
      created: { id: 'user', text: at },
      lastUpdated: { id: 'user', text: at },
      media: [
        {
          type: 'original',
          view: 'A1C1',
          mimeType: 'image/png',
          imageSource: 'feed',
          added: at,
          description: '',
          url: 'https://media.example/a.PNG?x=1',
        },
        {
          type: 'edited',
          view: 'A1N1',
          mimeType: 'image/jpeg',
          imageSource: 'feed',
          added: at,
          description: '',
          url: 'https://media.example/b',
        },
      ],
      packageData: { type: 'Product', approximation: 'true', packageType: { text: 'Box' } },
      products: [
        {
          sequence: '1',
          id: '42-1',
          type: 'grocery',
          description: 'Rolled oats, pack 1',
          brand: { id: 'b1', text: 'Golden Field' },
          manufacturer: { id: 'm1', text: 'Northwind Mills' },
          grocery: sampleItem(1).products?.[0]?.grocery,
        },
      ],
      packageDistributor: { name: 'Harbour Logistics', ...unknownParty },
      packageImporter: { name: 'elsewhere', ...unknownParty },
      attributes: {},
    })
  })

  test('keeps the creation stamp, and accepts a brand name', () => {
    const created = { id: 'first', text: '2020-01-01T00:00:00Z' }
    const named = (brandDescription: string) =>
      sampleItem(1, { products: [{ description: 'x', brandDescription }] })
    expect(read(named('Golden Field'), { ...context, created }).value).toMatchObject({
      created,
      lastUpdated: { id: 'user' },
      products: [{ brand: { id: 'b1', text: 'Golden Field' } }],
    })
    expect(read(named('Own label'), context).value?.products?.[0]?.brand).toEqual({ text: 'Own label' })
  })

  test('keeps all content of attributes, which the specification does not define', () => {
    const xml =
      '<item type="grocery"><attributes since="2026"><size unit="cm">12</size><!-- measured --></attributes></item>'
    const { value: item } = parseElement(ingestItem, xml)
    const bytes = recordFromIngest(item as NonNullable<typeof item>, context)
    expect(Buffer.from(bytes).toString()).toContain(
      '<attributes since="2026"><size unit="cm">12</size><!-- measured --></attributes>',
    )
  })

  test('converts any valid item into a valid record', () => {
    fc.assert(
      fc.property(arbitraryOf(ingestItem), (item) => {
        const { value, problems } = read(item, context)
        expect(problems).toEqual([])
        expect(value?.name).toEqual(item.ecommerceTitle)
        expect(value?.attributes).toEqual(item.attributes ?? {})
        expect(value?.products?.map(({ description }) => description)).toEqual(
          item.products?.map(({ description }) => description),
        )
      }),
      { numRuns: numberOfCases(100) },
    )
  })
})
