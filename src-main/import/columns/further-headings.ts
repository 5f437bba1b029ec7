/** Finds headings below the first rows of a table, where it is printed page by page or another one follows. */

import { say } from '../../../src-shared/texts/say.ts'
import { cellsByColumn } from '../source/row-cells.ts'
import type { SourceRow } from '../source/source-row.ts'
import { usableGtin } from '../values/usable-gtin.ts'
import { countNamed, detectColumn } from './detect-mapping.ts'
import { gtinPath } from './import-fields.ts'

const trimmed = (row: SourceRow): string[] => cellsByColumn(row).map((cell) => cell.trim())
const isSameHeading = (one = '', other = ''): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether a row has headings: the one of the GTIN, at least one more, and no GTIN. */
const hasHeadings = (cells: string[]): boolean =>
  cells.some((cell) => detectColumn(cell)?.path === gtinPath) &&
  countNamed(cells) > 1 &&
  !cells.some((cell) => 'gtin' in usableGtin(cell))

/**
 * Marks rows that cannot be read by the headings of a table: rows that repeat the headings, and all rows from
 * other headings on.
 * @returns a function that takes the rows below the headings in order
 */
export function openFurtherHeadings(headings: SourceRow): (row: SourceRow) => SourceRow {
  const names = trimmed(headings)
  /** Line of other headings, until the first ones are repeated. */
  let otherLine: number | undefined
  return (row) => {
    if (row.fault !== undefined || row.cells === undefined) return row
    const cells = trimmed(row)
    if (!hasHeadings(cells))
      return otherLine === undefined
        ? row
        : {
            ...row,
            fault: say`a second table with other headings begins in line ${otherLine}; import it as a file of its own`,
          }
    const isSame = Array.from({ length: Math.max(cells.length, names.length) }, (_, at) =>
      isSameHeading(cells[at], names[at]),
    ).every(Boolean)
    otherLine = isSame ? undefined : row.line
    return {
      ...row,
      fault: isSame
        ? say`it repeats the headings`
        : say`it has the headings of a second table; import that as a file of its own`,
    }
  }
}
