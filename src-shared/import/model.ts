import * as z from 'zod'
import type { LookupEntry } from '../catalog/model.ts'
import type { Separator, TextEncoding } from './encodings.ts'
import type { UnmatchedNames } from './names.ts'

export const importTargets = ['catalog', 'drafts'] as const
export type ImportTarget = (typeof importTargets)[number]

/** Source column (or JSON path) to vocabulary path, e.g. `brand` -> `products/product/brandDescription`. */
export const columnMapping = z.record(z.string(), z.string())
export type ColumnMapping = z.infer<typeof columnMapping>

/** The character between whole numbers and fractions. */
export const decimalMarks = ['point', 'comma'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** How ambiguous numbers such as `1,000` are meant: for single columns, and for all others. */
export const numberNotation = z.object({
  columns: z.record(z.string(), z.enum(decimalMarks)),
  other: z.enum(decimalMarks).optional(),
})
export type NumberNotation = z.infer<typeof numberNotation>

export interface ImportField {
  path: string
  label: string
  section: string
  /** Its values are numbers, with or without a unit. */
  numeric: boolean
}

export interface ImportPreview {
  file: string
  format: 'csv' | 'tsv' | 'xlsx' | 'jsonl' | 'gdsn'
  compressed: boolean
  /** Of a text: its encoding. */
  encoding?: TextEncoding
  /** The bytes alone do not say the encoding: it is the one in which the words look most like words. */
  isEncodingGuessed?: true
  /** Of a CSV or TSV file: what separates its cells. */
  separator?: Separator
  /** Of a workbook: the sheets that can be imported, and the one that was looked at. */
  sheets?: string[]
  sheet?: string
  /** Of a workbook: what of it is hidden, in words. */
  notes?: string[]
  /** Of a table: its first row is a product, and its columns are called by their places. */
  firstRowIsData?: boolean
  /** Of a table with names of columns: the line they stand in (1-based); titles may stand above it. */
  headingLine?: number
  /** Of a table: its first lines in a few words each, of which a person can choose that of the names. */
  firstLines?: { line: number; words: string }[]
  /**
   * `unclear`: an ambiguous number of the column, such as `1,000`. `remark`: what is a guess in its mapping, or why it
   * has none. `notGtins`: why it cannot be the column of the GTINs.
   */
  columns: { name: string; samples: string[]; unclear?: string; remark?: string; notGtins?: string }[]
  /** As remembered or detected; columns left out are not imported. */
  mapping: ColumnMapping
  /** What was chosen for names that no list has, when such a file was last imported. */
  names: UnmatchedNames
  /** When a file with these columns was last imported with a mapping of its own, which is the one above. */
  remembered?: string
  /** As far as it is known from the file; an unclear column that is in none of it is asked for. */
  numbers: NumberNotation
  /** Every field a column can be mapped to. */
  fields: ImportField[]
}

export interface RejectedRow {
  /** 1-based line of the file. */
  line: number
  code: string
  reason: string
  /** The row of the file, shortened. */
  raw: string
  /** What stands in its columns, as last mended; absent where that was not kept. */
  cells?: Record<string, string>
  /** The column that is at fault, where it is one. */
  fault?: string
}

/** The code of a rejected row that was mended and is not taken in yet. */
export const mendedCode = 'MENDED'

export interface RejectedRows {
  total: number
  rows: RejectedRow[]
  /** The columns of the file that fill a field, those a product must have first; none for an earlier import. */
  columns: { name: string; field: string }[]
}

/** What became of a mended row: what is wrong with it now, or that it was taken in. */
export type MendedRow = { row: RejectedRow } | { taken: 'created' | 'updated' | 'unchanged' }

export interface ImportJob {
  id: string
  file: string
  target: ImportTarget
  /** Whether the file is only read, and nothing is written. */
  dry: boolean
  state: 'running' | 'completed' | 'cancelled' | 'failed'
  rowsRead: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  bytesRead: number
  bytesTotal: number
  startedAt: string
  endedAt?: string
  note?: string
  /** The draft that the rows went into; it may have been queued or deleted since. */
  draft?: string
  /** It ended before the end of its file, and its draft is there: it goes on with the next row. */
  canGoOn?: true
}

/** A name of a file, with the list entries of the most similar spelling. */
export interface NearNames {
  name: string
  entries: LookupEntry[]
}

/** Whether an import read its file to the end and took none of its rows. */
export const tookNothing = ({ state, created, updated, unchanged }: ImportJob): boolean =>
  state === 'completed' && created + updated + unchanged === 0

/** Why an import cannot be done. */
export type ImportErrorCode =
  | 'FILE_UNREADABLE'
  | 'FILE_EMPTY'
  | 'NOT_A_TEXT_FILE'
  | 'FORMAT_UNKNOWN'
  | 'SHEET_NOT_FOUND'
  | 'NO_GTIN_COLUMN'
  | 'NO_NAME_COLUMN'
  | 'HEADINGS_TOO_FEW'
  | 'MAPPING_INVALID'
  | 'HEADINGS_NOT_FOUND'
  | 'NOT_A_SANDBOX'
  | 'NUMBERS_UNCLEAR'
  | 'NAME_CHOICE_UNKNOWN'
  | 'IMPORT_RUNNING'
  | 'IMPORT_NOT_FOUND'
  | 'IMPORT_UNFINISHED'
  | 'FILE_CHANGED'
  | 'ROW_NOT_FOUND'
  | 'GTIN_TWICE'

/** File name endings that an open dialog offers; what a file is, is decided by its content. */
export const catalogFilePatterns = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'jsonl', 'ndjson', 'xml', 'gz']
