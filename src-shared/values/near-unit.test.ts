import { expect, test } from 'vitest'
import { nearUnit } from './near-unit.ts'

test.each([
  ['Fl', 'OZA'],
  ['kilogr', 'KGM'],
  ['grmas', 'GRM'],
  ['Millilitr.', 'MLT'],
  ['litters', 'LTR'],
])('%s is nearest to %s', (text, code) => {
  expect(nearUnit(text)?.code).toBe(code)
})

test.each(['g', 'm', 'mi', 'cups', 'hogshead', ''])('%s has no single nearest unit', (text) => {
  expect(nearUnit(text)).toBeUndefined()
})

test('considers only the quantities of the field', () => {
  // Millilitres, milligrams and millimetres begin with it.
  expect(nearUnit('mill')).toBeUndefined()
  expect(nearUnit('mill', new Set(['mass']))?.code).toBe('MGM')
})
