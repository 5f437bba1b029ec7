import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nutrition } from '../vocabulary/elements/nutrition.ts'
import { dailyPercent } from './daily-percent.ts'
import { type Market, markets, type NutrientName } from './model.ts'
import { referenceIntakes } from './reference-intakes.ts'

const percent = (nutrient: NutrientName, amount: string, unit: string, market: Market = 'fda') =>
  dailyPercent(nutrient, amount, unit, market)?.percent

describe('the percentage of the daily amount', () => {
  test.each<[NutrientName, string, string, string]>([
    // Values printed in 21 CFR 101.9(d)(8).
    ['vitaminD', '2', 'MC', '10'],
    ['calcium', '260', 'MGM', '20'],
    ['iron', '8', 'MGM', '45'],
    ['potassium', '235', 'MGM', '6'],
    // Values printed on FDA's label of 2016.
    ['totalFat', '8', 'GRM', '10'],
    ['saturatedFat', '1', 'GRM', '5'],
    ['sodium', '160', 'MGM', '7'],
    ['carbohydrates', '37', 'GRM', '13'],
    ['dietaryFiber', '4', 'GRM', '14'],
    ['addedSugars', '10', 'GRM', '20'],
    // Boundaries of the rounding steps.
    ['calcium', '12.9', 'MGM', '0'],
    ['calcium', '13', 'MGM', '2'],
    ['calcium', '130', 'MGM', '10'],
    ['calcium', '131', 'MGM', '10'],
    ['calcium', '162.5', 'MGM', '15'],
    ['calcium', '650', 'MGM', '50'],
    ['calcium', '651', 'MGM', '50'],
    ['calcium', '715', 'MGM', '60'],
    ['calcium', '1300', 'MGM', '100'],
    // Other units and spellings.
    ['calcium', '0.26', 'g', '20'],
    ['vitaminD', '80', 'IU', '10'],
    ['vitaminC', '90000', 'µg', '100'],
    ['totalFat', '0', 'GRM', '0'],
  ])('FDA: %s %s %s is %s %%', (nutrient, amount, unit, expected) =>
    expect(percent(nutrient, amount, unit)).toBe(expected),
  )

  test.each<[NutrientName, string, string, string]>([
    ['totalFat', '7', 'GRM', '10'],
    ['sugars', '45', 'GRM', '50'],
    ['protein', '1', 'GRM', '2'],
    ['salt', '0.6', 'GRM', '10'],
    ['sodium', '240', 'MGM', '10'],
    ['vitaminC', '12', 'MGM', '15'],
    ['vitaminC', '8.4', 'MGM', '11'],
    ['folicAcid', '30', 'MC', '15'],
    ['iron', '2.1', 'MGM', '15'],
  ])('EU: %s %s %s is %s %%', (nutrient, amount, unit, expected) =>
    expect(percent(nutrient, amount, unit, 'eu')).toBe(expected),
  )

  test.each<[string, NutrientName, string, string, Market]>([
    ['a nutrient without reference intake: trans fat', 'transFat', '1', 'GRM', 'fda'],
    ['a nutrient without reference intake: fibre in the EU', 'dietaryFiber', '1', 'GRM', 'eu'],
    ['protein, because panels do not state its quality', 'protein', '10', 'GRM', 'fda'],
    ['an IU with several possible masses', 'vitaminA', '5000', 'IU', 'fda'],
    ['a unit of volume', 'totalFat', '1', 'MLT', 'fda'],
    ['no unit', 'totalFat', '1', '', 'fda'],
    ['no number', 'totalFat', 'some', 'GRM', 'fda'],
    ['nothing', 'totalFat', '', 'GRM', 'fda'],
    ['less than nothing', 'totalFat', '-1', 'GRM', 'fda'],
  ])('is undefined for %s', (_name, nutrient, amount, unit, market) =>
    expect(dailyPercent(nutrient, amount, unit, market)).toBeUndefined(),
  )

  test('a full reference intake is 100 % for every market and nutrient', () => {
    for (const market of markets)
      for (const [name, { amount, unit }] of Object.entries(referenceIntakes[market]))
        expect(percent(name as NutrientName, amount, unit, market)).toBe('100')
  })

  test('a larger amount never has a smaller percentage', () => {
    const amounts = fc.integer({ min: 0, max: 30_000 })
    fc.assert(
      fc.property(amounts, amounts, fc.constantFrom(...markets), (a, b, market) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((amount) =>
          Number(percent('calcium', String(amount / 10), 'MGM', market)),
        )
        expect(more).toBeGreaterThanOrEqual(less ?? Number.NaN)
      }),
    )
  })

  test('every percentage field of the documents has a reference intake in a market', () => {
    const named = nutrition.members.flatMap(({ key }) =>
      key.startsWith('dailyPercentOf') ? [key.charAt(14).toLowerCase() + key.slice(15)] : [],
    )
    expect(named).toHaveLength(10)
    for (const name of named)
      expect(
        markets.some((market) => name in referenceIntakes[market]),
        name,
      ).toBe(true)
  })
})
