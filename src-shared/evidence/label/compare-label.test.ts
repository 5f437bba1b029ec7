import { expect, test } from 'vitest'
import type { Item } from '../../vocabulary/elements/item.ts'
import type { Nutrition } from '../../vocabulary/elements/nutrition.ts'
import { compareWithLabel } from './compare-label.ts'
import { readLabel } from './read-label.ts'
import type { ReadText } from './read-text.ts'
import { table, textAt } from './testing/texts.ts'

const grams = (text: string) => ({ uom: 'GRM', text })
const perHundred = { servingSizes: [{ measure: '100', uom: 'GRM' }] }
const withPanel = (panel: Nutrition): Item => ({ id: '1', products: [{ grocery: { nutritions: [panel] } }] })

const outcomes = (item: Item, texts: readonly ReadText[]): string[] =>
  compareWithLabel(item, readLabel(texts)).map(({ path, outcome, printed }) =>
    [path.split('/').at(-1), outcome, printed].filter(Boolean).join(' '),
  )
const ofPanel = (panel: Nutrition, texts: readonly ReadText[] = table): string[] =>
  outcomes(withPanel(panel), texts)

test('finds the values of the record in the column for the same quantity', () => {
  expect(ofPanel({ ...perHundred, energy: '390', totalFat: grams('12'), sodium: grams('0.2') })).toEqual([
    'energy found 390 kcal',
    'totalFat found 12 g',
    // 0.2 g of sodium are 0.5 g of salt.
    'sodium found 0.50 g',
  ])
  const perServing = { servingSizes: [{ measure: '30', uom: 'GRM' }] }
  expect(ofPanel({ ...perServing, totalFat: grams('3.6') })).toEqual(['totalFat found 3.6g'])
})

test('salt in a column without a heading confirms sodium, and never contradicts it', () => {
  const withoutHeadings = table.filter(({ text }) => !text.startsWith('per'))
  expect(ofPanel({ ...perHundred, sodium: grams('0.2') }, withoutHeadings)).toEqual(['sodium found 0.50 g'])
  expect(ofPanel({ ...perHundred, sodium: grams('0.3') }, withoutHeadings)).toEqual(['sodium not-legible'])
})

test('calories without a unit confirm a record, and never contradict it', () => {
  const texts = [textAt(200, 0, 'per 100 g'), textAt(0, 1, 'Calories'), textAt(200, 1, '230')]
  expect(ofPanel({ ...perHundred, energy: '230' }, texts)).toEqual(['energy found 230'])
  expect(ofPanel({ ...perHundred, energy: '120' }, texts)).toEqual(['energy not-legible'])
})

test('says that a value differs if the label has its quantity, its word and its unit', () => {
  expect(ofPanel({ ...perHundred, saturatedFat: grams('12') })).toEqual(['saturatedFat differs 1.2 g'])
  expect(compareWithLabel(withPanel({ ...perHundred, protein: grams('1') }), readLabel(table))).toMatchObject(
    [
      {
        path: 'products/product[1]/grocery/nutritions/nutrition[1]/protein',
        label: 'Protein',
        recorded: '1 g / 100 g',
        printed: '10 g',
      },
    ],
  )
})

test('a lost decimal sign is not a difference, unless the energy confirms the print', () => {
  const panel = { ...perHundred, totalFat: grams('1.2') }
  // 12 g of fat, 60 g of carbohydrate and 10 g of protein have about 390 kcal.
  expect(ofPanel(panel)).toEqual(['totalFat differs 12 g'])
  const withoutEnergy = table.filter(({ text }) => !text.includes('kcal'))
  expect(ofPanel(panel, withoutEnergy)).toEqual(['totalFat not-legible'])
})

test('a misread value whose energy does not add up is not a difference', () => {
  const misread = table.map((one) => (one.text === '12 g' ? { ...one, text: '72 g' } : one))
  expect(ofPanel({ ...perHundred, totalFat: grams('12') }, misread)).toEqual(['totalFat not-legible'])
})

test('nothing doubtful differs', () => {
  const wrong = { ...perHundred, saturatedFat: grams('7') }
  const changed = (change: Partial<ReadText>) =>
    table.map((one) => (one.text === '1.2 g' ? { ...one, ...change } : one))
  expect(ofPanel(wrong)).toEqual(['saturatedFat differs 1.2 g'])
  expect(ofPanel(wrong, changed({ certainty: 0.9 }))).toEqual(['saturatedFat not-legible'])
  expect(ofPanel(wrong, changed({ text: '1.29' }))).toEqual(['saturatedFat not-legible'])
  const withoutHeadings = table.filter(({ text }) => !text.startsWith('per'))
  expect(ofPanel(wrong, withoutHeadings)).toEqual(['saturatedFat not-legible'])
  // For another quantity.
  expect(ofPanel({ ...wrong, servingSizes: [{ measure: '50', uom: 'GRM' }] })).toEqual([
    'saturatedFat not-legible',
  ])
})

test('rounding is not a difference', () => {
  expect(ofPanel({ ...perHundred, saturatedFat: grams('1.24') })).toEqual(['saturatedFat found 1.2 g'])
})

test('compares the net content in other units', () => {
  const item: Item = { id: '1', packageData: { netWeight: { measure: '0.5', uom: 'KGM' } } }
  expect(outcomes(item, [textAt(0, 0, '500 g')])).toEqual(['netWeight found 500 g'])
  expect(outcomes(item, [textAt(0, 0, 'Net weight 4.5 kg')])).toEqual(['netWeight differs 4.5 kg'])
  // Without a word for the net content, another amount says nothing.
  expect(outcomes(item, [textAt(0, 0, '4.5 kg')])).toEqual(['netWeight not-legible'])
})

const withIngredients = (ingredients: string): Item => ({ id: '1', products: [{ grocery: { ingredients } }] })
const list = [
  textAt(0, 0, 'Ingredients: sugar, palm oil,'),
  textAt(0, 1, 'hazelnuts 13%, skimmed milk powder'),
  textAt(0, 2, 'lecithin (soya), vanillin.'),
]

test('finds a list of ingredients, with some words misread', () => {
  const recorded = 'Sugar, palm oil, hazelnuts, skimmed milk powder, lecithin (soya), vanillin'
  expect(outcomes(withIngredients(recorded), list)).toEqual([
    'ingredients found Ingredients: sugar, palm oil,',
  ])
  expect(outcomes(withIngredients('Water, salt, barley malt, hops'), list.slice(0, 1))).toEqual([
    'ingredients not-legible',
  ])
})

test('reports each allergen that only the label names', () => {
  const findings = compareWithLabel(
    withIngredients('Sugar, palm oil, hazelnuts, lecithin, vanillin'),
    readLabel(list),
  ).filter(({ outcome }) => outcome === 'allergen')
  expect(findings.map(({ label }) => label)).toEqual(['Milk', 'Soybeans'])
})

test('a warning of the record names an allergen too', () => {
  const item: Item = {
    id: '1',
    products: [{ grocery: { ingredients: 'Sugar, hazelnuts' }, warnings: ['Contains milk and soya'] }],
  }
  expect(outcomes(item, list).filter((one) => one.includes('allergen'))).toEqual([])
})
