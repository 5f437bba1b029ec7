import { beforeAll, expect, test } from 'vitest'
import { openCatalogReader } from '../../catalog-reader.ts'
import { filledCatalog, select } from '../../fixtures/filled-catalog.ts'
import { openIndexWords } from './index-words.ts'

/** The descriptions of the items; words of names and brands would be corrected without a question. */
const texts = [
  'Vanilla yogurt',
  'Plain yogurt',
  'Yogourt with honey',
  'Chocolate with hazelnuts',
  'Jus de pêche',
]
const database = filledCatalog(texts.length, (index) =>
  Buffer.from(
    `<item id="${index}"><name>Item</name><marketingDescription>${texts[index]}</marketingDescription><lastUpdated>2024-01-01</lastUpdated><products><product><brand id="b${index}">Brand</brand></product></products></item>`,
  ),
)
let reader: ReturnType<typeof openCatalogReader>
beforeAll(() => {
  reader = openCatalogReader({ db: database() })
})

test.each([
  // The word of two items comes before the word of one.
  ['yoghurt', 'yogurt'],
  ['Yoghurt vanila', 'yogurt vanilla'],
  // The most similar word finds nothing with the others, so the next one is used.
  ['honey yoghurt', 'honey yogourt'],
  ['chocoladde', 'chocolate'],
  ['ygourt', 'yogurt'],
  ['pêhce', 'peche'],
  ['-honey yoghurt', '-honey yogurt'],
  // Each word occurs, but in no item together: no word is misspelled.
  ['chocolate yogurt', null],
  // A word of several items is not replaced, and nor is the beginning of one.
  ['yogur', null],
  // Another first letter, a field, a phrase, digits and a short word are left alone.
  ['hogurt', null],
  ['brand:yoghurt', null],
  ['"yoghurt"', null],
  ['yoghurt2', null],
  ['jos', null],
])('corrects %s to %s', (text, expected) => {
  expect(reader.correctedText(select(text))).toBe(expected)
})

test('suggests nothing that the filters exclude', () => {
  expect(reader.correctedText(select('yoghurt', { brandIds: ['b1'] }))).toBe('yogurt')
  expect(reader.correctedText(select('yoghurt', { brandIds: ['b2'] }))).toBe('yogourt')
  expect(reader.correctedText(select('yoghurt', { brandIds: ['b3'] }))).toBeNull()
})

test('reads the words up to the last letter of the alphabet', () => {
  const index = openIndexWords(database())
  expect(index.similar('yogurd', 5)).toEqual(['yogurt'])
  expect(index.has('yogurt', false)).toBe(true)
  expect(index.has('yogur', false)).toBe(false)
  expect(index.has('yogur', true)).toBe(true)
})
