import { describe, expect, test } from 'vitest'
import { readColumnName } from '../columns/column-name.ts'
import { detectColumn } from '../columns/detect-mapping.ts'
import { fieldAt } from '../columns/import-fields.ts'
import type { Cell } from '../source/cell.ts'
import { readField } from './read-field.ts'

/** The result of a cell below a heading. */
function read(heading: string, cell: Cell) {
  const field = fieldAt.get(detectColumn(heading)?.path ?? '')
  if (!field) throw new Error(`${heading} names no field`)
  return readField(field, cell, readColumnName(heading))
}
const reasons = (heading: string, cell: Cell) => {
  const { value, left } = read(heading, cell)
  return value === undefined ? left.map(({ code }) => code) : value
}

test.each([
  ['Height', '5 kg'],
  ['Height (kg)', '5'],
  ['Gross weight', '5 ml'],
  ['Net weight', '5 kcal'],
  ['Net weight', '5%'],
  ['Dimensions', '5 x 5 x 5 g'],
  ['Fat', '5 ml'],
  ['Fat', '5%'],
  ['Fat (%)', '5'],
])('leaves out a unit that does not fit the field: %s, %s', (heading, cell) => {
  expect(reasons(heading, cell)).toEqual([heading === 'Dimensions' ? 'NOT_A_NUMBER' : 'UNIT_UNFIT'])
})

test('does not see invisible characters around a value', () => {
  for (const sign of ['\u{E0020}', '\uFFF9', '\x85', '\u{1D173}']) {
    expect(read('Private label', `${sign}Y${sign}`).value).toBe('Y')
    expect(read('Name', `${sign}Tea${sign}`).value).toBe('Tea')
    expect(read('Net weight', `5${sign} g`).value).toMatchObject({ measure: { measure: '5' } })
  }
})

test.each(['Y/N', '0', 'No; Yes', 'No; OU', 'pending'])('makes no kosher product of %s', (cell) => {
  expect(read('Kosher', cell)).toMatchObject({ kept: 0, left: [{ code: 'NOT_YES_OR_NO' }] })
  expect(read('Kosher', cell).value).toBeUndefined()
})

test('leaves out calories that are thousandths of kilocalories', () => {
  for (const text of ['90000 cal', '90000 calories']) {
    const { value, left } = read('Energy', text)
    expect([value, left.map(({ code }) => code)]).toEqual([undefined, ['UNREADABLE']])
  }
})

test('leaves out measures below zero', () => {
  for (const heading of ['Net weight', 'Fat (g)', 'Height', 'Energy (kcal)'])
    expect(reasons(heading, '-5')).toEqual(['NOT_A_NUMBER'])
})

test('takes only food for the kind of item under a heading that shops use for others', () => {
  expect(read('Type', 'Food').value).toBe('grocery')
  expect(reasons('Type', 'simple')).toEqual(['UNREADABLE'])
})

test('reads a list of texts by language', () => {
  const cell = [
    { lang: 'de', text: 'Tee' },
    { lang: 'en', text: 'Tea' },
  ]
  expect(read('Name', cell)).toMatchObject({
    value: 'Tea',
    left: [{ code: 'OTHER_LANGUAGE', text: 'de: Tee' }],
  })
})

test('does not take the second picture for the front', () => {
  const url = 'https://pictures.example/a.jpg'
  expect(read('Image 1', url).value).toEqual([{ view: 'A1C1', url }])
  expect(read('Image 2', url).value).toEqual([{ url }])
})

test('leaves a net weight out of a column of gross weights', () => {
  expect(reasons('Gross weight', 'Net wt 500 g')).toEqual(['NOT_A_NUMBER'])
  expect(reasons('Gross weight', '500 g netto')).toEqual(['NOT_A_NUMBER'])
  expect(read('Gross weight', 'Gewicht: 500 g').value).toMatchObject({ measure: { uom: 'GRM' } })
})

describe('amounts without a unit', () => {
  test.each([
    ['Sodium', '400'],
    ['Sodium per 100 g', '400'],
    ['Natrium pro 100 g', '0,4'],
    ['Vitamin C per 100 g', '20'],
    ['Iron', '3.4'],
    ['Energy', '376'],
    ['Energy per 100 g', '376'],
    ['Brennwert pro 100 g', '1575'],
    ['Valor energético', '376'],
    ['Energivärde', '376'],
    ['Energie (kJ/kcal)', '376'],
  ])('are left out if the field can have several units: %s, %s', (heading, cell) => {
    expect(reasons(heading, cell)).toEqual(['UNIT_MISSING'])
  })
  test.each([
    ['Fat per 100 g', '5', { text: '5', uom: 'GRM' }],
    ['Sugar alcohol', '5', { text: '5', uom: 'GRM' }],
    ['Polyunsaturated fat', '2.5', { text: '2.5', uom: 'GRM' }],
    ['Salt', '1', { text: '400', uom: 'MGM' }],
    ['sodium_100g', '0.4', { text: '400', uom: 'MGM' }],
    ['nutriments.vitamin-c_100g', '0.02', { text: '20', uom: 'MGM' }],
    ['Calories per 100 g', '90', '90'],
    ['Kcal per 100 g', '90', '90'],
    ['Energy', '90 cal', '90'],
    ['Energy', '12000 kcal', '12000'],
    ['energy_100g', '1575', '376'],
    ['kJ', '418.4', '100'],
    ['Sól', '1', { text: '400', uom: 'MGM' }],
    ['Kalorie', '90', '90'],
  ])('are read if there is only one: %s, %s', (heading, cell, value) => {
    expect(read(heading, cell).value).toEqual(value)
  })
})

test.each([
  ['Category', 'Oils, Vinegars & Dressings', ['Oils, Vinegars & Dressings']],
  ['Categories', 'Teas, Black teas', ['Teas', 'Black teas']],
  ['Category', 'Food; Tea', ['Food', 'Tea']],
  [
    'Google product category',
    'Food, Beverages & Tobacco > Salt, Spices',
    ['Food, Beverages & Tobacco', 'Salt, Spices'],
  ],
])('splits a list of categories, and no name with a comma: %s, %s', (heading, cell, labels) => {
  expect(read(heading, cell).value).toMatchObject(labels.map((label) => ({ label })))
})

test('reads yes and no as words, initials and marks of several languages', () => {
  const flag = (cell: Cell) => read('Private label', cell).value
  for (const yes of [
    'J',
    'O',
    'WAHR',
    'vrai',
    'VERDADERO',
    't',
    '✓',
    '✔️',
    '✅',
    'да',
    'si\u0301',
    '是',
    true,
  ])
    expect(flag(yes)).toBe('Y')
  for (const no of ['FALSCH', 'faux', 'falso', 'f', '✗', 'нет', 'nej', '否', false])
    expect(flag(no)).toBe('N')
  for (const other of ['maybe', 'Y/N', '2', 'none'])
    expect(reasons('Private label', other)).toEqual(['NOT_YES_OR_NO'])
})

test('splits warnings as an exported table joins them, and not within a sentence', () => {
  expect(read('Warnings', 'Contains soy; may contain nuts | Hot').value).toEqual([
    'Contains soy; may contain nuts',
    'Hot',
  ])
})

test.each(['None', 'Not kosher', 'non-kosher', 'No certification', 'keine', 'unknown', '?'])(
  'does not take "%s" for a kosher certificate',
  (cell) => expect(reasons('Kosher', cell)).toEqual(['NOT_YES_OR_NO']),
)

test('reads the certifiers of kosher food', () => {
  expect(read('Kosher', 'OU-D, Union of Rabbis, 3').value).toMatchObject({
    codes: ['OU D', 'Union of Rabbis', '3'],
  })
})

test('prefers stated kilocalories to converted kilojoules', () => {
  const rank = (heading: string) => detectColumn(heading)?.rank ?? 0
  for (const [kilojoules, kilocalories] of [
    ['Brennwert (kJ)', 'Brennwert (kcal)'],
    ['Energy kJ per 100 g', 'Energy kcal per 100 g'],
    ['Energy (kJ)', 'Calories'],
    ['energy_100g', 'energy-kcal_100g'],
  ] as const)
    expect(rank(kilojoules)).toBeGreaterThan(rank(kilocalories))
})

test('takes the view of a picture from its name, its heading or its place, and never invents one', () => {
  const views = (heading: string, cell: Cell) =>
    (read(heading, cell).value as { view?: string }[]).map(({ view }) => view)
  const [one, other] = ['https://a.example/1.jpg', 'https://a.example/04006381333931_A7C1.jpg']
  expect(views('Image', `${one} ${other} ${one}`)).toEqual(['A1C1', 'A7C1', undefined])
  expect(views('Image back url', one)).toEqual(['A7C1'])
  expect(views('Additional image link', one)).toEqual([undefined])
  expect(views('images', [{ url: one, view: 'nutrition' }, { url: one }])).toEqual(['nutrition', undefined])
})

test('a line break of an old program does not join two words', () => {
  expect(read('Description', 'Oats\vfrom Canada')).toMatchObject({ value: 'Oats\nfrom Canada' })
  expect(read('Brand', 'Leaf\u0007')).toMatchObject({ value: 'Leaf' })
})

test('removes characters that nobody sees around a text, and reports it', () => {
  expect(read('Brand', '\u200eLeaf\u200b Works\u202c')).toMatchObject({
    value: 'Leaf Works',
    changed: [{ to: 'Leaf Works' }],
  })
  expect(read('Brand', 'می\u200cخواهم')).toMatchObject({ value: 'می\u200cخواهم', kept: 1 })
})

test('keeps a truth value in a text field as it is written', () => {
  expect(read('Brand', true).value).toBe('true')
})

test('reads a household measure of several words, or of an abbreviation', () => {
  expect(read('Serving size', '1/4 cup dry (30 g)').value).toContainEqual({
    type: 'other',
    measure: '0.25',
    uom: 'cup dry',
  })
  expect(read('Serving size', '2 tbsp. (32 g)').value).toHaveLength(2)
})
