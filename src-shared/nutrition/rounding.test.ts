import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NutrientName } from './model.ts'
import { roundAmount } from './rounding.ts'

describe('rounding by 21 CFR 101.9(c)', () => {
  test.each<[NutrientName, string, string, [amount: string, rounded: string][]]>([
    [
      'energy',
      'E14',
      '',
      [
        ['4.9', '0'],
        ['5', '5'],
        ['47', '45'],
        ['47.5', '50'],
        ['50', '50'],
        ['51', '50'],
        ['55', '60'],
        ['107', '110'],
      ],
    ],
    [
      'totalFat',
      'GRM',
      '',
      [
        ['0.49', '0'],
        ['0.5', '0.5'],
        ['2.74', '2.5'],
        ['2.75', '3'],
        ['4.9', '5'],
        ['5.4', '5'],
        ['5.5', '6'],
      ],
    ],
    [
      'cholesterol',
      'MGM',
      '',
      [
        ['1.9', '0'],
        ['5.1', '5'],
        ['7.5', '10'],
        ['33', '35'],
      ],
    ],
    [
      'cholesterol',
      'MGM',
      '5',
      [
        ['2', '0'],
        ['3', '5'],
        ['5', '5'],
      ],
    ],
    [
      'sodium',
      'MGM',
      '',
      [
        ['4.9', '0'],
        ['5', '5'],
        ['137', '135'],
        ['140', '140'],
        ['141', '140'],
        ['145', '150'],
        ['1234', '1230'],
      ],
    ],
    [
      'carbohydrates',
      'GRM',
      '',
      [
        ['0.4', '0'],
        ['1', '1'],
        ['1.5', '2'],
        ['12.4', '12'],
      ],
    ],
    [
      'dietaryFiber',
      'GRM',
      '1',
      [
        ['0.5', '1'],
        ['0.9', '1'],
      ],
    ],
    [
      'protein',
      'GRM',
      '',
      [
        ['0.4', '0'],
        ['7.5', '8'],
      ],
    ],
  ])('%s in %s (less than %s)', (nutrient, unit, lessThan, cases) => {
    for (const [amount, text] of cases)
      expect(roundAmount(nutrient, amount, unit, 'fda'), amount).toEqual({
        text,
        ...(lessThan && { lessThan }),
      })
  })
  test('does not round vitamins, minerals or amounts in another unit', () => {
    expect(roundAmount('calcium', '261.3', 'MGM', 'fda')).toBeUndefined()
    expect(roundAmount('sodium', '0.14', 'GRM', 'fda')).toBeUndefined()
    expect(roundAmount('totalFat', 'a little', 'GRM', 'fda')).toBeUndefined()
  })
})

describe('rounding by the guidance of the Commission', () => {
  test.each<[NutrientName, string, [amount: string, rounded: string, lessThan?: string][]]>([
    [
      'energy',
      'E14',
      [
        ['366.5', '367'],
        ['0.4', '0'],
      ],
    ],
    ['energyKj', 'KJO', [['1533.4', '1533']]],
    [
      'totalFat',
      'GRM',
      [
        ['0.5', '0', '0.5'],
        ['0.51', '0.5'],
        ['9.94', '9.9'],
        ['9.96', '10'],
        ['10.4', '10'],
        ['10.5', '11'],
      ],
    ],
    [
      'saturatedFat',
      'GRM',
      [
        ['0.1', '0', '0.1'],
        ['0.14', '0.1'],
        ['1.25', '1.3'],
        ['10.5', '11'],
      ],
    ],
    [
      'sodium',
      'GRM',
      [
        ['0.005', '0', '0.005'],
        ['0.0051', '0.01'],
        ['0.994', '0.99'],
        ['1.04', '1'],
      ],
    ],
    [
      'salt',
      'GRM',
      [
        ['0.0125', '0', '0.01'],
        ['0.0126', '0.01'],
        ['0.455', '0.46'],
        ['1.25', '1.3'],
      ],
    ],
    [
      'vitaminA',
      'MC',
      [
        ['1234', '1230'],
        ['0.12345', '0.123'],
      ],
    ],
    [
      'calcium',
      'MGM',
      [
        ['123.5', '124'],
        ['80', '80'],
      ],
    ],
    [
      'vitaminC',
      'MGM',
      [
        ['12.5', '13'],
        ['125', '130'],
        ['1.25', '1.3'],
      ],
    ],
  ])('%s in %s', (nutrient, unit, cases) => {
    for (const [amount, text, lessThan] of cases)
      expect(roundAmount(nutrient, amount, unit, 'eu'), amount).toEqual({
        text,
        ...(lessThan && { lessThan }),
      })
  })
})

test('rounding is idempotent', () => {
  const nutrients = fc.constantFrom<[NutrientName, string]>(
    ['energy', 'E14'],
    ['totalFat', 'GRM'],
    ['saturatedFat', 'GRM'],
    ['carbohydrates', 'GRM'],
    ['vitaminC', 'MGM'],
  )
  fc.assert(
    fc.property(nutrients, fc.nat(100_000), fc.constantFrom('fda', 'eu'), ([name, unit], digits, market) => {
      const once = roundAmount(name, String(digits / 100), unit, market)?.text
      if (once !== undefined) expect(roundAmount(name, once, unit, market)?.text).toBe(once)
    }),
  )
})
