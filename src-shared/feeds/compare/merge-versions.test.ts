import { expect, test } from 'vitest'
import { ingestItem } from '../../vocabulary/elements/ingest.ts'
import { mergeVersions } from './merge-versions.ts'

const oats = {
  ecommerceTitle: 'Oats',
  productCodes: [{ type: 'GTIN', text: '1' }],
  products: [{ description: 'Rolled oats', brandId: 'b1' }],
}

test('merges fields that only one side changed', () => {
  const mine = { ...oats, ecommerceTitle: 'Mine' }
  const theirs = { ...oats, products: [{ description: 'Rolled oats', brandId: 'b2' }] }
  expect(mergeVersions(ingestItem, { base: oats, mine, theirs })).toEqual({
    merged: { ...theirs, ecommerceTitle: 'Mine' },
    clashes: [],
  })
})

test('takes their value of a field both sides changed and reports a clash unless both are equal', () => {
  const mine = { ...oats, ecommerceTitle: 'Mine', manufacturerId: 'm1' }
  const theirs = { ...oats, ecommerceTitle: 'Theirs', manufacturerId: 'm1' }
  expect(mergeVersions(ingestItem, { base: oats, mine, theirs })).toEqual({
    merged: theirs,
    clashes: [{ keys: ['ecommerceTitle'], label: 'E-commerce title', mine: 'Mine', theirs: 'Theirs' }],
  })
})

test('reports a clash of the entire list if one side extended it and the other changed an entry', () => {
  const mine = { ...oats, productCodes: [{ type: 'GTIN', text: '2' }] }
  const theirs = { ...oats, productCodes: [...oats.productCodes, { type: 'GTIN', text: '3' }] }
  const { clashes } = mergeVersions(ingestItem, { base: oats, mine, theirs })
  expect(clashes).toMatchObject([
    { keys: ['productCodes'], mine: mine.productCodes, theirs: theirs.productCodes },
  ])
})
