import { expect, test } from 'vitest'
import { feedKinds, kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import { isUntouched, progressOf } from './required-fields.ts'

test('counts required and filled fields by section', () => {
  expect(Object.fromEntries(progressOf('create', { type: 'grocery' }))).toEqual({
    identity: { filled: 1, required: 5 },
    product: { filled: 0, required: 2 },
  })
  const oats = {
    ecommerceTitle: 'Oats',
    productCodes: [{ text: '12' }],
    products: [{ description: ' ', brandDescription: 'Oatlark' }],
  }
  // A brand description counts as a brand; blanks do not count as a value.
  expect(Object.fromEntries(progressOf('create', oats))).toEqual({
    identity: { filled: 2, required: 5 },
    product: { filled: 1, required: 2 },
  })
  expect(Object.fromEntries(progressOf('update', oats))).toEqual({ identity: { filled: 1, required: 1 } })
})

test('detects an untouched item, which contains only its type', () => {
  for (const kind of feedKinds) expect(isUntouched(kind, kinds[kind].outline()), kind).toBe(true)
  expect(isUntouched('create', { type: 'grocery', manufacturerId: 'm1' })).toBe(false)
  expect(isUntouched('contentplus', { id: 'i1', retailer: [] })).toBe(false)
})
