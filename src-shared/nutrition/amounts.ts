/** Amounts with units, made comparable: masses in grams, volumes in millilitres. */
import { type Decimal, decimal, times } from '../values/decimal.ts'
import { sizeOf, unitOf } from '../values/units.ts'
import type { NutrientName } from './model.ts'

const metricVolumes = new Set(['MLT', 'LTR', 'CLT', 'DLT'])
/** Millilitres in the American fluid ounce as labels have it (21 CFR 101.9(b)(5)(viii)). */
const labelOunce = decimal('30')

/**
 * Grams in one international unit. Of vitamin D alone: 40 IU are 1 µg. An IU of vitamin A or E is another mass for each
 * of its forms, and no panel says which, so that such an amount stays what it is.
 */
const gramsInInternationalUnit: Partial<Record<NutrientName, Decimal>> = {
  vitaminD: decimal('0.000000025'),
}

/** The grams in one of a unit, given by code or symbol; `undefined` where the unit is no mass. */
export function gramsIn(unit: string, nutrient?: NutrientName): Decimal | undefined {
  const found = unitOf(unit)
  if (found?.code === 'NIU') return nutrient && gramsInInternationalUnit[nutrient]
  return found?.quantity === 'mass' ? sizeOf(found) : undefined
}

function millilitresIn(unit: string): Decimal | undefined {
  const found = unitOf(unit)
  if (found?.code === 'OZA') return labelOunce
  return found && metricVolumes.has(found.code) ? sizeOf(found) : undefined
}

/** How much of a serving there is. */
export interface Quantity {
  measure: Decimal
  unit: 'GRM' | 'MLT'
}

/** A measure in grams or millilitres; `undefined` where it is in neither mass nor volume. */
export function quantityOf(measure: Decimal, unit: string): Quantity | undefined {
  const mass = gramsIn(unit)
  if (mass) return { measure: times(measure, mass), unit: 'GRM' }
  const volume = millilitresIn(unit)
  return volume && { measure: times(measure, volume), unit: 'MLT' }
}
