/** Converts numbers typed or pasted into fields and cells to the decimals that are stored. */
import { readQuantity } from '../../../src-shared/values/quantity.ts'

const isDecimal = /^[+-]?\d+(?:\.\d+)?$/

/**
 * A typed number as a decimal: `1,5` becomes 1.5, `1/2` becomes 0.5. Other text is returned trimmed;
 * validation reports it.
 */
export function typedNumber(text: string): string {
  const typed = text.trim()
  if (typed === '' || isDecimal.test(typed)) return typed
  const quantity = readQuantity(typed)
  return quantity && !quantity.unit ? quantity.measure : typed
}

/** The number and unit code of a typed measure such as `1 lb 4 oz`; undefined for other text. */
export function typedMeasure(text: string): { measure: string; uom: string } | undefined {
  const { measure, unit, count } = readQuantity(text) ?? {}
  return measure !== undefined && unit && count === undefined ? { measure, uom: unit.code } : undefined
}
