import { expect, test } from 'vitest'
import { changedFields, isSame } from '../../../../../src-shared/feeds/draft/field-changes.ts'
import { ingestItem } from '../../../../../src-shared/vocabulary/elements/ingest.ts'
import { startTexts } from '../../../../texts/start.ts'
import { changeLabel, contentInWords, mergeVersions } from './field-changes.ts'

const oats = {
  ecommerceTitle: 'Oats',
  productCodes: [{ type: 'GTIN', text: '1' }],
  packageData: { length: { measure: '1', uom: 'CMT' } },
  products: [{ description: 'Rolled oats', brandId: 'b1' }],
}
const labels = (after: unknown) => changedFields(ingestItem, oats, after).map(({ label }) => label)

test('a change is named by the fields of the form', () => {
  expect(labels({ ...oats, ecommerceTitle: 'Rolled oats' })).toEqual(['E-commerce title'])
  expect(labels({ ...oats, products: [{ description: 'Rolled oats', brandId: 'b2' }] })).toEqual(['Brand'])
  expect(labels({ ...oats, packageData: { length: { measure: '2', uom: 'CMT' } } })).toEqual(['Length'])
  expect(labels({ ...oats, productCodes: [] })).toEqual(['Product codes'])
  expect(labels({ ...oats, unknown: [{ name: 'x' }] })).toEqual(['Other content'])
  expect(labels(structuredClone(oats))).toEqual([])
})

test('a step is called by what changed and whose it is', () => {
  const label = (...after: string[]) =>
    changeLabel(
      after.map((field) => ({ keys: [field], label: field, member: undefined })),
      'Oats',
    )
  expect(label('Brand')).toBe('Brand of Oats')
  expect(label('Brand', 'Brand')).toBe('Brand of Oats')
  expect(label('Brand', 'Category')).toBe('Brand and Category of Oats')
  expect(label('Brand', 'Category', 'Length')).toBe('3 fields of Oats')
})

test('what only one side changed is taken from that side', () => {
  const mine = { ...oats, ecommerceTitle: 'Mine' }
  const theirs = { ...oats, products: [{ description: 'Rolled oats', brandId: 'b2' }] }
  expect(mergeVersions(ingestItem, { base: oats, mine, theirs })).toEqual({
    merged: { ...theirs, ecommerceTitle: 'Mine' },
    clashes: [],
  })
})

test('where both changed a field it is theirs until someone decides; the same change is none', () => {
  const mine = { ...oats, ecommerceTitle: 'Mine', manufacturerId: 'm1' }
  const theirs = { ...oats, ecommerceTitle: 'Theirs', manufacturerId: 'm1' }
  expect(mergeVersions(ingestItem, { base: oats, mine, theirs })).toEqual({
    merged: theirs,
    clashes: [{ keys: ['ecommerceTitle'], label: 'E-commerce title', mine: 'Mine', theirs: 'Theirs' }],
  })
})

test('a list that one side made longer clashes as a whole with an entry the other side changed', () => {
  const mine = { ...oats, productCodes: [{ type: 'GTIN', text: '2' }] }
  const theirs = { ...oats, productCodes: [...oats.productCodes, { type: 'GTIN', text: '3' }] }
  const { clashes } = mergeVersions(ingestItem, { base: oats, mine, theirs })
  expect(clashes).toMatchObject([
    { keys: ['productCodes'], mine: mine.productCodes, theirs: theirs.productCodes },
  ])
})

test('absent and undefined are the same', () => {
  expect(isSame({ a: undefined, b: [{ c: '1' }] }, { b: [{ c: '1' }] })).toBe(true)
  expect(isSame({ a: '' }, {})).toBe(false)
})

test('what a field holds is said in a few words', () => {
  expect([undefined, '', 'Oats', [1, 2], { measure: '2', uom: 'CMT' }].map(contentInWords)).toEqual([
    'empty',
    'empty',
    '“Oats”',
    '2 entries',
    '“2 CMT”',
  ])
})

test('a field that holds nothing is said to be empty in the language of the page', async () => {
  await startTexts('de')
  try {
    expect([contentInWords(''), contentInWords(undefined)]).toEqual(['leer', 'leer'])
  } finally {
    await startTexts('en')
  }
})
