/** Amounts with units, made comparable: masses in grams, volumes in millilitres. */
import { type Decimal, decimal, times } from '../decimal.ts'
import { unitOf } from '../units.ts'
import type { NutrientName } from './model.ts'

const table = (factors: Record<string, string>): ReadonlyMap<string, Decimal> =>
  new Map(Object.entries(factors).map(([code, factor]) => [code, decimal(factor)]))

/** By code of UN/ECE Recommendation 20. Ounce and pound by the international agreement of 1959, exactly. */
const grams = table({
  GRM: '1',
  KGM: '1000',
  MGM: '0.001',
  MC: '0.000001',
  ONZ: '28.349523125',
  LBR: '453.59237',
})
/** The American fluid ounce as labels have it: 30 ml (21 CFR 101.9(b)(5)(viii)). */
const millilitres = table({ MLT: '1', LTR: '1000', CLT: '10', DLT: '100', OZA: '30' })

/**
 * Grams in one international unit. Of vitamin D alone: 40 IU are 1 µg. An IU of vitamin A or E is another mass for each
 * of its forms, and no panel says which, so that such an amount stays what it is.
 */
const gramsInInternationalUnit: Partial<Record<NutrientName, Decimal>> = {
  vitaminD: decimal('0.000000025'),
}

/** The grams in one of a unit, given by code or symbol; `undefined` where the unit is no mass. */
export function gramsIn(unit: string, nutrient?: NutrientName): Decimal | undefined {
  const code = unitOf(unit)?.code ?? ''
  if (code === 'NIU') return nutrient && gramsInInternationalUnit[nutrient]
  return grams.get(code)
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
  const volume = millilitres.get(unitOf(unit)?.code ?? '')
  return volume && { measure: times(measure, volume), unit: 'MLT' }
}
