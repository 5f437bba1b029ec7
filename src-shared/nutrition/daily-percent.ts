import { type Decimal, decimal, quotient, readDecimal, times } from '../values/decimal.ts'
import { gramsIn } from './amounts.ts'
import { type Market, micronutrientOrder, type NutrientName } from './model.ts'
import { type ReferenceIntake, referenceIntakes } from './reference-intakes.ts'
import { roundPercent } from './rounding.ts'

interface DailyPercent {
  /** Digits without the percent sign. */
  percent: string
  reference: ReferenceIntake
}

/**
 * Potassium is among the vitamins and minerals of 21 CFR 101.9(c)(8)(iv), although `macronutrientOrder`
 * lists it after sodium.
 */
const inSteps: ReadonlySet<string> = new Set([...micronutrientOrder, 'potassium'])

interface SharedDay {
  /** Rounded by the market's law: digits without the percent sign. */
  percent: string
  /** With two decimal places. */
  exact: Decimal
  reference: ReferenceIntake
}

/** The share of a mass in the daily amount; `undefined` when the law has no reference intake. */
export function shareOfDay(nutrient: NutrientName, grams: Decimal, market: Market): SharedDay | undefined {
  const reference = referenceIntakes[market][nutrient]
  const whole = reference && gramsIn(reference.unit)
  if (!reference || !whole) return undefined
  const day = times(decimal(reference.amount), whole)
  return {
    percent: roundPercent(grams, day, market === 'fda' && inSteps.has(nutrient)),
    exact: quotient(times(grams, decimal('100')), day, 2),
    reference,
  }
}

/**
 * The percentage of the daily amount, rounded by the market's law. `undefined` when the law has no
 * reference intake, or the amount cannot be compared with it (no number, another kind of unit).
 * @param unit code or symbol, such as `MGM` or `mg`
 */
export function dailyPercent(
  nutrient: NutrientName,
  amount: string,
  unit: string,
  market: Market,
): DailyPercent | undefined {
  const value = readDecimal(amount.trim())
  const factor = gramsIn(unit, nutrient)
  if (!value || value.digits < 0n || !factor) return undefined
  const share = shareOfDay(nutrient, times(value, factor), market)
  return share && { percent: share.percent, reference: share.reference }
}
