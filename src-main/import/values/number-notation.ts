/**
 * Number notation of a file. `1,000` is one thousand or one, and no single cell determines which. The
 * notation is taken from the other numbers of the column, then of the file, then from the file's delimiter,
 * or from a person. Unambiguous numbers (`1,5`, `1,234.50`, `1 234`, `1'234`) are read by quantity.ts.
 */

import type { DecimalMark, NumberNotation } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { decimal, quotient, readDecimal, times, writeDecimal } from '../../../src-shared/values/decimal.ts'
import { plainNumbers } from '../../../src-shared/values/quantity.ts'
import { type Cell, isRecord } from '../source/cell.ts'

/**
 * A number with one mark followed by three digits. A leading zero is excluded: it would make the mark a
 * decimal mark.
 */
const unclear = /(?<![\d.,]|\d[' ])([1-9]\d{0,2})([.,])(\d{3})(?!\d|[.,]\d)/g
const numbers = /(?:(?<![\p{L}\d])[.,])?\d(?:[\d.,]*\d)?/gu
const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/

const marksByRow = (character: string | undefined): DecimalMark => (character === ',' ? 'comma' : 'point')
const otherMark = (mark: DecimalMark): DecimalMark => (mark === 'comma' ? 'point' : 'comma')

/** A cell has an ambiguous number, and nothing in the file determines the notation. */
export class UnclearNumber extends Error {
  constructor(text: string) {
    super(
      say`"${text}" may be one thousand or one and a fraction. Import the row again and say which the file means: in the mapping of its column, or with --decimal comma or --decimal point.`,
    )
  }
}

/** What the numbers of one column reveal about its notation. */
interface NumbersSeen {
  /** An ambiguous number, as written. */
  unclear?: string
  /** Decimal marks that unambiguous numbers of the column prove, with the count of these numbers. */
  marks: Map<DecimalMark, number>
  /** Every number has a point and three digits after it, as those with three decimal places do. */
  hasThreePlaces?: boolean
}

/**
 * Examines all numbers in a column's cells.
 * @param ofTable true for tables, which may use either notation. Rows of JSON are written by programs, whose
 * point is a decimal point even in texts
 */
export function examineNumbers(cells: Cell[], ofTable: boolean): NumbersSeen {
  const seen: NumbersSeen = { marks: new Map() }
  let isOther = false
  for (const text of cells.flatMap(textsIn).map(plainNumbers)) {
    const found = text.match(unclear)?.find((number) => ofTable || number.includes(','))
    if (found !== undefined) seen.unclear ??= found
    for (const number of text.match(numbers) ?? []) {
      if (!/^\d+\.\d{3}$/.test(number)) isOther = true
      const mark = certainMark(number)
      if (mark) countMark(seen.marks, mark, 1)
    }
  }
  if (seen.unclear !== undefined && !isOther) seen.hasThreePlaces = true
  return seen
}

const countMark = (marks: NumbersSeen['marks'], mark: DecimalMark, count: number): void => {
  marks.set(mark, (marks.get(mark) ?? 0) + count)
}

/** Numbers with the other mark, below this share of all, are typing errors. */
const maxErrors = 0.05

/** The decimal mark of numbers; undefined if there are none, or if they contradict each other. */
function commonMark(marks: NumbersSeen['marks']): DecimalMark | undefined {
  const sum = [...marks.values()].reduce((all, count) => all + count, 0)
  return [...marks].find(([, count]) => count >= sum * (1 - maxErrors))?.[0]
}

function certainMark(number: string): DecimalMark | undefined {
  const marks = number.replace(/\d/g, '')
  if (marks === '' || number.match(unclear)) return undefined
  if (marks.length === 1) return marksByRow(marks)
  if (new Set(marks).size > 1) return marksByRow(marks.at(-1))
  return grouped.test(number) ? otherMark(marksByRow(marks[0])) : undefined
}

/** Decimal mark by delimiter: where the comma is the decimal mark, tables are separated by semicolons. */
const suggested: Record<string, DecimalMark> = { ';': 'comma', ',': 'point' }

/**
 * Determines the notation of each column: by its own numbers, or else by all numbers of the file, or else
 * by the delimiter, if the numbers do not contradict it or each other. JSON numbers always have a point, which reveals nothing about numbers in texts, so in
 * JSON each column is judged alone.
 * @param seen columns with numbers
 */
export function notationOf(seen: Map<string, NumbersSeen>, delimiter: string | undefined): NumberNotation {
  const columns: Record<string, DecimalMark> = {}
  const all: NumbersSeen['marks'] = new Map()
  let isDoubtful = false
  for (const [name, { marks, hasThreePlaces }] of seen) {
    const own = commonMark(marks)
    if (own) columns[name] = own
    for (const [mark, count] of marks) countMark(all, mark, count)
    // `1.250` in a table separated by semicolons is one thousand, unless all numbers of its column look so.
    if (hasThreePlaces) isDoubtful = true
  }
  if (delimiter === undefined) return { columns }
  const bySeparator = isDoubtful && suggested[delimiter] === 'comma' ? undefined : suggested[delimiter]
  const other = all.size > 0 ? commonMark(all) : bySeparator
  return other ? { columns, other } : { columns }
}

/**
 * The cell with its ambiguous numbers converted to plain decimals. Without a known mark, a point is a decimal
 * point, as programs write it.
 * @throws UnclearNumber for a comma without a known mark
 */
export function resolveNumbers(cell: Cell, mark: DecimalMark | undefined): Cell {
  if (typeof cell === 'string') return resolveText(cell, mark)
  if (Array.isArray(cell)) return cell.map((entry) => resolveNumbers(entry, mark))
  if (!isRecord(cell)) return cell
  return Object.fromEntries(Object.entries(cell).map(([key, value]) => [key, resolveNumbers(value, mark)]))
}

function resolveText(text: string, mark: DecimalMark | undefined): string {
  const from = plainNumbers(text)
  const to = from.replace(unclear, (found, before: string, character: string, after: string) => {
    if (mark === undefined && character === ',') throw new UnclearNumber(found)
    return marksByRow(character) === (mark ?? 'point') ? `${before}.${after}` : before + after
  })
  return to === from ? text : to
}

function textsIn(cell: Cell): string[] {
  if (typeof cell === 'string') return [cell]
  if (Array.isArray(cell)) return cell.flatMap(textsIn)
  return isRecord(cell) ? Object.values(cell).flatMap(textsIn) : []
}

/** A decimal in its shortest form; undefined if the text is not a decimal. */
export function decimalText(text: string): string | undefined {
  const read = readDecimal(text.trim())
  return read && writeDecimal(read)
}

/** The exact product of two decimals. */
export const multiply = (one: string, other: string): string =>
  writeDecimal(times(decimal(one), decimal(other)))

/** The quotient, rounded half away from zero to `places` decimal places. */
export const divide = (one: string, other: string, places: number): string =>
  writeDecimal(quotient(decimal(one), decimal(other), places))
