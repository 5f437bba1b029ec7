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
      // `#N/A` is a placeholder, unless it is an error value of a workbook, which is reported.
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
    if (!isEmpty(cell) && !isPlaceholder(cell)) yield { name, cell }
  }
}

/** Placeholders that databases, spreadsheets and people use for a missing value. */
const placeholder = /^(?:null|\(null\)|\\n|#n\/a|#null!|n\/a|n\.a\.|<na>|\p{Pd}{1,3})$/iu

const isPlaceholder = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.length < 12 && placeholder.test(cell.trim())

/** Error values that Excel and LibreOffice write to a text table, in several languages. */
const errorText =
  /^(?:#(?:(?:name|nom|nombre|nome)\?|¿nombre\?|(?:ref|value|div\/0|num|spill|calc|field|blocked|connect|busy|wert|bezug|zahl|überlauf|valeur|nombre|valor|rif|¡(?:ref|valor|div\/0|num))!|nv|#{2,40})|err:5\d\d)$/iu

const isErrorText = (cell: string): boolean => cell.length <= 40 && errorText.test(cell.trim())

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

/** The cells of a row; empty if the row cannot be read, which is reported during the import. */
export function readableCells(row: SourceRow, headings: string[] | undefined): NamedCell[] {
  try {
    return [...cellsOf(row, headings)]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
