import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { units } from '../../../src-shared/values/units.ts'
import { readColumnName } from '../columns/column-name.ts'
import { readDimensions, readMeasure } from './read-measure.ts'
import { readEnergy, readNutrient, readServing } from './read-nutrient.ts'

const column = readColumnName('x')

describe('measures', () => {
  test('reads every unit by code, symbol and alias, with any amount', () => {
    const spelt = units
      .flatMap(({ code, symbol, aliases }) =>
        [code, symbol, ...aliases].map((spelling) => ({ code, spelling })),
      )
      // A text is ambiguous if the spelling of the unit contains a blank, bracket or quotation mark.
      .filter(({ spelling }) => /^[\p{L}µ%]+$/u.test(spelling))
    fc.assert(
      fc.property(
        fc.constantFrom(...spelt),
        fc.integer({ min: 0, max: 99_999 }),
        fc.nat(99),
        (unit, whole, part) => {
          const after = String(part).padStart(2, '0')
          const read = readMeasure(`${whole}.${after} ${unit.spelling}`)
          const expected = units.find(({ code }) => code === unit.code)
          expect(read.value?.measure.uom).toBe(firstOf(unit.spelling) ?? expected?.code)
          expect(Number(read.value?.measure.measure)).toBe(Number(`${whole}.${after}`))
        },
      ),
    )
  })
  /** A spelling shared by two units means the first of them. */
  const firstOf = (spelling: string) =>
    units.find(({ code, symbol, name, aliases }) =>
      [code, symbol, name, ...aliases].some((one) => one.toLowerCase() === spelling.toLowerCase()),
    )?.code

  test.each([
    ['250 g', { measure: { measure: '250', uom: 'GRM' } }],
    ['1,5L', { measure: { measure: '1.5', uom: 'LTR' } }],
    ['12 oz (340 g)', { measure: { measure: '12', uom: 'ONZ' } }],
    ['12 fl oz', { measure: { measure: '12', uom: 'OZA' } }],
    ['4 x 5 cl', { measure: { measure: '20', uom: 'CLT' }, units: '4' }],
    ['6×0,33 l', { measure: { measure: '1.98', uom: 'LTR' }, units: '6' }],
    ['5 oranges', undefined],
    [{ measure: '5', uom: 'oranges' }, undefined],
    [{ measure: '1/3', uom: 'g' }, undefined],
    [{ measure: '5', uom: 'BX' }, { measure: { measure: '5', uom: 'BX' } }],
    [{ measure: '1 1/2', uom: 'lb' }, { measure: { measure: '1.5', uom: 'LBR' } }],
    [{ measure: '5 g', uom: 'kg' }, undefined],
    [{ text: '5 g', uom: 'kg' }, undefined],
    ['about nothing', undefined],
    [{ measure: '75', uom: 'G' }, { measure: { measure: '75', uom: 'GRM' } }],
    [{ text: '75 g' }, { measure: { measure: '75', uom: 'GRM' } }],
    [{ value: '5', unitCode: 'KGM' }, { measure: { measure: '5', uom: 'KGM' } }],
    [{ value: '5', uom: 'g', modifier: '<' }, undefined],
    [{ value: '5', uom: 'g', max: '6' }, undefined],
    [{ value: '5', uom: 'g', approximate: true }, undefined],
    [{ value: '5', measurementUnitCode: 'GRM' }, { measure: { measure: '5', uom: 'GRM' } }],
    [{ value: '5', uom: 'g', modifier: '=' }, { measure: { measure: '5', uom: 'GRM' } }],
  ])('%j', (cell, expected) => expect(readMeasure(cell).value).toEqual(expected))

  test.each([
    '<0.5 g',
    '≤ 5 g',
    '~250 g',
    '≈ 4 x 5 cl',
    'Fat: > 5 g',
    '5 g (±10 %)',
    'less than 5 g',
    '100-120 g',
    '24/12 OZ',
    "5' 10",
    '10 x 20 x 5 cm',
  ])('leaves out %s entirely', (text) => {
    expect(readMeasure(text)).toEqual({ kept: 0, changed: [], left: [{ code: 'NOT_A_NUMBER', text }] })
  })

  test('keeps equivalent spellings, and reports calculated values as changes', () => {
    expect(readMeasure('5 g *')).toMatchObject({ kept: 1, left: [] })
    expect(readMeasure('.5 oz')).toMatchObject({ changed: [{ from: '.5 oz', to: '0.5 oz' }] })
    expect(readMeasure('1 lb 4 oz')).toMatchObject({ changed: [{ from: '1 lb 4 oz', to: '20 oz' }] })
    expect(readMeasure('12 oz (340 g)').left).toEqual([{ code: 'REST_OF_TEXT', text: '340 g' }])
  })

  test.each([
    [
      '10 x 20 x 5 cm',
      [
        ['10', 'CMT'],
        ['20', 'CMT'],
        ['5', 'CMT'],
      ],
    ],
    [
      '1 1/2" × .5" × 3"',
      [
        ['1.5', 'INH'],
        ['0.5', 'INH'],
        ['3', 'INH'],
      ],
    ],
    ['10 cm x 20 x 5', undefined],
    ['10 x 20 cm', undefined],
    ['10 x 20 x 5-6 cm', undefined],
    ['10 x 20 x 5 g', undefined],
  ])('reads the dimensions %s', (text, sides) => {
    expect(readDimensions(text).value?.map(({ measure, uom }) => [measure, uom])).toEqual(sides)
  })

  test.each([
    ["1'046 kJ", '1046', 'KJO'],
    ['1’234’567.5 g', '1234567.5', 'GRM'],
    ["6 x 1'500 ml", '9000', 'MLT'],
    [`5' 10"`, '70', 'INH'],
  ])('reads %s as %s %s', (text, measure, uom) => {
    expect(readMeasure(text).value?.measure).toEqual({ measure, uom })
  })

  test('reads a bare number in the unit of its column', () => {
    expect(readMeasure('12.50', 'KGM').value).toMatchObject({ measure: { measure: '12.5', uom: 'KGM' } })
    expect(readMeasure('12.50').value).toEqual({ bare: true, measure: { measure: '12.5' } })
  })
})

describe('nutrition', () => {
  test('keeps the unit of a nutrient, or adds the usual one', () => {
    expect(readNutrient({ value: '0.4', uom: 'MG' }, 'sodium', column).value).toEqual({
      text: '0.4',
      uom: 'MGM',
    })
    expect(readNutrient({ value: '30', uom: 'UG' }, 'vitaminA', column).value).toEqual({
      text: '30',
      uom: 'MC',
    })
    expect(readNutrient('3.5', 'totalFat', column).value).toEqual({ text: '3.5', uom: 'GRM' })
    expect(readNutrient('?', 'totalFat', column)).toEqual({
      kept: 0,
      changed: [],
      left: [{ code: 'NOT_A_NUMBER', text: '?' }],
    })
  })
  test('reads a share of the daily value if the nutrient has such a field', () => {
    expect(readNutrient({ value: '2', uom: 'G', dailyPercent: '4' }, 'totalFat', column).value).toMatchObject(
      {
        dailyPct: '4',
      },
    )
    expect(
      readNutrient({ value: '2', uom: 'MG', dailyPercent: '4' }, 'iron', column).value?.dailyPct,
    ).toBeUndefined()
  })
  test('reads columns for 100 g in grams, and converts minerals to milligrams', () => {
    expect(readNutrient('0.0034', 'iron', readColumnName('iron_100g')).value).toEqual({
      text: '3.4',
      uom: 'MGM',
    })
    expect(readNutrient('500 mg', 'sodium', readColumnName('Salt (g)')).value).toEqual({
      text: '200',
      uom: 'MGM',
    })
    expect(readNutrient('1.25', 'sodium', readColumnName('salt_100g')).value).toEqual({
      text: '500',
      uom: 'MGM',
    })
  })
  test('converts energy to kilocalories', () => {
    expect(readEnergy('1575 kJ / 376 kcal', column)).toMatchObject({ value: '376' })
    for (const heading of ['Energy kcal/kJ', 'Energy kcal (kJ)', 'Brennwert kJ (kcal)']) {
      expect(readEnergy('1570', readColumnName(heading))).toMatchObject({ left: [{ code: 'UNIT_MISSING' }] })
      expect(readEnergy('376 kcal', readColumnName(heading)).value).toBe('376')
    }
    expect(readEnergy("1'046 kJ", column)).toMatchObject({ value: '250', left: [] })
    expect(readEnergy({ value: '418.4', uom: 'KJ' }, column).value).toBe('100')
    expect(readEnergy('2092', readColumnName('energy_100g')).value).toBe('500')
    expect(readEnergy('250', readColumnName('energy-kcal_100g')).value).toBe('250')
    expect(readEnergy('250', column).value).toBe('250')
  })
  test('reads a serving with its metric size and household measure', () => {
    const household = { type: 'other', measure: '1', uom: 'brioche' }
    const metric = { type: 'metric', measure: '100', uom: 'GRM' }
    expect(readServing({ measure: '100', uom: 'G', text: '100 g / 1 brioche' }).value).toEqual([
      metric,
      household,
    ])
    expect(readServing('1 cup (240 ml)').value).toContainEqual({ type: 'other', measure: '1', uom: 'cup' })
    expect(readServing('100 g').value).toEqual([metric])
    expect(readServing('1/2 cup (120 ml)').value).toContainEqual({
      type: 'other',
      measure: '0.5',
      uom: 'cup',
    })
    expect(readServing('2/3 cup (55g)')).toMatchObject({
      value: [{ type: 'metric', measure: '55', uom: 'GRM' }],
      left: [{ code: 'REST_OF_TEXT', text: '2/3 cup' }],
    })
    for (const text of [
      '~100 g / 1 brioche',
      '1 cup (about 240 ml)',
      '2-3 biscuits (30 g)',
      '100 g (50 g)',
      '2/3 cup',
    ])
      expect(readServing(text)).toMatchObject({ kept: 0, left: [{ code: 'UNREADABLE', text }] })
  })
})
