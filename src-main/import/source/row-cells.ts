import { fromSpreadsheetText } from '../../../src-shared/export/spreadsheet-text.ts'
import { rowLimits } from '../../../src-shared/file-limits.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type Cell, columnsOf, isEmpty, isRecord, parseJson } from './cell.ts'
import type { NamedCell, SourceRow } from './source-row.ts'

/**
 * The cells of a row that have a value, with column names. @throws SyntaxError if the row cannot be read
 */
export function* cellsOf(
  { named, fault, cells = [], places, numbers, errors, dates, links, text }: SourceRow,
  headings: string[] | undefined,
): Generator<NamedCell> {
  if (fault !== undefined) throw new SyntaxError(fault)
  if (named) {
    yield* named.filter(({ cell }) => !isEmpty(cell))
    return
  }
  if (headings) {
    const [numberAt, errorAt, dateAt] = [new Set(numbers), new Set(errors), new Set(dates)]
    for (const [at, text] of cells.entries()) {
      const index = places?.[at] ?? at
      // A row of a workbook has `numbers`; its texts are not escaped against formulas, as those of CSV are.
      const cell = numbers === undefined ? fromSpreadsheetText(text) : text
      const name = headings[index]
      if (isEmpty(cell) || (isPlaceholder(text) && !errorAt.has(index))) continue
      if (name === undefined) yield { name: `column ${index + 1}`, cell, beyond: true }
      else
        yield {
          name,
          cell,
          ...(numberAt.has(index) && { isNumber: true }),
          ...((errorAt.has(index) || isErrorText(text)) && { isError: true }),
          ...(dateAt.has(index) && { isDate: true }),
          ...(links?.[index] !== undefined && { link: links[index] }),
        }
    }
    return
  }
  const row = parseJson(text)
  if (!isRecord(row)) throw new SyntaxError(say`it is not a JSON object`)
  let values = 0
  for (const [name, cell] of columnsOf(row)) {
    if (++values > rowLimits.cells)
      throw new SyntaxError(say`it has more than ${rowLimits.cells} values, the maximum`)
    const isError = typeof cell === 'string' && isErrorText(cell)
    if (!isEmpty(cell) && !isPlaceholder(cell)) yield { name, cell, ...(isError && { isError }) }
  }
}

/** Placeholders that databases, spreadsheets and people use for a missing value. */
const placeholder = /^(?:null|\(null\)|\\n|n\/a|n\.a\.|<na>|\p{Pd}{1,3})$/iu

const isPlaceholder = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.length < 12 && placeholder.test(cell.trim())

/**
 * Error values that Excel, LibreOffice and Google Sheets write to a text table, in any language: `#REF!`,
 * `#NAAM?`, `#¡VALOR!`. Some have no mark at the end.
 */
const errorText = /^[#¿][¡¿]?\p{Lu}[\p{Lu}\d/_]{1,20}[!?]$/u
const otherErrorText =
  /^(?:#(?:name|nom|nombre|nome)\?|#(?:ref|value|div\/0|num|wert|bezug)!|#(?:nv|n\/[abd]|н\/д|i\/t|yok|saknas|puuttuu|hiányzik|getting_data|#{2,40})|loading\.\.\.|err:5\d\d)$/iu

function isErrorText(cell: string): boolean {
  const text = cell.length <= 40 ? cell.trim() : ''
  // Fast path: all errors begin with one of these.
  if (text === '' || !'#¿LlEe'.includes(text.charAt(0))) return false
  return errorText.test(text) || otherErrorText.test(text)
}

/** The cells of a table row by column index; cells that the file does not contain are empty. */
export function cellsByColumn({ places, cells = [] }: SourceRow): string[] {
  if (!places) return cells
  const all = Array.from({ length: Math.max(-1, ...places) + 1 }, () => '')
  for (const [index, cell] of cells.entries()) all[places[index] ?? index] = cell
  return all
}

/** Whether a table row has values after the given number of columns. */
export const hasFurtherCells = (row: SourceRow, columns: number): boolean =>
  cellsByColumn(row)
    .slice(columns)
    .some((cell) => cell.trim() !== '')

/** Why a row cannot be read; undefined if it can. */
export function faultOfRow(row: SourceRow, headings: string[] | undefined): string | undefined {
  try {
    for (const _ of cellsOf(row, headings)) void _
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}

/** The cells of a row; empty if the row cannot be read, which is reported during the import. */
export function readableCells(row: SourceRow, headings: string[] | undefined): NamedCell[] {
  try {
    return [...cellsOf(row, headings)]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
