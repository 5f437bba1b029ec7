/** Checks the energy of a panel: against its macronutrients, and kilojoules against kilocalories. */

import { say } from '../../texts/say.ts'
import {
  compare,
  type Decimal,
  decimal,
  minus,
  plus,
  quotient,
  times,
  writeDecimal,
} from '../../values/decimal.ts'
import {
  energyByNutrients,
  kilojoulesInKilocalorie,
  maxAlcoholEnergy,
  maxKilojoules,
  minKilojoules,
} from '../energy.ts'
import { declaredOf, type Panel, type Range } from '../panel.ts'
import { partsCheck, weightCheck } from './amount-checks.ts'
import { type Finding, type NutritionCheck, perPanel } from './check.ts'

/**
 * Tolerance between the declared and the calculated energy, beyond rounding and the choice of factors. 21
 * CFR 101.9(g)(5) allows 20 % for the calories of a label. That also covers the US factors for single foods
 * ((c)(1)(i)(A): 2.4 to 4.4 for protein, 2.7 to 4.2 for carbohydrates). The minimum of 10 kcal covers
 * contents that labels omit, such as organic acids, and the rounding of small servings.
 */
const tolerance = decimal('0.2')
const least = decimal('10')

const widened = ({ low, high }: Range): Range => {
  const by = (one: Decimal): Decimal => {
    const share = times(one, tolerance)
    return compare(share, least) < 0 ? least : share
  }
  return { low: minus(low, by(low)), high: plus(high, by(high)) }
}
const overlaps = (one: Range, other: Range): boolean =>
  compare(one.high, other.low) >= 0 && compare(one.low, other.high) <= 0
const whole = (value: Decimal): string => writeDecimal(quotient(value, decimal('1'), 0))
const divided = (value: Decimal, by: Decimal): Decimal => quotient(value, by, 6)

/**
 * Compares the declared energy with the energy calculated from the macronutrients; `undefined` if one is
 * missing.
 */
export function energyFit(panel: Panel) {
  const declared = panel.amounts.get('energy')
  const made = energyByNutrients(panel)
  if (!declared || !made) return undefined
  const range = widened(made)
  const isLow = compare(declared.high, range.low) < 0
  const isHigh = made.isWhole && compare(declared.low, plus(range.high, maxAlcoholEnergy(panel))) > 0
  const inKilojoules = (): Range => ({
    low: divided(declared.low, kilojoulesInKilocalorie),
    high: divided(declared.high, kilojoulesInKilocalorie),
  })
  const isMore = made.isWhole && compare(declared.low, range.high) > 0
  return {
    declared,
    made,
    isLow,
    isHigh,
    looksLikeKilojoules: isMore && overlaps(inKilojoules(), made),
    // Wine and spirits have no fat or protein, and the documents have no element for the amount of alcohol.
    mayBeAlcohol: isMore && declaredOf(panel, ['totalFat', 'protein']).every(({ low }) => low.digits === 0n),
  }
}

/**
 * The whole kilocalories that the amounts of a panel make; undefined if fat, carbohydrates or protein is
 * missing, or if the amounts contradict each other.
 */
export function energyOf(panel: Panel): string | undefined {
  const made = energyByNutrients(panel)
  const isContradicted = [partsCheck, weightCheck].some(({ find }) => find([panel]).length > 0)
  return made?.isWhole && !isContradicted ? whole(made.general) : undefined
}

export const energyCheck: NutritionCheck = {
  code: 'ENERGY_NOT_OF_NUTRIENTS',
  message: say`Energy is what fat (9 kcal/g), carbohydrates (4), protein (4), alcohol (7), polyols and fibre make, within 20 %.`,
  find: perPanel((panel): Omit<Finding, 'panel'>[] => {
    const fit = energyFit(panel)
    if (!fit) return []
    const { declared, made, isLow, isHigh, looksLikeKilojoules, mayBeAlcohol } = fit
    if (looksLikeKilojoules) {
      const kilocalories = whole(divided(declared.value, kilojoulesInKilocalorie))
      return [
        {
          at: 'energy',
          message: [
            say`Energy of ${declared.words} looks like kilojoules: fat, carbohydrates and protein make about ${whole(made.general)} kcal, and ${whole(declared.value)} kJ are ${kilocalories} kcal.`,
            ...(mayBeAlcohol ? [say`It may also be alcohol.`] : []),
          ].join(' '),
          expected: say`about ${whole(made.general)} kcal`,
          found: declared.words,
          ...(!mayBeAlcohol && { suggestion: kilocalories }),
        },
      ]
    }
    if (!isLow && !isHigh) return []
    const suggestion = mayBeAlcohol ? undefined : energyOf(panel)
    const [low, high] = [whole(made.low), whole(made.high)]
    const expected = !made.isWhole
      ? say`at least ${low} kcal`
      : low === high
        ? `${low} kcal`
        : say`${low} to ${high} kcal`
    return [
      {
        at: 'energy',
        message: [
          say`Energy is ${declared.words}, but fat, carbohydrates and protein make ${expected}.`,
          mayBeAlcohol
            ? say`Where the rest is not alcohol, check for a typing error, or amounts of another serving.`
            : say`Check for a typing error, or amounts of another serving.`,
        ].join(' '),
        expected,
        found: declared.words,
        ...(suggestion !== undefined && { suggestion }),
      },
    ]
  }),
}

export const kilojouleCheck: NutritionCheck = {
  code: 'KILOJOULES_NOT_OF_KILOCALORIES',
  message: say`Kilojoules are 4.184 times the kilocalories.`,
  find: perPanel(({ amounts }) => {
    const [kilocalories, kilojoules] = [amounts.get('energy'), amounts.get('energyKj')]
    if (!kilocalories || !kilojoules) return []
    const range = {
      low: times(kilocalories.low, minKilojoules),
      high: times(kilocalories.high, maxKilojoules),
    }
    if (overlaps(kilojoules, range)) return []
    const expected = say`about ${whole(times(kilocalories.value, kilojoulesInKilocalorie))} kJ`
    return [
      {
        at: 'energy',
        message: say`${kilojoules.words} and ${kilocalories.words} are not the same energy: ${kilocalories.words} are ${expected}.`,
        expected,
        found: kilojoules.words,
      },
    ]
  }),
}
