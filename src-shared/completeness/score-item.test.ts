import { describe, expect, test } from 'vitest'
import type { IngestItem } from '../vocabulary/elements/ingest.ts'
import { profilesFor, type Requirement, type RequirementProfile } from './model.ts'
import { scoreItem } from './score-item.ts'

const profile = (...requirements: Requirement[]): RequirementProfile => ({
  name: 'Trial',
  kinds: ['create'],
  requirements,
})
const required = (path: string, more: Partial<Requirement> = {}): Requirement => ({
  path,
  need: 'required',
  ...more,
})
const missing = (item: IngestItem, ...requirements: Requirement[]) =>
  scoreItem(profile(...requirements), item).missing.map(({ path, reason }) => `${path}: ${reason}`)

describe('scoreItem', () => {
  test('reports each unmet requirement with path, label and reason', () => {
    const item: IngestItem = {
      ecommerceTitle: '  Oats  ',
      packageData: { length: { measure: ' ', uom: 'CMT' } },
      contentPlus: { bulletPoints: ['Whole grain', ' '] },
      products: [{ description: 'Oats' }, { brandDescription: 'Leaf' }],
    }
    const testProfile = profile(
      required('ecommerceTitle', { least: 10 }),
      required('packageData/length/measure'),
      required('contentPlus/bulletPoints/bulletPoint', { entries: 3 }),
      required('products/product/description', { need: 'wished' }),
      required('products/product/grocery/nutritions/nutrition/energy'),
    )
    expect(scoreItem(testProfile, item)).toEqual({
      score: 0,
      required: { met: 0, of: 4 },
      wished: { met: 0, of: 1 },
      notChecked: [],
      missing: [
        {
          path: 'ecommerceTitle',
          label: 'E-commerce title',
          section: 'identity',
          kind: 'required',
          isAbsent: false,
          reason: '4 of at least 10 characters',
        },
        {
          path: 'packageData/length/measure',
          label: 'Length',
          section: 'package',
          kind: 'required',
          isAbsent: true,
          reason: 'not given',
        },
        {
          path: 'contentPlus/bulletPoints/bulletPoint[3]',
          label: 'Bullet points',
          section: 'contentPlus',
          kind: 'required',
          isAbsent: false,
          reason: '1 of 3 entries',
        },
        {
          path: 'products/product[2]/description',
          label: 'Description',
          section: 'product',
          kind: 'wished',
          isAbsent: true,
          reason: 'not given',
        },
        {
          path: 'products/product[1]/grocery/nutritions/nutrition[1]/energy',
          label: 'Nutrition facts, Energy (kcal)',
          section: 'nutrition',
          kind: 'required',
          isAbsent: true,
          reason: 'not given',
        },
      ],
    })
  })

  test('weights count in the score', () => {
    const testProfile = profile(
      required('ecommerceTitle', { weight: 3 }),
      required('categoryId', { need: 'wished' }),
    )
    expect(scoreItem(testProfile, { ecommerceTitle: 'Oats' }).score).toBe(0.75)
    expect(scoreItem(testProfile, { categoryId: '1' }).score).toBe(0.25)
  })

  test('an alternative field meets a requirement, for each product', () => {
    const brand = required('products/product/brandId', { or: ['products/product/brandDescription'] })
    expect(missing({ products: [{ brandId: 'b' }, { brandDescription: 'Leaf' }] }, brand)).toEqual([])
    expect(missing({ products: [{ brandId: 'b' }, { brandDescription: ' ' }] }, brand)).toEqual([
      'products/product[2]/brandId: not given',
    ])
    expect(missing({}, brand)).toEqual(['products/product[1]/brandId: not given'])
    const maker = required('manufacturerId', { or: ['products/product/manufacturerId'] })
    expect(missing({ products: [{ manufacturerId: 'm' }] }, maker)).toEqual([])
    expect(missing({ manufacturerId: 'm', products: [{}] }, maker)).toEqual([])
  })

  test('a product code counts only if it is a valid GTIN', () => {
    const code = required('productCodes/productCode')
    const withCode = (text: string, type?: string) => missing({ productCodes: [{ type, text }] }, code)
    expect(withCode('00012345678905', 'GTIN')).toEqual([])
    expect(withCode('00012345678905')).toEqual([])
    expect(withCode('00012345678905', 'SKU')).toEqual(['productCodes/productCode[1]: not valid'])
    expect(withCode('00012345678906')).toEqual(['productCodes/productCode[1]: not valid'])
  })

  test('a text that is too long does not meet its requirement', () => {
    const short = required('ecommerceTitle', { most: 3 })
    expect(missing({ ecommerceTitle: '🥣🥣🥣' }, short)).toEqual([])
    expect(missing({ ecommerceTitle: 'Oats' }, short)).toEqual(['ecommerceTitle: 4 characters, at most 3'])
  })

  test('views match by side or code, with the picture size if it is known', () => {
    const media = [
      { view: 'A1A3', url: 'https://media.example/front.jpg' },
      { view: 'E_A2C1_600x600', url: 'https://media.example/left.jpg' },
      { view: 'A8C1', url: ' ' },
    ]
    expect(missing({ media }, required('media/medium', { view: 'front' }))).toEqual([])
    expect(missing({ media }, required('media/medium', { view: 'a1a3' }))).toEqual([])
    expect(missing({ media }, required('media/medium', { view: 'right' }))).toEqual([
      'media/medium[4]: no such picture',
    ])
    expect(missing({ media }, required('media/medium', { view: 'left', pixels: 600 }))).toEqual([])
    expect(missing({ media }, required('media/medium', { view: 'left', pixels: 900 }))).toEqual([
      'media/medium[1]: 600 of at least 900 pixels',
    ])
    const front = profile(required('media/medium', { view: 'front', pixels: 900 }), required('categoryId'))
    const scored = (pixels: number | undefined, isMinimum = false) => {
      const sizeOf = () => (pixels === undefined ? undefined : { pixels, isMinimum })
      const { score, notChecked } = scoreItem(front, { media, categoryId: '1' }, { sizeOf })
      return [score, notChecked.length]
    }
    expect(scored(1200)).toEqual([1, 0])
    expect(scored(800)).toEqual([0.5, 0])
    // The stored picture was reduced, so the source may have more pixels: the requirement is not checked.
    expect(scored(800, true)).toEqual([1, 1])
    expect(scored(undefined)).toEqual([1, 1])
  })

  test('a profile for a retailer checks only the content of that retailer', () => {
    const long = required('manufacturerContent/retailers/contentPlus/longDescription/entry')
    const item: IngestItem = {
      manufacturerContent: [{ id: 'r1', contentPlus: { longDescription: [{ text: 'Long' }] } }, { id: 'r2' }],
    }
    expect(scoreItem({ ...profile(long), retailer: 'r1' }, item).score).toBe(1)
    expect(scoreItem({ ...profile(long), retailer: 'r2' }, item).score).toBe(0)
    const ofFeed: RequirementProfile = {
      name: 'Trial',
      kinds: ['contentplus'],
      requirements: [required('retailer/sellCopy')],
    }
    const feed = { id: '1', retailer: [{ id: 'r1', sellCopy: 'Buy' }, { id: 'r2' }] }
    expect(scoreItem({ ...ofFeed, retailer: 'r1' }, feed).score).toBe(1)
    expect(scoreItem({ ...ofFeed, retailer: 'r3' }, feed).missing[0]?.path).toBe('retailer[3]/sellCopy')
    expect(scoreItem(ofFeed, feed).missing[0]?.path).toBe('retailer[2]/sellCopy')
  })
})

test('lists the profiles for a kind of feed and its retailers, the default first', () => {
  const stored = (id: string, more: Partial<RequirementProfile>) => ({
    id,
    isShipped: false,
    profile: { ...profile(required('categoryId')), ...more },
  })
  const list = {
    profiles: [
      stored('a', { kinds: ['create', 'update'] }),
      stored('b', { retailer: 'r1' }),
      stored('c', {}),
      stored('d', { kinds: ['contentplus'] }),
    ],
    defaultId: 'c',
  }
  const ids = (...given: [kind: 'create' | 'update', retailers?: string[]]) =>
    profilesFor(list, ...given).map(({ id }) => id)
  expect(ids('create')).toEqual(['c', 'a', 'b'])
  expect(ids('create', ['r2'])).toEqual(['c', 'a'])
  expect(ids('update', [])).toEqual(['a'])
})
