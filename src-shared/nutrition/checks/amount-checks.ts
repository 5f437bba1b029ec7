/** Checks the amounts of a panel against each other and against the weight of the serving. */

import { listed, say } from '../../texts/say.ts'
import { capitalized } from '../../texts/spoken.ts'
import { compare, decimal, sum, times } from '../../values/decimal.ts'
import { type Market, type NutrientName, nutrientLabel } from '../model.ts'
import {
  type Declared,
  declaredOf,
  inSentence,
  isPlural,
  massWords,
  type Panel,
  type Range,
} from '../panel.ts'
import { type NutritionCheck, perPanel } from './check.ts'

interface Whole {
  whole: NutrientName
  parts: readonly NutrientName[]
  /** The market whose labels it applies to; absent: all. */
  only?: Market
}

/**
 * Nutrients with their parts. Only the first broken rule of a nutrient is reported. Carbohydrates include
 * fibre on US labels (21 CFR 101.9(c)(6)(i)), and exclude it nearly everywhere else (Regulation (EU) No
 * 1169/2011, annex I, points 7 and 12).
 */
const wholes: readonly Whole[] = [
  {
    whole: 'totalFat',
    parts: ['saturatedFat', 'transFat', 'polyunsaturatedFat', 'monounsaturatedFat'],
  },
  { whole: 'carbohydrates', parts: ['sugars', 'sugarAlcohol', 'starch'] },
  { whole: 'carbohydrates', parts: ['sugars', 'sugarAlcohol', 'otherCarbohydrates'] },
  { whole: 'carbohydrates', parts: ['dietaryFiber', 'sugars', 'sugarAlcohol'], only: 'fda' },
  { whole: 'dietaryFiber', parts: ['solubleFiber', 'insolubleFiber'] },
  { whole: 'sugars', parts: ['addedSugars'] },
]

const isOf = (only: Market | undefined, market: Market | undefined): boolean =>
  only === undefined || only === market
const lowest = (declared: readonly Range[]) => sum(declared.map(({ low }) => low))
const total = (declared: readonly Declared[]) => sum(declared.map(({ value }) => value))
const words = (names: readonly string[]): string => listed(names, 'and')

/** The sums of the parts in a panel, for display. */
export function sumsOfParts(
  panel: Panel,
  market: Market,
): { whole: Declared; parts: Declared[]; sum: string; exceeds: boolean }[] {
  const seen = new Set<NutrientName>()
  return wholes.flatMap(({ whole: name, parts: names, only }) => {
    const whole = panel.amounts.get(name)
    const parts = declaredOf(panel, names)
    if (!whole || parts.length < 2 || total(parts).digits === 0n || seen.has(name) || !isOf(only, market))
      return []
    seen.add(name)
    return [{ whole, parts, sum: massWords(total(parts)), exceeds: compare(lowest(parts), whole.high) > 0 }]
  })
}

export const partsCheck: NutritionCheck = {
  code: 'NUTRIENT_PARTS_EXCEED_WHOLE',
  message: say`The parts of a nutrient are no more than the nutrient, such as saturated fat than total fat.`,
  find: perPanel((panel, market) => {
    const reported = new Set<NutrientName>()
    return wholes.flatMap(({ whole: name, parts: names, only }) => {
      const whole = panel.amounts.get(name)
      if (!whole || reported.has(name) || !isOf(only, market)) return []
      const parts = declaredOf(panel, names)
      const single = parts.filter(({ low }) => compare(low, whole.high) > 0)
      const found = single.map((part) => ({
        at: part.name,
        message: isPlural(part.name)
          ? say`${nutrientLabel(part.name)} are ${part.words}, more than the ${whole.words} of ${inSentence(name)} that they are part of. Check for a typing error or a wrong unit.`
          : say`${nutrientLabel(part.name)} is ${part.words}, more than the ${whole.words} of ${inSentence(name)} that it is part of. Check for a typing error or a wrong unit.`,
        expected: say`at most ${whole.words}`,
        found: part.words,
      }))
      if (found.length === 0 && parts.length > 1 && compare(lowest(parts), whole.high) > 0) {
        const sumWords = massWords(total(parts))
        found.push({
          at: name,
          message: say`${capitalized(words(parts.map((part) => inSentence(part.name))))} are ${sumWords} together, more than the ${whole.words} of ${inSentence(name)} that they are part of.`,
          expected: say`at least ${sumWords}`,
          found: whole.words,
        })
      }
      if (found.length > 0) reported.add(name)
      return found
    })
  }),
}

/** Maximum grams per millilitre: honey and syrups weigh 1.4 g. */
const maxDensity = decimal('1.5')

export const weightCheck: NutritionCheck = {
  code: 'NUTRIENT_EXCEEDS_SERVING',
  message: say`No nutrient weighs more than the serving that it is in, nor do fat, carbohydrates and protein together.`,
  find: perPanel(({ basis, amounts }) => {
    if (basis === undefined) return []
    const most = basis.unit === 'MLT' ? times(basis.high, maxDensity) : basis.high
    const single = [...amounts.values()].filter(
      ({ name, low }) => name !== 'energy' && name !== 'energyKj' && compare(low, most) > 0,
    )
    if (single.length > 0)
      return single.map(({ name, words: found }) => ({
        at: name,
        message: isPlural(name)
          ? say`${nutrientLabel(name)} are ${found}, more than the ${basis.words} of the serving. Check for a typing error, a wrong unit or another serving size.`
          : say`${nutrientLabel(name)} is ${found}, more than the ${basis.words} of the serving. Check for a typing error, a wrong unit or another serving size.`,
        expected: say`at most ${basis.words}`,
        found,
      }))
    const main = declaredOf({ title: '', amounts }, ['totalFat', 'carbohydrates', 'protein'])
    if (compare(lowest(main), most) <= 0) return []
    const found = massWords(total(main))
    return [
      {
        at: 'servingSizes',
        message: say`${capitalized(words(main.map(({ name }) => inSentence(name))))} are ${found} together, more than the ${basis.words} of the serving. Look at the serving size.`,
        expected: say`at least ${found}`,
        found: basis.words,
      },
    ]
  }),
}

const saltInSodium = decimal('2.5')

export const saltCheck: NutritionCheck = {
  code: 'SALT_NOT_OF_SODIUM',
  message: say`Salt is 2.5 times the sodium.`,
  find: perPanel(({ amounts }) => {
    const [sodium, salt] = [amounts.get('sodium'), amounts.get('salt')]
    if (!sodium || !salt) return []
    const [low, high] = [times(sodium.low, saltInSodium), times(sodium.high, saltInSodium)]
    if (compare(salt.high, low) >= 0 && compare(salt.low, high) <= 0) return []
    const expected = massWords(times(sodium.value, saltInSodium))
    return [
      {
        at: 'sodium',
        message: say`Salt is ${salt.words}, but ${sodium.words} of sodium are ${expected} of salt (2.5 times the sodium).`,
        expected: say`${expected} of salt`,
        found: salt.words,
      },
    ]
  }),
}
