/**
 * Energy calculated from macronutrients. Both laws allow several factors for some nutrients, and panels do
 * not state which were used, so the result is a range.
 */
import { compare, type Decimal, decimal, larger, minus, plus, sum, times, zero } from '../values/decimal.ts'
import type { NutrientName } from './model.ts'
import type { Panel, Range } from './panel.ts'

/**
 * Kilocalories per gram: 21 CFR 101.9(c)(1)(i)(B), and annex XIV of Regulation (EU) No 1169/2011.
 * - Fibre is part of the carbohydrates in the USA: 4, 2 for soluble fibre, or 0 for insoluble fibre
 *   ((c)(1)(i)(C)). In the EU it is listed separately, with 2.
 * - Polyols have 2.4 in the EU (erythritol 0). In the USA they have 0 to 3.0 each ((c)(1)(i)(F)), or 4 when
 *   they are counted with all carbohydrates.
 */
const factors = { fat: '9', carbohydrate: '4', protein: '4', alcohol: '7', fibreMost: '2' }
const { fat, carbohydrate, protein, alcohol, fibreMost } = Object.fromEntries(
  Object.entries(factors).map(([name, factor]) => [name, decimal(factor)]),
) as Record<keyof typeof factors, Decimal>

/**
 * One kilocalorie is 4.184 kJ. With the factors of annex XIV, the ratio is 4.0 (fibre) to 4.34 (organic
 * acids, 13 to 3).
 */
export const kilojoulesInKilocalorie = decimal('4.184')
export const minKilojoules = decimal('4')
export const maxKilojoules = decimal('4.34')

/** Ethanol weighs 0.789 g/ml. */
const ethanolDensity = decimal('0.789')

interface EnergyByNutrients extends Range {
  /**
   * Calculated with the factors 4, 9 and 4 (alcohol 7) from the declared amounts, as a person would expect.
   * Fibre that cannot be part of the carbohydrates is added with 2.
   */
  general: Decimal
  /** Whether fat, carbohydrates and protein are all declared; otherwise the range has no upper bound. */
  isWhole: boolean
}

/**
 * The kilocalories calculated from a panel; `undefined` if it declares neither fat, carbohydrates nor
 * protein.
 */
export function energyByNutrients({ amounts }: Panel): EnergyByNutrients | undefined {
  const of = (name: NutrientName) => amounts.get(name) ?? { value: zero, low: zero, high: zero }
  const main = (['totalFat', 'carbohydrates', 'protein'] as const).map((name) => amounts.get(name))
  if (main.every((one) => one === undefined)) return undefined
  const [fats, carbohydrates, proteins, fibre, polyols, alcohols] = [
    of('totalFat'),
    of('carbohydrates'),
    of('protein'),
    of('dietaryFiber'),
    of('sugarAlcohol'),
    of('alcohol'),
  ]
  const always = (which: 'value' | 'low' | 'high') =>
    sum([times(fat, fats[which]), times(protein, proteins[which]), times(alcohol, alcohols[which])])
  const digestible = larger(zero, minus(carbohydrates.low, plus(fibre.high, polyols.high)))
  return {
    general: sum([
      always('value'),
      times(carbohydrate, carbohydrates.value),
      compare(fibre.low, carbohydrates.high) > 0 ? times(fibreMost, fibre.value) : zero,
    ]),
    low: plus(always('low'), times(carbohydrate, digestible)),
    high: sum([always('high'), times(carbohydrate, carbohydrates.high), times(fibreMost, fibre.high)]),
    isWhole: main.every((one) => one !== undefined),
  }
}

/**
 * Maximum kilocalories from alcohol in a drink: a strong spirit is 80 % alcohol by volume. Zero for
 * servings measured by weight.
 */
export function maxAlcoholEnergy({ basis, amounts }: Panel): Decimal {
  if (basis?.unit !== 'MLT' || amounts.has('alcohol')) return zero
  return sum([times(times(times(basis.high, decimal('0.8')), ethanolDensity), alcohol)])
}
