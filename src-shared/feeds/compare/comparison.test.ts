import { expect, test } from 'vitest'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { placeWords } from '../../vocabulary/place-label.ts'
import { countDuplicates, withoutDuplicates } from '../draft/duplicates.ts'
import type { FeedKind } from '../kinds/kinds.ts'
import { compareItem, settleItem } from './comparison.ts'

const base: IngestItem = {
  type: 'grocery',
  ecommerceTitle: 'Oats',
  frontOfPackageText: 'Whole grain',
  packageData: { length: { measure: '1', uom: 'CMT' } },
  products: [{ description: 'Oats', brandId: 'b1' }],
  media: [{ view: 'A1C1', url: 'https://pictures.test/1.jpg?expires=1' }],
}
const seen = (mine: IngestItem, theirs: IngestItem, before?: IngestItem, kind: FeedKind = 'refresh') =>
  compareItem(kind, { base: before, theirs, mine }).map(({ path, state, labels }) => [
    path,
    state,
    placeWords(labels),
  ])

test('reports a conflict only if both sides changed a field to different values', () => {
  const mine = { ...base, ecommerceTitle: 'Whole oats', frontOfPackageText: 'Bio' }
  const theirs = { ...base, ecommerceTitle: 'Rolled oats', frontOfPackageText: ' Bio ' }
  expect(seen(mine, theirs, base)).toEqual([['ecommerceTitle', 'conflict', 'E-commerce title']])
})

test('reports catalog changes as outdated, and draft changes as added, changed or removed', () => {
  const theirs: IngestItem = { ...base, packageData: { length: { measure: '2', uom: 'CMT' } } }
  const { frontOfPackageText: _, ...without } = base
  const mine: IngestItem = {
    ...without,
    restOfPackageText: 'Keep dry',
    products: [{ description: 'Oats', brandId: 'b2' }],
  }
  expect(seen(mine, theirs, base)).toEqual([
    ['packageData/length', 'outdated', 'Package, Length'],
    ['frontOfPackageText', 'removed', 'Text on the front'],
    ['restOfPackageText', 'added', 'Text on the other sides'],
    ['products/product[1]/brandId', 'changed', 'Products, Brand'],
  ])
})

test('ignores URL signatures and empty elements', () => {
  const theirs: IngestItem = {
    ...base,
    media: [{ view: 'A1C1', url: 'https://pictures.test/1.jpg?expires=9' }],
    restOfPackageText: '',
  }
  expect(seen(base, theirs, base)).toEqual([])
})

test('compares two versions without a base; an update removes nothing and covers only its own fields', () => {
  const theirs: IngestItem = { ...base, ecommerceDescription: [{ lang: 'en', text: 'Fine' }] }
  expect(seen({ ...base, ecommerceTitle: 'New' }, theirs)).toEqual([
    ['ecommerceTitle', 'changed', 'E-commerce title'],
    ['ecommerceDescription', 'removed', 'E-commerce description'],
  ])
  expect(seen({ ...base, ecommerceTitle: 'New' }, theirs, undefined, 'update')).toEqual([])
  const described = { ...base, ecommerceDescription: [{ lang: 'en', text: 'Finer' }] }
  expect(seen(described, theirs, undefined, 'update')).toEqual([
    ['ecommerceDescription/entry[1]', 'changed', 'E-commerce description'],
  ])
})

test('settles the chosen fields, which are not reported again', () => {
  const mine = { ...base, ecommerceTitle: 'Whole oats' }
  const theirs = { ...base, ecommerceTitle: 'Rolled oats', frontOfPackageText: 'Bio' }
  const sides = { base, theirs, mine }
  const kept = settleItem('refresh', sides, 'mine', { states: ['conflict'] })
  expect(kept.value).toEqual(mine)
  expect(seen(kept.value, theirs, kept.base)).toEqual([
    ['frontOfPackageText', 'outdated', 'Text on the front'],
    ['ecommerceTitle', 'changed', 'E-commerce title'],
  ])
  const taken = settleItem('refresh', sides, 'theirs', { fields: ['ecommerceTitle'] })
  expect(seen(taken.value, theirs, taken.base)).toEqual([
    ['frontOfPackageText', 'outdated', 'Text on the front'],
  ])
  const all = settleItem('refresh', sides, 'theirs', {})
  expect(all).toEqual({ value: theirs, base: theirs })
})

test('counts and drops Content+ entries that an item already has, per retailer', () => {
  const kept = [
    { retailer: '', content: { keywords: ['oat', 'bio'], images: [{ url: 'https://p.test/1' }] } },
    { retailer: 'r1', content: { bulletPoints: ['Good'] } },
  ]
  const item: IngestItem = {
    contentPlus: { keywords: ['bio ', 'new'], images: [{ url: 'https://p.test/1' }], sellCopy: 'Buy' },
    manufacturerContent: [
      { id: 'r1', contentPlus: { bulletPoints: ['Good', 'Better'] } },
      { id: 'r2', contentPlus: { bulletPoints: ['Good'] } },
    ],
  }
  expect(countDuplicates(item, kept)).toBe(3)
  expect(withoutDuplicates(item, kept)).toEqual({
    contentPlus: { keywords: ['new'], sellCopy: 'Buy', images: undefined },
    manufacturerContent: [
      { id: 'r1', contentPlus: { bulletPoints: ['Better'] } },
      { id: 'r2', contentPlus: { bulletPoints: ['Good'] } },
    ],
  })
})
