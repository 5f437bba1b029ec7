import { type Quantity, readQuantities, readQuantity } from '../../../src-shared/values/quantity.ts'
import { unitOf } from '../../../src-shared/values/units.ts'
import type { Measure } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { type Cell, cellText, fullText, isEmpty, isRecord, openMembers, otherTexts } from '../source/cell.ts'
import { kept, type Left, leftOut, ofList, type Readout, rewritten, without } from './readout.ts'

/** A measure, and the number of equal packages if the text has one: `4 x 5 cl`. */
interface PackedMeasure {
  measure: Measure
  units?: string
  /** The number had no unit. */
  bare?: true
}

/**
 * Reads `250 g`, `1,5 l`, `12 oz (340 g)`, `4 x 5 cl`, `{measure, uom}`, or a bare number in the column's
 * unit. Units are converted to their codes. A text that cannot be parsed completely is left out.
 */
export function readMeasure(cell: Cell, columnUnit?: string): Readout<PackedMeasure> {
  if (isRecord(cell)) return readMeasureRecord(cell, columnUnit)
  if (Array.isArray(cell)) return ofList(cell, (entry) => readMeasure(entry, columnUnit))
  const text = cellText(cell)
  const [quantity, ...others] = readQuantities(text) ?? []
  if (!quantity || isNegative(quantity)) return leftOut('NOT_A_NUMBER', fullText(cell))
  const measure = { measure: quantity.measure, uom: quantity.unit?.code ?? columnUnit }
  const value: PackedMeasure = { measure, units: quantity.count, bare: quantity.unit ? undefined : true }
  return without(
    respelt(value, text, quantity),
    others.map((other) => ({ code: 'REST_OF_TEXT', text: worded(other) })),
  )
}

/** No measure of a product is less than zero. */
const isNegative = ({ measure }: Quantity): boolean => measure.startsWith('-')

/** A quantity as text for a person: `340 g`. */
export const worded = ({ measure, unit }: Quantity): string => `${measure} ${unit?.symbol ?? ''}`.trim()

/** Kept if the text contains the exact digits of the measure, otherwise changed. */
export function respelt<T>(value: T, text: string, quantity: Quantity): Readout<T> {
  const hasMeasure = text.match(/-?\d+(?:[.,]\d+)*/g)?.includes(quantity.measure) === true
  if (hasMeasure && quantity.count === undefined) return kept(value)
  return rewritten(
    value,
    text,
    quantity.count === undefined ? worded(quantity) : `${worded(quantity)} in ${quantity.count}`,
  )
}

/**
 * The code of a unit in a unit field. A code that is not in the list of units is kept, because UN/ECE Rec 20
 * has many more. Undefined for other words.
 */
export const codeOf = (text: string): string | undefined =>
  unitOf(text)?.code ?? (/^[A-Z][A-Z0-9]{1,2}$/.test(text) ? text : undefined)

/** Combines `{measure, uom}`; undefined if the number or the unit is invalid. */
function quantityOf(amount: string, unit: string): (Measure & { measure: string }) | undefined {
  const quantity = readQuantity(amount)
  if (!quantity || quantity.count !== undefined || isNegative(quantity)) return undefined
  const code = unit === '' ? undefined : codeOf(unit)
  const isClear = unit === '' || (code !== undefined && (quantity.unit?.code ?? code) === code)
  return isClear ? { measure: quantity.measure, uom: quantity.unit?.code ?? code } : undefined
}

function readMeasureRecord(cell: { [key: string]: Cell }, columnUnit?: string): Readout<PackedMeasure> {
  const members = openMembers(cell)
  const amount = members.text('measure', 'value', 'amount')
  const words = members.take('text')
  const unit = members.text(...unitMembers)
  // `{value: 0.5, modifier: "<"}` is not 0.5.
  if (members.rest().some((rest) => qualifier.test(rest))) return leftOut('NOT_A_NUMBER', fullText(cell))
  if (amount === '' && !isEmpty(words)) {
    const stated = readMeasure(words, unit === '' ? columnUnit : codeOf(unit))
    const own = stated.value?.measure.uom
    if (unit !== '' && (own === undefined || own !== codeOf(unit)))
      return leftOut(codeOf(unit) === undefined ? 'UNIT_UNKNOWN' : 'NOT_A_NUMBER', fullText(cell))
    return without(stated, unknown(members.rest()))
  }
  const found = quantityOf(amount, unit)
  if (!found)
    return leftOut(
      unit !== '' && codeOf(unit) === undefined ? 'UNIT_UNKNOWN' : 'NOT_A_NUMBER',
      fullText(cell),
    )
  const measure = { measure: found.measure, uom: found.uom ?? columnUnit }
  const stated = isEmpty(words) ? undefined : readMeasure(words, columnUnit)
  const value: PackedMeasure = {
    measure,
    units: stated?.value?.units,
    bare: found.uom === undefined ? true : undefined,
  }
  const statedMeasure = stated?.value?.measure
  // If the words repeat the measure, only their remainder is left out; otherwise all of them are.
  const isSame =
    statedMeasure?.measure === measure.measure &&
    (statedMeasure.uom === measure.uom || statedMeasure.uom === undefined)
  const further = isSame ? (stated?.left ?? []) : unknown(isEmpty(words) ? [] : [fullText(words)])
  return without(respelt(value, amount, { measure: found.measure }), [...further, ...unknown(members.rest())])
}

/** Names of the member with the unit of an amount. */
export const unitMembers = [
  'uom',
  'unit',
  'unitCode',
  'unitText',
  'measurementUnitCode',
  '@measurementUnitCode',
  'measurementUnit',
  'unitOfMeasure',
  'unit_of_measure',
  'unit_code',
  'units',
] as const
/** A member that makes its amount a bound or an estimate, as `name: value`. */
const qualifier =
  /^(?:modifier|operator|qualifier|comparator|prefix|sign|relation|approximation|approximate|isApproximate|approx|estimated|isEstimated|precision|measurementPrecisionCode|min|max|minimum|maximum): (?!=$|exact$|N$|no$|false$)/i

const unknown = (texts: string[]): Left[] => texts.map((text) => ({ code: 'PART_UNKNOWN', text }))

/** Length, width and height, in this order, from `10 x 20 x 5 cm`. */
export function readDimensions(cell: Cell, columnUnit?: string): Readout<[Measure, Measure, Measure]> {
  if (Array.isArray(cell)) return ofList(cell, (entry) => readDimensions(entry, columnUnit))
  const text = cellText(cell)
  const sides = text.length > maxDimensions ? [] : text.replace(/^\((.*)\)$/, '$1').split(/[x×✕*]/i)
  const [length, width, height] = sides.map((side) => readQuantity(side))
  if (sides.length !== 3 || !length || !width || !height) return leftOut('NOT_A_NUMBER', fullText(cell))
  const all = [length, width, height]
  const isLength = all.every(({ unit }) => unit === undefined || unit.quantity === 'length')
  // A unit at the end applies to all sides; a unit elsewhere does not.
  const hasOneUnit = height.unit !== undefined || all.every(({ unit }) => unit === undefined)
  if (!isLength || !hasOneUnit || all.some(isNegative)) return leftOut('NOT_A_NUMBER', fullText(cell))
  const common = height.unit?.code ?? columnUnit
  const side = ({ measure, unit }: Quantity): Measure => ({ measure, uom: unit?.code ?? common })
  return without(kept([side(length), side(width), side(height)]), unknown(otherTexts(cell)))
}
const maxDimensions = 120
