import { expect, test } from 'vitest'
import { openingOfLink } from './opening.ts'

test.each([
  ['catalog-desk://item/9520000000011', { open: 'item', gtin: '9520000000011' }],
  ['catalog-desk://item/00012345', { open: 'item', gtin: '00012345' }],
  ['CATALOG-DESK://feed/3f2a-9c_1', { open: 'feed', id: '3f2a-9c_1' }],
])('understands %s', (link, opening) => {
  expect(openingOfLink(link)).toEqual(opening)
})

test.each([
  'catalog-desk://item/',
  'catalog-desk://item/1234567',
  'catalog-desk://item/123456789012345',
  'catalog-desk://item/9520000000011/..',
  'catalog-desk://item/%39520000000011',
  'catalog-desk://item/9520000000011?file=/etc/passwd',
  'catalog-desk://item/9520000000011#x',
  'catalog-desk://user@item/9520000000011',
  'catalog-desk://item:80/9520000000011',
  'catalog-desk://feed/',
  'catalog-desk://feed/a/b',
  `catalog-desk://feed/${'a'.repeat(65)}`,
  'catalog-desk://import?file=/etc/passwd',
  'catalog-desk:item/9520000000011',
  'https://item/9520000000011',
  'file:///home/person/feed.xml',
  '9520000000011',
  '',
])('does not understand "%s"', (link) => {
  expect(openingOfLink(link)).toBeUndefined()
})
