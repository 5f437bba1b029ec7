import { unitCode, unitOf } from '../../../src-shared/units.ts'
import type { Measure } from '../../../src-shared/vocabulary/ingest.ts'
import { withoutEnd } from '../../../src-shared/vocabulary/kit/xml/characters.ts'
import { besideText, type Cell, cellText, isEmpty, isRecord, openMembers, wholeText } from '../source/cell.ts'
import { multiply, readNumber } from './number-notation.ts'
import { kept, type Left, leftOut, ofList, type Readout, rewritten, without } from './readout.ts'

/** A measure with the number of equal packages it is made of, where the text says so: `4 x 5 cl`. */
interface PackedMeasure {
  measure: Measure
  units?: string
  /** The number stood without a unit of its own. */
  bare?: true
}

/** A unit begins with a letter or a sign of its own. */
const packed =
  /(?<![\d.,]|\d['’])(\d{1,4})\s{0,3}[x×*]\s{0,3}(\d+(?:[.,\s\u00A0\u202F]\d+|['’]\d{3}(?!\d))*)\s{0,3}(?![x×*]\s{0,3}\d)([\p{L}µ%"'°][^\d\s(),;/]*(?:\s?oz\.?)?)/iu
const single =
  /(\d+(?:[.,\s\u00A0\u202F]\d+|['’]\d{3}(?!\d))*)\s{0,3}((?![x×*]\s{0,3}\d)[\p{L}µ%"'°][^\d\s(),;/]*(?:\s?oz\.?)?)?/iu
/** A minus sign that is no dash between words. */
const minus = /(?:^|[\s(:])[-\u2212]$/
/** No measure stands further behind in a cell. */
const longestHead = 400

/**
 * Reads `250 g`, `1,5 l`, `12 oz (340 g)`, `4 x 5 cl`, `{measure, uom}`, or a bare number in the column's unit. Units
 * are written by their codes; a unit nobody knows is kept as it is. What stands beside the number is left out.
 */
export function readMeasure(cell: Cell, columnUnit?: string): Readout<PackedMeasure> {
  if (isRecord(cell)) return readMeasureRecord(cell, columnUnit)
  if (Array.isArray(cell)) return ofList(cell, (entry) => readMeasure(entry, columnUnit))
  const text = cellText(cell)
  const head = text.slice(0, longestHead)
  // Length, width and height are no one measure.
  if (sizes.test(head)) return leftOut('NOT_A_NUMBER', wholeText(cell))
  const pack = packed.exec(head)
  const [, units, each, packUnit] = pack ?? []
  const eachNumber = each === undefined ? undefined : readNumber(each)
  if (pack && units !== undefined && eachNumber !== undefined && packUnit !== undefined) {
    const measure = { measure: multiply(units, eachNumber), uom: codeOf(packUnit) }
    return beside(rewritten({ measure, units }, text, `${worded(measure)} in ${units}`), text, pack)
  }
  const found = single.exec(head)
  const [, digits, unit] = found ?? []
  const sign = found && minus.test(head.slice(0, found.index)) ? '-' : ''
  const amount = sign + (digits ?? '')
  const number = readNumber(amount)
  if (!found || number === undefined) return leftOut('NOT_A_NUMBER', wholeText(cell))
  const measure = inUnit(number, unit === undefined ? columnUnit : codeOf(unit))
  const value: PackedMeasure = { measure, bare: unit === undefined ? true : undefined }
  return beside(rewritten(value, amount, number), text, found)
}

const inUnit = (measure: string, uom: string | undefined): Measure => ({ measure, uom })
const worded = ({ measure = '', uom = '' }: Measure): string => `${measure} ${uom}`.trim()

const marks = ' \t\r\n\u00A0()[],;:./=-'
const withoutMarks = (text: string): string => withoutEnd(text.replace(/^[\s()[\],;:./=-]+/, ''), marks)
/** What says something: words, numbers, and signs by which an amount is a bound or a guess. */
const telling = /[\p{L}\p{N}<>≤≥≦≧⩽⩾＜＞~～≈≃≅∼±]/u

/** What stands before and behind the part that was read, without the marks around it. */
function beside<T>(
  readout: Readout<T>,
  text: string,
  { index, 0: read }: RegExpExecArray,
  further: string[] = [],
): Readout<T> {
  const rests = [text.slice(0, index), text.slice(index + read.length)]
  const left = rests.map(withoutMarks).filter((rest) => telling.test(rest))
  return without(readout, [
    ...left.map((rest) => ({ code: 'REST_OF_TEXT' as const, text: rest })),
    ...unknown(further),
  ])
}

function readMeasureRecord(cell: { [key: string]: Cell }, columnUnit?: string): Readout<PackedMeasure> {
  const members = openMembers(cell)
  const amount = members.text('measure', 'value', 'amount')
  const number = readNumber(amount)
  const words = members.take('text')
  if (number === undefined) {
    if (isEmpty(words)) return leftOut('NOT_A_NUMBER', wholeText(cell))
    const beside = [...(amount === '' ? [] : [amount]), ...members.rest()]
    return without(readMeasure(words, columnUnit), unknown(beside))
  }
  const unit = members.text('uom', 'unit')
  const measure = inUnit(number, unit === '' ? columnUnit : codeOf(unit))
  const worded = isEmpty(words) ? undefined : readMeasure(words, columnUnit)
  const value: PackedMeasure = {
    measure,
    units: worded?.value?.units,
    bare: unit === '' ? true : undefined,
  }
  const said = worded?.value?.measure
  // The same in words, or other words beside it: those the field has no place for.
  const isSame = said?.measure === number && (said.uom === measure.uom || said.uom === undefined)
  const further = isSame ? (worded?.left ?? []) : unknown(isEmpty(words) ? [] : [wholeText(words)])
  return without(rewritten(value, amount, number), [...further, ...unknown(members.rest())])
}
const unknown = (texts: string[]): Left[] => texts.map((text) => ({ code: 'PART_UNKNOWN', text }))

const sizes =
  /(\d{1,12}(?:[.,]\d{1,12})?)\s{0,3}([\p{L}"']{1,12})?\s{0,3}[x×*]\s{0,3}(\d{1,12}(?:[.,]\d{1,12})?)\s{0,3}([\p{L}"']{1,12})?\s{0,3}[x×*]\s{0,3}(\d{1,12}(?:[.,]\d{1,12})?)\s{0,3}([\p{L}"']{1,12})?/iu

/** Length, width and height out of `10 x 20 x 5 cm`, in this order. */
export function readDimensions(cell: Cell, columnUnit?: string): Readout<[Measure, Measure, Measure]> {
  if (Array.isArray(cell)) return ofList(cell, (entry) => readDimensions(entry, columnUnit))
  const text = cellText(cell)
  const found = sizes.exec(text.slice(0, longestHead))
  const [, length = '', firstUnit, width = '', secondUnit, height = '', lastUnit] = found ?? []
  const [one, two, three] = [length, width, height].map((text) => readNumber(text))
  if (!found || one === undefined || two === undefined || three === undefined)
    return leftOut('NOT_A_NUMBER', wholeText(cell))
  const common = lastUnit ?? secondUnit ?? firstUnit
  const uom = (own: string | undefined) => {
    const unit = own ?? common
    return unit === undefined ? columnUnit : codeOf(unit)
  }
  return beside(
    kept([inUnit(one, uom(firstUnit)), inUnit(two, uom(secondUnit)), inUnit(three, uom(lastUnit))]),
    text,
    found,
    besideText(cell),
  )
}

/** `fl.oz.` and `g.` too: the point belongs to the abbreviation. */
export const codeOf = (unit: string): string => unitOf(unit)?.code ?? unitCode(unit.replace(/\.$/, ''))
