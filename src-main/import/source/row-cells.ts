import { fromSpreadsheetText } from '../../../src-shared/export/spreadsheet-text.ts'
import { rowLimits } from '../../../src-shared/file-limits.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type Cell, columnsOf, isEmpty, isRecord, parseJson } from './cell.ts'
import type { NamedCell, SourceRow } from './source-row.ts'

/** The cells of a row that are not empty, with the names of their columns. @throws SyntaxError when the row is no JSON object */
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
      // Texts of a workbook are not guarded against being taken for formulas.
      const cell = numbers === undefined ? fromSpreadsheetText(text) : text
      const name = headings[index]
      // An error of the sheet is said.
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
      throw new SyntaxError(say`it has more than ${rowLimits.cells} values, which is as many as are read`)
    if (!isEmpty(cell) && !isPlaceholder(cell)) yield { name, cell }
  }
}

/** What databases, spreadsheets and people write into a cell that has no value. */
const placeholder = /^(?:null|\(null\)|\\n|#n\/a|#null!|n\/a|n\.a\.|<na>|\p{Pd}{1,3})$/iu

const isPlaceholder = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.length < 12 && placeholder.test(cell.trim())

/** The errors of Excel and LibreOffice as text, as a table saved from a workbook has them; in four languages. */
const errorText =
  /^(?:#(?:(?:name|nom|nombre|nome)\?|¿nombre\?|(?:ref|value|div\/0|num|spill|calc|field|blocked|connect|busy|wert|bezug|zahl|überlauf|valeur|nombre|valor|rif|¡(?:ref|valor|div\/0|num))!|nv|#{2,40})|err:5\d\d)$/iu

const isErrorText = (cell: string): boolean => cell.length <= 40 && errorText.test(cell.trim())

/** The cells of a row of a table by their places; those that the file does not have are empty. */
export function cellsByPlace({ places, cells = [] }: SourceRow): string[] {
  if (!places) return cells
  const all = Array.from({ length: Math.max(-1, ...places) + 1 }, () => '')
  for (const [index, cell] of cells.entries()) all[places[index] ?? index] = cell
  return all
}

/** Whether a row of a table has values behind the last of so many columns. */
export const hasFurtherCells = (row: SourceRow, columns: number): boolean =>
  cellsByPlace(row)
    .slice(columns)
    .some((cell) => cell.trim() !== '')

/** The cells of a row; none when it cannot be read, which is told when it is imported. */
export function readableCells(row: SourceRow, headings: string[] | undefined): NamedCell[] {
  try {
    return [...cellsOf(row, headings)]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
