import { expect, test } from 'vitest'
import { changedFields, isSame } from '../../../../../src-shared/feeds/compare/field-changes.ts'
import { ingestItem } from '../../../../../src-shared/vocabulary/elements/ingest.ts'
import { startTexts } from '../../../../texts/start.ts'
import { changeLabel, shortContent } from './field-changes.ts'

const oats = {
  ecommerceTitle: 'Oats',
  productCodes: [{ type: 'GTIN', text: '1' }],
  packageData: { length: { measure: '1', uom: 'CMT' } },
  products: [{ description: 'Rolled oats', brandId: 'b1' }],
}
const labels = (after: unknown) => changedFields(ingestItem, oats, after).map(({ label }) => label)

test('names the changed fields by their form labels', () => {
  expect(labels({ ...oats, ecommerceTitle: 'Rolled oats' })).toEqual(['E-commerce title'])
  expect(labels({ ...oats, products: [{ description: 'Rolled oats', brandId: 'b2' }] })).toEqual(['Brand'])
  expect(labels({ ...oats, packageData: { length: { measure: '2', uom: 'CMT' } } })).toEqual(['Length'])
  expect(labels({ ...oats, productCodes: [] })).toEqual(['Product codes'])
  expect(labels({ ...oats, unknown: [{ name: 'x' }] })).toEqual(['Other content'])
  expect(labels(structuredClone(oats))).toEqual([])
})

test('labels a step with the changed fields and the item', () => {
  const label = (...after: string[]) =>
    changeLabel(
      after.map((field) => ({ keys: [field], label: field, member: undefined })),
      'Oats',
      { before: {}, after: {} },
    )
  expect(label('Brand')).toBe('Brand of Oats')
  expect(label()).toBe('Other content of Oats')
  expect(label('Brand', 'Brand')).toBe('Brand of Oats')
  expect(label('Brand', 'Category')).toBe('Brand and Category of Oats')
  expect(label('Brand', 'Category', 'Length')).toBe('3 fields of Oats')
})

test('labels a step with the number of entries that were added or removed', () => {
  const pictures = (...names: string[]) => ({ media: names.map((url) => ({ url })) })
  const label = (before: object, after: object) =>
    changeLabel(changedFields(ingestItem, before, after), 'Oats', { before, after })
  expect(label({}, pictures('a', 'b'))).toBe('Media of Oats: 2 added')
  expect(label(pictures('a', 'b', 'c'), pictures('a', 'c'))).toBe('Media of Oats: 1 removed')
  expect(label(pictures('a'), {})).toBe('Media of Oats: 1 removed')
  // One entry was added and another was changed.
  expect(label(pictures('a'), pictures('b', 'c'))).toBe('Media of Oats')
  expect(label(pictures('a'), { ecommerceTitle: 'Oats', ...pictures() })).toBe(
    'E-commerce title and Media of Oats',
  )
})

test('treats absent and undefined values as equal', () => {
  expect(isSame({ a: undefined, b: [{ c: '1' }] }, { b: [{ c: '1' }] })).toBe(true)
  expect(isSame({ a: '' }, {})).toBe(false)
})

test('describes the content of a field in a few words', () => {
  expect([undefined, '', 'Oats', [1, 2], { measure: '2', uom: 'CMT' }].map(shortContent)).toEqual([
    'empty',
    'empty',
    '“Oats”',
    '2 entries',
    '“2 CMT”',
  ])
})

test('describes an empty field in the language of the page', async () => {
  await startTexts('de')
  try {
    expect([shortContent(''), shortContent(undefined)]).toEqual(['leer', 'leer'])
  } finally {
    await startTexts('en')
  }
})
