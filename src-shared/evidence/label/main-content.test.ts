import { expect, test } from 'vitest'
import { mainContent } from './main-content.ts'
import { table, textAt, turnedTexts } from './testing/texts.ts'

const list = [
  textAt(0, 0, 'Ingredients: wheat flour, sugar,'),
  ...['palm oil, cocoa powder, glucose', 'syrup, raising agents, milk, soya', 'lecithin, flavouring,'].map(
    (text, line) => textAt(0, line + 1, text),
  ),
  textAt(0, 4, 'whey powder. May contain nuts.'),
]

test('a nutrition table that fills the picture is its content, also when it is turned', () => {
  expect(mainContent({ width: 600, height: 200, texts: table })).toBe('nutrition-table')
  expect(mainContent({ width: 200, height: 600, texts: turnedTexts(table, Math.PI / 2) })).toBe(
    'nutrition-table',
  )
})

test('a small table, or few values, are not', () => {
  expect(mainContent({ width: 1800, height: 600, texts: table })).toBeUndefined()
  const few = [textAt(0, 0, 'Energy'), textAt(200, 0, '492 kJ'), textAt(0, 9, 'Fat'), textAt(200, 9, '2 g')]
  expect(mainContent({ width: 600, height: 200, texts: few })).toBeUndefined()
})

test('a list of ingredients is the content only if it covers the picture and is most of its text', () => {
  expect(mainContent({ width: 350, height: 110, texts: list })).toBe('ingredients')
  expect(mainContent({ width: 1000, height: 500, texts: list })).toBeUndefined()
  const claims = Array.from({ length: 12 }, (_, line) =>
    textAt(400, line, 'The best biscuits of the whole town'),
  )
  expect(mainContent({ width: 350, height: 110, texts: [...list, ...claims] })).toBeUndefined()
  expect(mainContent({ width: 350, height: 110, texts: [] })).toBeUndefined()
})
