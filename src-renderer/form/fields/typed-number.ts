/** Numbers as they are typed or pasted into fields and cells, made into the decimals that are stored. */
import { readQuantity } from '../../../src-shared/values/quantity.ts'

const isDecimal = /^[+-]?\d+(?:\.\d+)?$/

/** The decimal that a typed number is: `1,5` is 1.5, `1/2` is 0.5. Other text stays, for the check to name. */
export function typedNumber(text: string): string {
  const typed = text.trim()
  if (typed === '' || isDecimal.test(typed)) return typed
  const quantity = readQuantity(typed)
  return quantity && !quantity.unit ? quantity.measure : typed
}

/** The number and the code of its unit in a typed measure such as `1 lb 4 oz`; undefined for other text. */
export function typedMeasure(text: string): { measure: string; uom: string } | undefined {
  const { measure, unit, count } = readQuantity(text) ?? {}
  return measure !== undefined && unit && count === undefined ? { measure, uom: unit.code } : undefined
}
