import { expect, test } from 'vitest'
import { suggestedName } from './use-draft.ts'

test('a feed is called by its first title, or by its kind while there is none', () => {
  expect(suggestedName('create', { item: [{}] })).toBe('New items')
  expect(suggestedName('create', { item: [{ ecommerceTitle: 'Oats' }] })).toBe('Oats')
  expect(suggestedName('refresh', { item: [{ ecommerceTitle: 'Oats' }, {}, {}] })).toBe('Oats and 2 more')
})
