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

test('joins a number at the end of a text with its unit', () => {
  const texts = [textAt(0, 0, 'dont acides gras satures...1,0'), textAt(305, 0, 'g')]
  expect(nutrients(texts)).toEqual(['saturatedFat 1 g per ?'])
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

test('reads calories without a unit, as labels of the United States print them', () => {
  const beside = [
    textAt(0, 0, 'Calories'),
    textAt(200, 0, '230'),
    textAt(0, 1, 'Energy'),
    textAt(200, 1, '12'),
  ]
  expect(nutrients(beside)).toEqual(['energy 230 kcal per ?'])
  expect(readLabel(beside).nutrients[0]?.isUnitRead).toBe(false)
  expect(nutrients([textAt(0, 0, '90'), textAt(0, 1, 'CALORES')])).toEqual(['energy 90 kcal per ?'])
  expect(nutrients([textAt(0, 0, 'Calories from fat'), textAt(200, 0, '30')])).toEqual([])
})

test('completes the unit of an energy that is printed in the other unit too', () => {
  const texts = (number: string) => [textAt(200, 0, number), textAt(200, 1, '214 kcal')]
  const both = ['energy 214 kcal per ?', 'energyKj 881 kJ per ?']
  expect(nutrients(texts('881/'))).toEqual(both)
  expect(nutrients(texts('881kg'))).toEqual(both)
  expect(nutrients([textAt(0, 0, '881 kJ'), textAt(70, 0, '214')])).toEqual(both)
  // Another number is no energy.
  expect(nutrients(texts('681/'))).toEqual(['energy 214 kcal per ?'])
  expect(nutrients([textAt(0, 0, '881/'), textAt(200, 5, '214 kcal')])).toEqual(['energy 214 kcal per ?'])
})

test('reads a name with its value in the line below or above', () => {
  const frames = [
    ...[textAt(0, 0, 'Fat'), textAt(0, 1, '14.7g'), textAt(0, 2, '21%')],
    ...[textAt(20, 5, '1.2g'), textAt(0, 6, 'Saturates')],
  ]
  expect(nutrients(frames)).toEqual(['saturatedFat 1.2 g per ?', 'totalFat 14.7 g per ?'])
  // Between two values, neither is certain.
  expect(nutrients([textAt(0, 0, '1 g'), textAt(0, 1, 'Fat'), textAt(0, 2, '2 g')])).toEqual([])
})

test('reads the value of the row, where one of the next row begins further to the left', () => {
  const texts = [
    ...[textAt(0, 0, 'Fibre'), textAt(200, 0.1, '0.9 g')],
    ...[textAt(0, 0.6, 'Protein'), textAt(195, 0.6, '3.2 g')],
  ]
  expect(nutrients(texts)).toEqual(['dietaryFiber 0.9 g per ?', 'protein 3.2 g per ?'])
})

test('reads lines across the direction of the others by themselves', () => {
  const across = turnedTexts([textAt(0, 0, 'Net wt 750 g'), textAt(0, 1, 'Protein')], Math.PI / 2)
  const texts = [...table, ...across]
  expect(nutrients(texts)).toEqual(whole)
  expect(
    readLabel(texts)
      .contents.filter(({ isNamed }) => isNamed)
      .map(({ text }) => text),
  ).toEqual(['750 g'])
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
