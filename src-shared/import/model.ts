import * as z from 'zod'
import type { LookupEntry } from '../catalog/model.ts'
import type { FeedKind } from '../feeds/kinds/kinds.ts'
import type { Separator, TextEncoding } from './encodings.ts'
import type { UnmatchedNames } from './names.ts'
import type { RowChoices } from './row-classes.ts'

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
  /** What becomes of the rows of each class, as chosen for an earlier file. */
  rowChoices?: RowChoices
  /** When a file with these columns was last imported with choices that are proposed again, and which. */
  remembered?: { at: string; choices: RememberedChoice[] }
  /** As far as detected in the file; a person must choose for the other unclear columns. */
  numbers: NumberNotation
  /** All fields that a column can be mapped to. */
  fields: ImportField[]
}

/** The choices for a file that are proposed for the next file with the same columns. */
export const rememberedChoiceNames = ['mapping', 'numbers', 'encoding', 'separator', 'rows', 'names'] as const
export type RememberedChoice = (typeof rememberedChoiceNames)[number]

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

export interface RejectedRows {
  total: number
  rows: RejectedRow[]
  /** The columns of the file in its order; empty for an import of an earlier version. */
  columns: FileColumn[]
}

/** A column of a file, and the label of the field that it fills, if it does. */
export interface FileColumn {
  name: string
  field?: string
}

/** The rejected rows of a job in numbers, and what can be done with them. */
export interface RejectedSummary {
  rejected: number
  columns: FileColumn[]
  /** Rows that were edited since the last check. */
  edited: number
  /** Rows that were stored with their cells; the others can only be corrected in the file. */
  editable: number
  /** Line of the last rejected row. */
  lastLine: number
  /** Changes with every change of the rows. */
  revision: number
  /** Number of rows by code of their problem, most frequent first, each with the reason of one row. */
  faults: { code: string; rows: number; reason: string }[]
  /** Labels of the steps that undo and redo would apply. */
  undo?: string
  redo?: string
}

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

/** An item that is kept when an import into the catalog is undone. */
export interface KeptItem {
  id: string
  name: string
  /**
   * `changed`: it was changed or verified since; `content`: it has Content+; `damaged`: its earlier version
   * cannot be read.
   */
  why: 'changed' | 'content' | 'damaged'
}

/** What undoing an import into the catalog would do, in items. */
export interface ItemsToUndo {
  /** Items of the catalog now. */
  now: number
  /** Items that the import added: they are removed. */
  removed: number
  /** Items that the import changed: their earlier version is restored. */
  restored: number
  /** Items that others changed since: they are kept. */
  kept: number
  /** The first of the kept items. */
  named: KeptItem[]
}

/** The result of undoing an import into the catalog. */
export interface UndoneItems {
  removed: number
  restored: number
  kept: KeptItem[]
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
  | 'ROW_TOO_LONG'
  | 'GTIN_TWICE'
  | 'NOT_UNDOABLE'

/** File extensions that an open dialog offers; the format is detected from the content. */
export const catalogFilePatterns = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm', 'jsonl', 'ndjson', 'xml', 'gz']
