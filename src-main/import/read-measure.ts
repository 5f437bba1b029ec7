import { unitCode, unitOf } from '../../src-shared/units.ts'
import type { Measure } from '../../src-shared/vocabulary/ingest.ts'
import { type Cell, cellText, isRecord } from './cell.ts'
import { multiply, readNumber } from './decimal-text.ts'

/** A measure with the number of equal packages it is made of, where the text says so: `4 x 5 cl`. */
export interface PackedMeasure {
  measure: Measure
  units?: string
}

const packed = /^(\d{1,4})\s*[x×*]\s*(\d+(?:[.,\s\u00A0\u202F]\d+)*)\s*([^\d\s(),;]+(?:\s?oz\.?)?)/i
const single = /(\d+(?:[.,\s\u00A0\u202F]\d+)*)\s*([^\d\s(),;/]+(?:\s?oz\.?)?)?/i

/**
 * Reads `250 g`, `1,5 l`, `12 oz (340 g)`, `4 x 5 cl`, `{measure, uom}`, or a bare number in the column's unit. Units
 * are written by their codes; a unit nobody knows is kept as it is. `undefined` when there is no number.
 */
export function readMeasure(cell: Cell, columnUnit?: string): PackedMeasure | undefined {
  if (isRecord(cell)) return readMeasureRecord(cell, columnUnit)
  const text = cellText(cell)
  const [, units, each, packUnit] = packed.exec(text) ?? []
  const eachNumber = each === undefined ? undefined : readNumber(each)
  if (units !== undefined && eachNumber !== undefined && packUnit !== undefined) {
    return { measure: { measure: multiply(units, eachNumber), uom: codeOf(packUnit) }, units }
  }
  const [, amount, unit] = single.exec(text) ?? []
  const measure = amount === undefined ? undefined : readNumber(amount)
  const uom = unit === undefined ? columnUnit : codeOf(unit)
  return measure === undefined ? undefined : { measure: { measure, ...(uom === undefined ? {} : { uom }) } }
}

function readMeasureRecord(cell: { [key: string]: Cell }, columnUnit?: string): PackedMeasure | undefined {
  const amount = cellText(cell['measure'] ?? cell['value'] ?? cell['amount'])
  const unit = cellText(cell['uom'] ?? cell['unit'])
  const measure = readNumber(amount)
  if (measure === undefined)
    return cell['text'] === undefined ? undefined : readMeasure(cell['text'], columnUnit)
  const uom = unit === '' ? columnUnit : codeOf(unit)
  return { measure: { measure, ...(uom === undefined ? {} : { uom }) } }
}

/** `fl.oz.` and `g.` too: the point belongs to the abbreviation. */
const codeOf = (unit: string): string => unitOf(unit)?.code ?? unitCode(unit.replace(/\.$/, ''))
