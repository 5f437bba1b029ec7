/** Converts amounts to comparable units: masses to grams, volumes to millilitres. */
import { type Decimal, decimal, times } from '../values/decimal.ts'
import { sizeOf, unitOf } from '../values/units.ts'
import type { NutrientName } from './model.ts'

const metricVolumes = new Set(['MLT', 'LTR', 'CLT', 'DLT'])
/** Millilitres of the US fluid ounce on labels (21 CFR 101.9(b)(5)(viii)). */
const labelOunce = decimal('30')

/**
 * Grams of one international unit. Only for vitamin D: 40 IU are 1 µg. An IU of vitamin A or E is a
 * different mass for each of its forms, and panels do not state the form, so such an amount is not
 * converted.
 */
const gramsInInternationalUnit: Partial<Record<NutrientName, Decimal>> = {
  vitaminD: decimal('0.000000025'),
}

/** Grams of one unit, given by code or symbol; `undefined` if the unit is not a mass. */
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

/** The amount of a serving. */
export interface Quantity {
  measure: Decimal
  unit: 'GRM' | 'MLT'
}

/** Converts a measure to grams or millilitres; `undefined` for other units. */
export function quantityOf(measure: Decimal, unit: string): Quantity | undefined {
  const mass = gramsIn(unit)
  if (mass) return { measure: times(measure, mass), unit: 'GRM' }
  const volume = millilitresIn(unit)
  return volume && { measure: times(measure, volume), unit: 'MLT' }
}
