import { expect, test } from 'vitest'
import { beginsIngredients, namesNetContent, namesServing, nutrientNamed } from './terms.ts'

test.each([
  ['Fat', 'totalFat'],
  ['of which saturates', 'saturatedFat'],
  ['ofwhichSaturates', 'saturatedFat'],
  ['davon gesättigte Fettsäuren', 'saturatedFat'],
  ['dont acides gras saturés', 'saturatedFat'],
  ['de las cuales saturadas', 'saturatedFat'],
  ['Kohlenhydrate / Glucides', 'carbohydrates'],
  ['Vetten - Matieres grasses', 'totalFat'],
  ['Eiweiß', 'protein'],
  ['Sal', 'salt'],
  ['Glucides...', 'carbohydrates'],
  ['mono-unsaturates', 'monounsaturatedFat'],
])('"%s" is %s', (text, name) => {
  expect(nutrientNamed(text)).toBe(name)
})

test.each([
  ['Carbohvdrate', 'carbohydrates'],
  ['ofwhichugars', 'sugars'],
  ['Energle', 'energy'],
  ['Maueresgrasses.t', 'totalFat'],
  ['lron', 'iron'],
])('"%s", with a misread letter, is %s', (text, name) => {
  expect(nutrientNamed(text)).toBe(name)
})

test.each(['', '100 g', 'Far', 'Vitamins', 'Nutrition'])('"%s" names no nutrient', (text) => {
  expect(nutrientNamed(text)).toBeUndefined()
})

test('knows the words for servings, net content and ingredients', () => {
  expect(namesServing('proportion')).toBe(true)
  expect(namesServing('perhundred')).toBe(false)
  expect(namesNetContent('netwt')).toBe(true)
  expect(beginsIngredients('zutatenzucker')).toBe(true)
  expect(beginsIngredients('lngredients')).toBe(true)
  expect(beginsIngredients('sugar')).toBe(false)
})
