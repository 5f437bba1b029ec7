import { fromSpreadsheetText } from '../../../src-shared/export/spreadsheet-text.ts'
import { rowLimits } from '../../../src-shared/file-limits.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type Cell, columnsOf, isEmpty, isRecord, parseJson } from './cell.ts'
import type { NamedCell, SourceRow } from './source-rows.ts'

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
          ...(errorAt.has(index) && { isError: true }),
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

/** The cells of a row; none when it cannot be read, which is told when it is imported. */
export function readableCells(row: SourceRow, headings: string[] | undefined): NamedCell[] {
  try {
    return [...cellsOf(row, headings)]
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
