import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '../values/decimal.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { scaled, scalePanel } from './scale-panel.ts'

const granola: Nutrition = {
  sequence: '1',
  title: 'As sold',
  numberOfServings: '12',
  servingSizes: [
    { type: 'other', measure: '2/3', uom: 'cup' },
    { type: 'metric', measure: '30', uom: 'g' },
  ],
  energy: '110',
  totalFat: { uom: 'GRM', dailyPct: '3', calories: '22', text: '2.5' },
  sugars: { uom: 'GRM', text: '1' },
  sodium: { uom: 'MGM', text: '75' },
  vitaminC: { text: '' },
  dailyPercentOfIron: '4',
}

describe('a panel for another basis', () => {
  test('has the amounts without additional digits', () => {
    expect(scalePanel(granola, '100')).toEqual({
      title: 'As sold',
      servingSizes: [{ type: 'metric', measure: '100', uom: 'GRM' }],
      energy: '367',
      totalFat: { uom: 'GRM', text: '8.3' },
      sugars: { uom: 'GRM', text: '3' },
      sodium: { uom: 'MGM', text: '250' },
    })
  })
  test.each([
    ['8.3', '100', '30', '2.5'],
    ['366', '100', '30', '110'],
    ['0', '100', '30', '0'],
    ['0.05', '100', '30', '0.02'],
    ['12', '100', '30', '3.6'],
    ['1.50', '30', '60', '3'],
    ['1', '3', '1', '0.3'],
    ['2', '1', '1', '2'],
  ])('scales %s from %s to %s: %s', (text, from, to, expected) =>
    expect(scaled(text, decimal(from), decimal(to))).toBe(expected),
  )
  test('is undefined for a serving in cups, or for two servings', () => {
    expect(
      scalePanel({ energy: '1', servingSizes: [{ type: 'other', measure: '1', uom: 'cup' }] }, '100'),
    ).toBeUndefined()
    const size = { type: 'metric', measure: '30', uom: 'GRM' }
    expect(
      scalePanel({ energy: '1', servingSizes: [size, { ...size, measure: '60' }] }, '100'),
    ).toBeUndefined()
  })
  test('the same basis keeps every amount, and no result gains digits', () => {
    const amounts = fc
      .tuple(fc.nat(99_999), fc.nat(3))
      .map(([digits, scale]) => (digits / 10 ** scale).toFixed(scale))
    const bases = fc.integer({ min: 1, max: 900 })
    fc.assert(
      fc.property(amounts, bases, bases, (text, from, to) => {
        expect(Number(scaled(text, decimal(String(from)), decimal(String(from))))).toBe(Number(text))
        const result = scaled(text, decimal(String(from)), decimal(String(to))) ?? ''
        const places = (one: string) => one.split('.')[1]?.length ?? 0
        const digits = (one: string) => one.replace('.', '').replace(/^0+/, '').length
        if (to >= from) expect(places(result)).toBeLessThanOrEqual(places(text))
        else
          expect(digits(result.replace(/(\.\d*?)0+$/, '$1'))).toBeLessThanOrEqual(Math.max(1, digits(text)))
      }),
    )
  })
})
