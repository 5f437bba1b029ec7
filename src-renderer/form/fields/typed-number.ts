/** Converts numbers typed or pasted into fields and cells to the decimals that are stored. */
import { t } from '@lingui/core/macro'
import { readQuantity } from '../../../src-shared/values/quantity.ts'
import { usesComma } from '../../ui/text/words.ts'

const isDecimal = /^[+-]?\d+(?:\.\d+)?$/
/** One thousand, or one and a fraction: which, depends on the language. */
const withPoint = /^([+-]?[1-9]\d{0,2})\.(\d{3})(?!\d|[.,]\d)/
const withComma = /^([+-]?[1-9]\d{0,2}),(\d{3})(?!\d|[.,]\d)/

/**
 * A typed number as a decimal: `1,5` becomes 1.5, `1/2` becomes 0.5. Other text is returned trimmed;
 * validation reports it. In a language with a decimal comma, `1,234` is 1.234, and `1.234` may be either: it
 * is returned with a question mark, so that validation refuses it.
 */
export function typedNumber(text: string, comma = usesComma): string {
  const typed = resolved(text.trim(), comma)
  if (typed === '' || isDecimal.test(typed)) return typed
  const quantity = readQuantity(typed)
  return quantity && !quantity.unit ? quantity.measure : typed
}

/** The number and unit code of a typed measure such as `1 lb 4 oz`; undefined for other text. */
export function typedMeasure(text: string, comma = usesComma): { measure: string; uom: string } | undefined {
  const { measure, unit, count } = readQuantity(resolved(text.trim(), comma)) ?? {}
  return measure !== undefined && unit && count === undefined ? { measure, uom: unit.code } : undefined
}

/** How to write a number that was refused because it has two readings; undefined for other texts. */
export function unclearWords(text: string): string | undefined {
  const [, whole = '', fraction = ''] = withPoint.exec(text) ?? []
  if (whole === '' || !text.includes('?')) return undefined
  return t`“${`${whole}.${fraction}`}” may be one thousand or one and a fraction: write ${`${whole}${fraction}`} or ${`${whole},${fraction}`}.`
}

/** The typed text with its first number in the notation of records, or marked as unclear. */
function resolved(typed: string, comma: boolean): string {
  if (!comma) return typed
  return typed.replace(withPoint, '$1.$2?').replace(withComma, '$1.$2')
}
