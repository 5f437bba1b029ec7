import type { Cell } from './cell.ts'

/** A row as it stands in the file: an object of JSON Lines, or the cells of a table. */
export interface SourceRow {
  /** 1-based line it begins in. */
  line: number
  /** As it stood, whole. */
  text: string
  /** Of a GDSN message, or of a row that was mended: cells with the names of their columns, in the place of text and cells. */
  named?: NamedCell[]
  /** Why it cannot be read. */
  fault?: string
  /** Tables only. */
  cells?: string[]
  /** Of a workbook: the place of each of the cells, the others of the row being empty. */
  places?: number[]
  /** Of a workbook: the places of the cells that are numbers, whose point is a decimal point. */
  numbers?: number[]
  /** Of a workbook: the places of formulas that were saved without a result. */
  unresolved?: number[]
  /** Of a workbook: the places of cells that hold an error, such as `#N/A`. */
  errors?: number[]
  /** Of a workbook: the places of dates. */
  dates?: number[]
  /** Of a workbook: the addresses that cells link to, by their places. */
  links?: Record<number, string>
  /** Of a workbook: cells that are merged with the ones to their right, each with the last place of the range. */
  spans?: [place: number, last: number][]
  /** Of a workbook: the row is not shown. */
  isHidden?: boolean
}

/** What stands in a column of a row. */
export interface NamedCell {
  name: string
  cell: Cell
  /** It stands behind the last heading. */
  beyond?: true
  /** It is a number of a workbook: its point is a decimal point, whatever the other cells of its column have. */
  isNumber?: boolean
  /** It is an error of a workbook, such as `#N/A`. */
  isError?: boolean
  /** It is a date of a workbook. */
  isDate?: boolean
  /** The address it links to. */
  link?: string
}
