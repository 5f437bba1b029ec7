import { decimal, readDecimal, times } from '../values/decimal.ts'
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
  const reference = referenceIntakes[market][nutrient]
  const value = readDecimal(amount.trim())
  const factor = gramsIn(unit, nutrient)
  const whole = reference && gramsIn(reference.unit)
  if (!reference || !value || value.digits < 0n || !factor || !whole) return undefined
  const day = times(decimal(reference.amount), whole)
  const percent = roundPercent(times(value, factor), day, market === 'fda' && inSteps.has(nutrient))
  return { percent, reference }
}
