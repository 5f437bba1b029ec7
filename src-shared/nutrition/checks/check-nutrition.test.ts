import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { type Nutrition, nutrition } from '../../vocabulary/elements/nutrition.ts'
import { arbitraryOf } from '../../vocabulary/kit/testing/arbitrary.ts'
import type { Market } from '../model.ts'
import { scalePanel } from '../scale-panel.ts'
import { checkNutrition } from './check-nutrition.ts'

const g = (text: string) => ({ uom: 'GRM', text })
const mg = (text: string) => ({ uom: 'MGM', text })
const of = (measure: string, uom = 'GRM') => [{ type: 'metric', measure, uom }]
/** An element that the vocabulary does not know. */
const foreign = (name: string, text: string, uom = 'GRM') => ({
  kind: 'element' as const,
  name,
  content: `<${name} uom="${uom}">${text}</${name}>`,
})

/** The oats of FDA's sample label. */
const oats: Nutrition = {
  servingSizes: [...of('55'), { type: 'other', measure: '2/3', uom: 'cup' }],
  energy: '230',
  totalFat: g('8'),
  saturatedFat: g('1'),
  transFat: g('0'),
  cholesterol: mg('0'),
  sodium: mg('160'),
  carbohydrates: g('37'),
  dietaryFiber: g('4'),
  sugars: g('12'),
  protein: g('3'),
  vitaminD: { uom: 'MC', text: '2' },
  calcium: mg('260'),
}
const codes = (facts: Nutrition[], market?: Market) =>
  checkNutrition(facts, market).map(({ code, panel, at }) => `${code} ${panel} ${at}`)

describe('correct labels', () => {
  test.each<[string, Nutrition]>([
    ['the sample label of FDA', oats],
    [
      'oil, all of it fat',
      {
        servingSizes: of('14'),
        energy: '120',
        totalFat: g('14'),
        saturatedFat: g('2'),
        carbohydrates: g('0'),
        protein: g('0'),
      },
    ],
    [
      'a spirit without declared alcohol',
      {
        servingSizes: of('44', 'ml'),
        energy: '97',
        totalFat: g('0'),
        carbohydrates: g('0'),
        protein: g('0'),
      },
    ],
    [
      'wine with declared alcohol',
      {
        servingSizes: of('148', 'ml'),
        energy: '125',
        totalFat: g('0'),
        carbohydrates: g('4'),
        protein: g('0'),
        unknown: [foreign('alcohol', '15.6')],
      },
    ],
    [
      'chewing gum with polyols at 2.4',
      {
        servingSizes: of('100'),
        energy: '168',
        totalFat: g('0'),
        carbohydrates: g('70'),
        sugarAlcohol: g('70'),
        sugars: g('0'),
        protein: g('0'),
      },
    ],
    [
      'erythritol, without energy',
      {
        servingSizes: of('4'),
        energy: '0',
        totalFat: g('0'),
        carbohydrates: g('4'),
        sugarAlcohol: g('4'),
        protein: g('0'),
      },
    ],
    [
      'EU bran, with fibre separate from the carbohydrates',
      {
        servingSizes: of('100'),
        energy: '216',
        totalFat: g('4.3'),
        carbohydrates: g('8'),
        sugars: g('2'),
        dietaryFiber: g('43'),
        protein: g('15'),
      },
    ],
    [
      'US psyllium, whose fibre has no energy',
      {
        servingSizes: of('9'),
        energy: '15',
        totalFat: g('0'),
        carbohydrates: g('8'),
        dietaryFiber: g('7'),
        protein: g('0'),
      },
    ],
    [
      'parts rounded up and a whole rounded down',
      {
        totalFat: g('5'),
        saturatedFat: g('1.5'),
        monounsaturatedFat: g('2.5'),
        polyunsaturatedFat: g('1.5'),
      },
    ],
    [
      'zeros rounded from less than half a gram',
      { carbohydrates: g('0'), sugars: g('0.4'), totalFat: g('0'), transFat: g('0.1') },
    ],
    ['salt that matches its sodium', { sodium: mg('400'), unknown: [foreign('salt', '1')] }],
    ['kilojoules by the factors of the EU', { energy: '366', unknown: [foreign('energyKj', '1542', 'KJO')] }],
    [
      'energy declared in kilojoules',
      {
        ...oats,
        energy: '962',
        unknown: [{ kind: 'attribute', name: 'uom', content: 'KJO', within: 'energy' }],
      },
    ],
    [
      'syrup, with more grams than millilitres',
      {
        servingSizes: of('15', 'ml'),
        carbohydrates: g('17'),
        energy: '68',
        totalFat: g('0'),
        protein: g('0'),
      },
    ],
    [
      'texts without a number or a unit of mass',
      {
        servingSizes: of('10'),
        totalFat: g('1'),
        saturatedFat: { uom: 'MLT', text: '5' },
        sugars: { text: '90' },
        energy: 'lots',
      },
    ],
    ['an empty panel', {}],
  ])('%s', (_name, facts) => expect(codes([facts])).toEqual([]))
})

describe('findings', () => {
  test.each<[string, Nutrition, string]>([
    [
      'a part larger than its whole',
      { totalFat: g('8'), saturatedFat: g('10') },
      'NUTRIENT_PARTS_EXCEED_WHOLE 0 saturatedFat',
    ],
    [
      'a part in another unit',
      { sugars: g('2'), carbohydrates: mg('900') },
      'NUTRIENT_PARTS_EXCEED_WHOLE 0 sugars',
    ],
    [
      'parts that exceed the whole together',
      { totalFat: g('10'), saturatedFat: g('6'), monounsaturatedFat: g('4'), polyunsaturatedFat: g('3') },
      'NUTRIENT_PARTS_EXCEED_WHOLE 0 totalFat',
    ],
    [
      'soluble fibre',
      { dietaryFiber: g('2'), solubleFiber: g('4') },
      'NUTRIENT_PARTS_EXCEED_WHOLE 0 solubleFiber',
    ],
    [
      'added sugars',
      { sugars: g('2'), unknown: [foreign('addedSugars', '4')] },
      'NUTRIENT_PARTS_EXCEED_WHOLE 0 addedSugars',
    ],
    [
      'starch and sugars',
      { carbohydrates: g('20'), sugars: g('12'), unknown: [foreign('starch', '11')] },
      'NUTRIENT_PARTS_EXCEED_WHOLE 0 carbohydrates',
    ],
    [
      'a vitamin heavier than its serving',
      { servingSizes: of('30'), vitaminC: g('90') },
      'NUTRIENT_EXCEEDS_SERVING 0 vitaminC',
    ],
    [
      'macronutrients heavier than the serving',
      { servingSizes: of('30'), totalFat: g('12'), carbohydrates: g('15'), protein: g('9'), energy: '204' },
      'NUTRIENT_EXCEEDS_SERVING 0 servingSizes',
    ],
    ['energy that is too low', { ...oats, energy: '23' }, 'ENERGY_NOT_OF_NUTRIENTS 0 energy'],
    ['energy that is too high', { ...oats, energy: '320' }, 'ENERGY_NOT_OF_NUTRIENTS 0 energy'],
    [
      'less energy than fat alone has',
      { energy: '50', totalFat: g('14') },
      'ENERGY_NOT_OF_NUTRIENTS 0 energy',
    ],
    [
      'kilojoules that do not match the kilocalories',
      { energy: '366', unknown: [foreign('energyKj', '1100', 'KJO')] },
      'KILOJOULES_NOT_OF_KILOCALORIES 0 energy',
    ],
    [
      'salt that does not match the sodium',
      { sodium: mg('400'), unknown: [foreign('salt', '2.5')] },
      'SALT_NOT_OF_SODIUM 0 sodium',
    ],
  ])('%s', (_name, facts, expected) => expect(codes([facts])).toEqual([expected]))

  test('counts fibre as part of the carbohydrates on US labels only', () => {
    const facts = { carbohydrates: g('10'), dietaryFiber: g('8'), sugars: g('5') }
    expect(codes([facts])).toEqual([])
    expect(codes([facts], 'eu')).toEqual([])
    expect(codes([facts], 'fda')).toEqual(['NUTRIENT_PARTS_EXCEED_WHOLE 0 carbohydrates'])
  })

  test('reports a sentence with the expected and the found value', () => {
    expect(checkNutrition([{ ...oats, saturatedFat: g('10') }])).toEqual([
      {
        code: 'NUTRIENT_PARTS_EXCEED_WHOLE',
        panel: 0,
        at: 'saturatedFat',
        message:
          'Saturated fat is 10 g, more than the 8 g of total fat that it is part of. Check for a typing error or a wrong unit.',
        expected: 'at most 8 g',
        found: '10 g',
      },
    ])
  })

  test('uses the plural for plural names', () => {
    const [part] = checkNutrition([{ sugars: g('20'), carbohydrates: g('9') }])
    expect(part?.message).toMatch(
      /^Sugars are 20 g, more than the 9 g of carbohydrates that they are part of\./,
    )
    const [heavy] = checkNutrition([{ servingSizes: of('30'), carbohydrates: g('90') }])
    expect(heavy?.message).toMatch(/^Carbohydrates are 90 g, more than the 30 g of the serving\./)
  })

  test('reports kilojoules given as kilocalories, with the correct number', () => {
    expect(checkNutrition([{ ...oats, energy: '962' }])).toMatchObject([
      {
        message:
          'Energy of 962 kcal looks like kilojoules: fat, carbohydrates and protein make about 232 kcal, and 962 kJ are 230 kcal.',
        suggestion: '230',
      },
    ])
    // An energy that alcohol may explain is not corrected.
    const wine = {
      servingSizes: of('100', 'ml'),
      energy: '74',
      totalFat: g('0'),
      carbohydrates: g('4.5'),
      protein: g('0'),
    }
    expect(checkNutrition([wine])).toMatchObject([
      { message: expect.stringMatching(/It may also be alcohol\.$/) },
    ])
    expect(checkNutrition([wine])[0]).not.toHaveProperty('suggestion')
  })
})

describe('two panels', () => {
  const hundred = scalePanel(oats, '100') ?? {}
  test('of one food agree for different servings', () => {
    expect(codes([oats, hundred])).toEqual([])
    expect(codes([{ ...oats, servingSizes: of('0.055', 'kg') }, hundred])).toEqual([])
  })
  test('name the row that differs', () => {
    const found = checkNutrition([oats, { ...hundred, sodium: mg('400') }])
    expect(found).toMatchObject([
      {
        code: 'PANELS_DISAGREE',
        panel: 1,
        at: 'sodium',
        message: 'Sodium is 400 mg here, but 160 mg in 55 g (panel 1) are 291 mg in 100 g.',
        expected: '291 mg',
        found: '400 mg',
      },
    ])
  })
  test('that differ in nearly all rows are reported once', () => {
    expect(codes([oats, { ...oats, servingSizes: of('100') }])).toEqual(['PANELS_DISAGREE 1 '])
  })
  test('as sold and as prepared are not compared, nor grams with millilitres', () => {
    expect(codes([oats, { ...oats, title: 'As prepared', servingSizes: of('240') }])).toEqual([])
    expect(codes([oats, { ...oats, servingSizes: of('240', 'ml') }])).toEqual([])
  })
  test('a panel and its scaled copy always agree', () => {
    const amount = fc.integer({ min: 0, max: 400 }).map((tenths) => g(String(tenths / 10)))
    const panel = fc.record({ sugars: amount, totalFat: amount, sodium: amount, protein: amount })
    fc.assert(
      fc.property(panel, fc.integer({ min: 5, max: 500 }), (amounts, serving) => {
        const facts = { ...amounts, servingSizes: of(String(serving)) }
        const found = codes([facts, scalePanel(facts, '100') ?? {}])
        expect(found.filter((code) => code.startsWith('PANELS'))).toEqual([])
      }),
    )
  })
})

test('any panel can be checked', () => {
  fc.assert(
    fc.property(fc.array(arbitraryOf(nutrition), { maxLength: 3 }), (facts) => {
      for (const { message, panel } of checkNutrition(facts, 'fda')) {
        expect(message).toMatch(/^[A-Z].*\.$/)
        expect(panel).toBeLessThan(facts.length)
      }
    }),
    { numRuns: numberOfCases(60) },
  )
})
