import { expect, test } from 'vitest'
import { writeDecimal } from '../../values/decimal.ts'
import type { Label } from './label.ts'
import { readLabel } from './read-label.ts'
import type { ReadText } from './read-text.ts'
import { table, textAt, turnedTexts } from './testing/texts.ts'

const basisOf = ({ basis }: Label['nutrients'][number]): string =>
  basis ? (basis.measure ? writeDecimal(basis.measure) : 'serving') : '?'
const nutrients = (texts: readonly ReadText[]): string[] =>
  readLabel(texts)
    .nutrients.map((one) => `${one.name} ${writeDecimal(one.value)} ${one.unit.symbol} per ${basisOf(one)}`)
    .sort()

const whole = [
  'carbohydrates 18 g per 30',
  'carbohydrates 60 g per 100',
  'energy 117 kcal per 30',
  'energy 390 kcal per 100',
  'energyKj 1640 kJ per 100',
  'energyKj 492 kJ per 30',
  'protein 10 g per 100',
  'protein 3 g per 30',
  'salt 0.15 g per 30',
  'salt 0.5 g per 100',
  'saturatedFat 0.4 g per 30',
  'saturatedFat 1.2 g per 100',
  'totalFat 12 g per 100',
  'totalFat 3.6 g per 30',
]

test('reads a table with two columns', () => {
  expect(nutrients(table)).toEqual(whole)
})

test.each([0.1, Math.PI / 2, Math.PI, -0.2])('reads the table turned by %d', (angle) => {
  expect(nutrients(turnedTexts(table, angle))).toEqual(whole)
})

test('reads running text', () => {
  const texts = [
    textAt(0, 0, 'Valeurs pour 100g. Energie: 2393kJ/574kcal,'),
    textAt(0, 1, 'matieres grasses: 37g, dont acides gras satures: 23g, sel: 0,16g.'),
  ]
  expect(nutrients(texts)).toEqual([
    'energy 574 kcal per 100',
    'energyKj 2393 kJ per 100',
    'salt 0.16 g per 100',
    'saturatedFat 23 g per 100',
    'totalFat 37 g per 100',
  ])
})

test('joins a number with a unit in a text of its own', () => {
  const texts = [
    textAt(0, 0, 'Pour 100 g'),
    textAt(0, 1, 'Proteines'),
    textAt(100, 1, '8,0'),
    textAt(135, 1, 'g'),
  ]
  expect(nutrients(texts)).toEqual(['protein 8 g per 100'])
})

test('reads a name in two lines, and one that is repeated in another language', () => {
  const texts = [
    textAt(0, 0, 'davon gesattigte'),
    textAt(0, 1, 'Fettsauren'),
    textAt(200, 1, '2,4 g'),
    textAt(0, 3, 'Glucides /'),
    textAt(0, 4, 'Yrnexnapatn'),
    textAt(200, 4, '3,7 g'),
  ]
  expect(nutrients(texts)).toEqual(['carbohydrates 3.7 g per ?', 'saturatedFat 2.4 g per ?'])
})

test('gives a value between two rows to the nearer one', () => {
  const texts = [textAt(0, 0, 'Fat'), textAt(0, 1, 'Protein'), textAt(200, 0.4, '5 g')]
  expect(nutrients(texts)).toEqual(['totalFat 5 g per ?'])
})

test('ignores the reference intake, percentages and amounts without a name', () => {
  const texts = [textAt(0, 0, 'adult (8400 kJ / 2000 kcal)'), textAt(0, 1, '12%'), textAt(0, 2, '5 g')]
  expect(nutrients(texts)).toEqual([])
})

test('reads the net content and the serving with the place of each', () => {
  const { contents, servings } = readLabel([
    textAt(100, 0, 'Net wt 500 g'),
    textAt(0, 1, 'Serving size 30 g'),
  ])
  expect(contents.map(({ text, isNamed }) => [text, isNamed])).toEqual([
    ['500 g', true],
    ['30 g', false],
  ])
  expect(servings.map(({ text }) => text)).toEqual(['30 g'])
  // The last five of twelve letters.
  expect(contents[0]?.box.x).toBeCloseTo(195)
  expect(contents[0]?.box.width).toBeCloseTo(50)
})
