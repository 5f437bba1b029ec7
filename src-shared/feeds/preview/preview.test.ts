import { expect, test } from 'vitest'
import { marked, markedList } from './marked.ts'
import { sentItem } from './model.ts'

test('marks a value as changed, added or removed; white space alone is no change', () => {
  expect(marked('Oat drink', 'Oat drink, 1 l').mark).toBe('changed')
  expect(marked(undefined, 'Oats').mark).toBe('added')
  expect(marked('Oats', '').mark).toBe('removed')
  expect(marked('Oat  drink ', 'Oat drink').mark).toBe('same')
})

test('matches list entries by their key, and lists removed ones last', () => {
  const before = [
    { view: 'A1C1', url: 'https://a.example/1' },
    { view: 'A2C1', url: 'https://a.example/2' },
  ]
  const after = [
    { view: 'A7C1', url: 'https://a.example/7' },
    { view: 'A1C1', url: 'https://a.example/new' },
  ]
  const found = markedList(before, after, ({ view }) => view)
  expect(found.map(({ mark, before, after }) => [(after ?? before)?.view, mark])).toEqual([
    ['A7C1', 'added'],
    ['A1C1', 'changed'],
    ['A2C1', 'removed'],
  ])
})

test('an appended duplicate is added, not unchanged', () => {
  expect(markedList(['Crisp'], ['Crisp', 'Crisp'], (text) => text).map(({ mark }) => mark)).toEqual([
    'same',
    'added',
  ])
})

test('an update sends only what the service uses', () => {
  const item = {
    ecommerceTitle: 'Oats',
    productCodes: [{ type: 'GTIN', text: '09522003001170' }],
    ecommerceDescription: [{ lang: 'en', text: 'Rolled oats' }],
    media: [{ view: 'A1C1', url: 'https://a.example/1' }],
  }
  const { productCodes, ecommerceDescription } = item
  expect(sentItem('update', item)).toEqual({ productCodes, ecommerceDescription })
  expect(sentItem('refresh', item)).toBe(item)
})

test('content of a Content+ feed is shown as content of its retailers', () => {
  const sent = sentItem('contentplus', { id: 'i1', retailer: [{ id: 'r1', longDescription: 'Whole oats' }] })
  expect(sent).toEqual({
    manufacturerContent: [{ id: 'r1', contentPlus: { longDescription: [{ text: 'Whole oats' }] } }],
  })
})
