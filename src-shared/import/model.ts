import * as z from 'zod'
import type { LookupEntry } from '../catalog/model.ts'
import type { FeedKind } from '../feeds/kinds/kinds.ts'
import type { Separator, TextEncoding } from './encodings.ts'
import type { UnmatchedNames } from './names.ts'

export const importTargets = ['catalog', 'drafts'] as const
export type ImportTarget = (typeof importTargets)[number]

/** Source column (or JSON path) to vocabulary path, e.g. `brand` -> `products/product/brandDescription`. */
export const columnMapping = z.record(z.string(), z.string())
export type ColumnMapping = z.infer<typeof columnMapping>

/** The decimal separator. */
export const decimalMarks = ['point', 'comma'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** The decimal separator of ambiguous numbers such as `1,000`: per column, and for all others. */
export const numberNotation = z.object({
  columns: z.record(z.string(), z.enum(decimalMarks)),
  other: z.enum(decimalMarks).optional(),
})
export type NumberNotation = z.infer<typeof numberNotation>

export interface ImportField {
  path: string
  label: string
  section: string
  /** Whether its values are numbers, with or without a unit. */
  numeric: boolean
}

export interface ImportPreview {
  file: string
  format: 'csv' | 'tsv' | 'xlsx' | 'jsonl' | 'gdsn'
  compressed: boolean
  /** Encoding of a text file. */
  encoding?: TextEncoding
  /** Set when the bytes do not determine the encoding: it is the one whose result looks most like words. */
  isEncodingGuessed?: true
  /** Cell separator of a CSV or TSV file. */
  separator?: Separator
  /** Sheets of a workbook that can be imported, and the previewed one. */
  sheets?: string[]
  sheet?: string
  /** Hidden parts of a workbook, in words. */
  notes?: string[]
  /** Set when the first row of the table is a product; the columns are then named by position. */
  firstRowIsData?: boolean
  /** Line with the column names of a table (1-based); titles may precede it. */
  headingLine?: number
  /** The first lines of a table, shortened, from which a person can choose the one with the column names. */
  firstLines?: { line: number; words: string }[]
  /**
   * `unclear`: an ambiguous number of the column, such as `1,000`. `remark`: which part of its mapping is a
   * guess, or why it has none. `notGtins`: why it cannot be the GTIN column.
   */
  columns: { name: string; samples: string[]; unclear?: string; remark?: string; notGtins?: string }[]
  /** As remembered or detected; omitted columns are not imported. */
  mapping: ColumnMapping
  /** The choices for unlisted names from the last import of such a file. */
  names: UnmatchedNames
  /** When a file with these columns was last imported with a custom mapping, which is then `mapping`. */
  remembered?: string
  /** As far as detected in the file; a person must choose for the other unclear columns. */
  numbers: NumberNotation
  /** All fields that a column can be mapped to. */
  fields: ImportField[]
}

export interface RejectedRow {
  /** 1-based line of the file. */
  line: number
  code: string
  reason: string
  /** The row as in the file, shortened. */
  raw: string
  /** The cells by column, with corrections; absent if they were not stored. */
  cells?: Record<string, string>
  /** The column that causes the rejection, if it is one. */
  fault?: string
}

/** The code of a rejected row that has been corrected and not imported yet. */
export const fixedCode = 'MENDED'

export interface RejectedRows {
  total: number
  rows: RejectedRow[]
  /** The mapped columns of the file, required fields first; empty for an import of an earlier version. */
  columns: { name: string; field: string }[]
}

/**
 * The result of correcting a row: its remaining problem, or that it was imported. `left`: the choice for its
 * class left it out.
 */
export type FixedRow = { row: RejectedRow } | { taken: 'created' | 'updated' | 'unchanged' | 'left' }

export interface ImportJob {
  id: string
  file: string
  target: ImportTarget
  /** Whether this is a dry run, which writes nothing. */
  dry: boolean
  state: 'running' | 'completed' | 'cancelled' | 'failed'
  rowsRead: number
  created: number
  updated: number
  unchanged: number
  /** Rows that the choice for their class left out. */
  left: number
  rejected: number
  bytesRead: number
  bytesTotal: number
  startedAt: string
  endedAt?: string
  note?: string
  /** The drafts that received rows, one per kind of feed; they may have been queued or deleted since. */
  drafts: ImportedDraft[]
  /** ISO 8601 time at which a person undid the import. */
  undoneAt?: string
  /**
   * Set when the import ended before the end of its file and its drafts still exist: it can continue with
   * the next row.
   */
  canResume?: true
}

/** A draft that an import made. */
export interface ImportedDraft {
  id: string
  kind: FeedKind
}

/**
 * The drafts of an undone import by their outcome. If drafts were edited since and a person has not agreed,
 * nothing is removed and `removed` is empty.
 */
export interface UndoneImport {
  removed: UndoneDraft[]
  /** Drafts that were edited since the import. */
  edited: UndoneDraft[]
  /** Drafts whose items cannot be taken back: they were queued as feeds, or joined into another draft. */
  kept: (UndoneDraft & { why: 'queued' | 'joined' })[]
}
export interface UndoneDraft extends ImportedDraft {
  name: string
}

/** A name from a file, with the list entries of the most similar spelling. */
export interface NearNames {
  name: string
  entries: LookupEntry[]
}

/** The list entries that names probably mean. */
export interface NameMatches {
  /** Names without a match, or with several equally good ones, are absent. */
  matches: { name: string; likeness: 'same' | 'near'; entry: LookupEntry }[]
  /** Whether not all entries were compared, because too many are spelled alike. */
  isCut: boolean
}

/** Whether an import read its file to the end and wrote none of its rows. */
export const importedNothing = ({ state, created, updated }: ImportJob): boolean =>
  state === 'completed' && created + updated === 0

/** Why an import is refused or fails. */
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
  | 'NOT_UNDOABLE'

/** File extensions that an open dialog offers; the format is detected from the content. */
export const catalogFilePatterns = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'jsonl', 'ndjson', 'xml', 'gz']
