import type { Cell } from './cell.ts'

/** A row of a file: an object of JSON Lines, or the cells of a table. */
export interface SourceRow {
  /** 1-based line of its start. */
  line: number
  /** The entire text of the row. */
  text: string
  /** Cells with column names, instead of text and cells; for a GDSN message or a corrected row. */
  named?: NamedCell[]
  /** Why the row cannot be read. */
  fault?: string
  /** Tables only. */
  cells?: string[]
  /** Workbooks only: column index of each cell; the other cells of the row are empty. */
  places?: number[]
  /** Workbooks only: column indexes of numeric cells, whose point is a decimal point. */
  numbers?: number[]
  /** Workbooks only: column indexes of formulas saved without a result. */
  unresolved?: number[]
  /** Workbooks only: column indexes of error values, such as `#N/A`. */
  errors?: number[]
  /** Workbooks only: column indexes of dates. */
  dates?: number[]
  /** Workbooks only: link targets by column index. */
  links?: Record<number, string>
  /** Workbooks only: cells merged with cells to their right, each with the last column index of the range. */
  spans?: [place: number, last: number][]
  /** Workbooks only: the row is hidden. */
  isHidden?: boolean
}

/** The value of a column in a row. */
export interface NamedCell {
  name: string
  cell: Cell
  /** The cell is after the last heading. */
  beyond?: true
  /**
   * A numeric cell of a workbook: its point is a decimal point, regardless of the other cells in its column.
   */
  isNumber?: boolean
  /** An error value of a workbook, such as `#N/A`. */
  isError?: boolean
  /** A date of a workbook. */
  isDate?: boolean
  /** Target of its link. */
  link?: string
}
