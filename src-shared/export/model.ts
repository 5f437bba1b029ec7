import * as z from 'zod'
import { catalogSelection } from '../catalog/model.ts'
import { decisionKinds, findingKinds } from '../evidence/model.ts'
import { markets } from '../nutrition/model.ts'
import { say } from '../texts/say.ts'
import { countryCodes } from '../values/countries.ts'
import { isGln } from '../values/gtin.ts'
import { translatedLanguages } from '../workspace/languages.ts'
import { type ExportFormat, exportFormats, formatOf } from './formats.ts'

/**
 * How texts are written in a table. `safe`: no cell starts like a formula, which a spreadsheet would run.
 * `spreadsheet`: like `safe`, with a byte order mark, and with digits in a form that a spreadsheet does not
 * round. `raw`: unchanged, for programs only. The import reverses the changes of the first two.
 */
const csvCells = ['safe', 'spreadsheet', 'raw'] as const
export type CsvCells = (typeof csvCells)[number]

/** The exported items: a list of identifiers, in that order, or all results of a search. */
export const exportSource = z.union([
  z.object({ itemIds: z.array(z.string()).min(1).max(100_000) }),
  z.object({ selection: catalogSelection }),
])
export type ExportSource = z.infer<typeof exportSource>

const gln = z.string().refine(isGln, say`A GLN has thirteen digits, the last a check digit.`)

/** Values of a GDSN message that no record contains. */
export const gdsnChoice = z.object({
  /** Where the items are sold: ISO 3166-1, two letters. */
  targetMarket: z
    .string()
    .refine((code) => countryCodes.has(code), say`A country has two letters, such as US.`),
  /** The language of the records' texts. */
  language: z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, say`A language has two letters, such as en.`),
  /** Global Location Number of the information provider; a data pool refuses a message without it. */
  informationProvider: gln.optional(),
  /** Global Location Number of the data recipient. */
  dataRecipient: gln.optional(),
})
export type GdsnChoice = z.infer<typeof gdsnChoice>

export const delimiters = [',', ';', '\t'] as const
/** How values are written in a table, for the program that opens it. The import reads every form. */
export const tableForm = z.object({
  /** Between the cells of a CSV file. */
  delimiter: z.enum(delimiters).default(','),
  /** Decimal mark of numbers; texts are unchanged. */
  decimal: z.enum(['point', 'comma']).default('point'),
  /** Writes words of this language for codes: status, category, country, yes and no. */
  words: z.enum(['en', ...translatedLanguages]).optional(),
  /** With `words`: the codes too, in columns of their own. */
  codes: z.boolean().default(false),
})
export type TableForm = z.output<typeof tableForm>

export const exportRequest = z.object({
  source: exportSource,
  format: z.enum(exportFormats),
  /** `csv` only. */
  cells: z.enum(csvCells).default('safe'),
  /** `contentplus` only: the content of these retailers; of all retailers when absent. */
  retailerIds: z.array(z.string()).min(1).optional(),
  /**
   * Headings of the table's columns, in order, for formats that have columns. When absent: all columns but
   * the further ones, or the default columns of a print.
   */
  columns: z.array(z.string()).min(1).max(200).optional(),
  /** For formats that have columns; the defaults when absent. */
  table: tableForm.optional(),
  /** `pdf` only: the market whose form of nutrition label is used; the United States when absent. */
  market: z.enum(markets).optional(),
  /** `gdsn` and `gdsnreport` only; the United States and English when absent. */
  gdsn: gdsnChoice.optional(),
})
export type ExportRequest = z.infer<typeof exportRequest>

/** Exports the pictures as files in a folder, under their GS1 names. */
export const pictureFolderRequest = z.object({
  source: exportSource,
  folder: z.string().min(1),
  /** Replaces a file that has the same name and different content; otherwise the file is kept and listed. */
  replace: z.boolean().default(false),
})
export type PictureFolderRequest = z.infer<typeof pictureFolderRequest>

/** Counts of what can be exported. */
export interface ExportSubject {
  items: number
  /**
   * The headings of the columns that a table has by default, of nutrition facts and other columns to choose,
   * and of the default columns of a print.
   */
  columns: string[]
  furtherColumns: string[]
  /** Headings for the columns of the catalog's list, by their identifiers. */
  screenColumns: Record<string, string>
  printedColumns: string[]
  /** Items with content for at least one retailer. */
  contentItems: number
  /** The retailers that have content, by name. */
  retailers: { id: string; name: string; items: number }[]
}

/** The result of a feed or a batch for each item: a table (CSV, XLSX), or a page to read and print (HTML). */
const reportFormats = ['report-csv', 'report-xlsx', 'report-html'] as const
export type ReportFormat = (typeof reportFormats)[number]
export const reportRequest = z.object({
  /** Identifier of the feed or the batch. */
  id: z.string(),
  format: z.enum(reportFormats),
  /** `report-html` only: each item with its picture embedded in the file. */
  withPictures: z.boolean().default(false),
})
export type ReportRequest = z.infer<typeof reportRequest>

const reportEndings: Record<ReportFormat, string> = {
  'report-csv': 'csv',
  'report-xlsx': 'xlsx',
  'report-html': 'html',
}

/**
 * The suggested name of a report's file, such as `report-Spring_range-2026-11-22.xlsx`. @param now
 * milliseconds
 */
export function reportFileName(name: string, format: ReportFormat, now: number): string {
  const word = name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80)
  return `report-${word}-${new Date(now).toISOString().slice(0, 10)}.${reportEndings[format]}`
}

/** The findings of the picture check as a table. */
const findingsFormats = ['findings-csv', 'findings-xlsx'] as const
export type FindingsFormat = (typeof findingsFormats)[number]
export const findingsRequest = z.object({
  format: z.enum(findingsFormats),
  /** Only these kinds; all if absent. */
  kinds: z.array(z.enum(findingKinds)).optional(),
  /** Only findings with this decision; all but the dismissed ones if absent. */
  decision: z.enum(decisionKinds).optional(),
  /** Only findings of these items; of all if absent. */
  itemIds: z.array(z.string()).min(1).optional(),
})
export type FindingsRequest = z.infer<typeof findingsRequest>

/** The suggested name of their file: `picture-check-2026-11-22.xlsx`. @param now milliseconds */
export const findingsFileName = (format: FindingsFormat, now: number): string =>
  `picture-check-${new Date(now).toISOString().slice(0, 10)}.${format === 'findings-csv' ? 'csv' : 'xlsx'}`

export interface ExportJob {
  id: string
  format: ExportFormat | ReportFormat | FindingsFormat
  state: 'running' | 'completed' | 'cancelled' | 'failed'
  itemsTotal: number
  /** Items read so far. */
  itemsDone: number
  /** Items written so far; for a Content+ feed, only those with content. */
  itemsWritten: number
  /** Bytes written so far. */
  bytes: number
  /** The name of the file. */
  fileName: string
  /**
   * The path of the file, or of the folder of pictures, that the person chose; absent when the file is
   * downloaded from `download`.
   */
  file?: string
  /**
   * Address on this host, set when completed; valid until the workspace is closed or a few more exports are
   * made.
   */
  download?: string
  /** Why the export failed, or a remark about the file. */
  note?: string
  /** Increases with each change of the job. */
  revision: number
}

/** Why an export is refused or fails. */
export type ExportErrorCode =
  | 'NOTHING_TO_EXPORT'
  | 'NO_WORDS'
  | 'EXPORT_NOT_FOUND'
  | 'CATALOG_CHANGED'
  | 'FILE_EXISTS'
  | 'TOO_MANY_ROWS'
  | 'UNKNOWN_COLUMN'
  | 'TOO_LARGE'

/**
 * The suggested name of an export's file: its content and the day (UTC), such as `items-2026-11-21.csv` or
 * `content-plus-item-20-retailer-7-2026-11-21.xml`.
 * @param now milliseconds since the epoch
 */
export function exportFileName(
  { source, format, retailerIds }: Pick<ExportRequest, 'source' | 'format' | 'retailerIds'>,
  now: number,
): string {
  const { name, ending } = formatOf[format]
  const only = 'itemIds' in source && source.itemIds.length === 1 ? ['item', source.itemIds[0] ?? ''] : []
  const retailer = retailerIds?.length === 1 ? ['retailer', retailerIds[0] ?? ''] : []
  const day = new Date(now).toISOString().slice(0, 10)
  const words = [name, ...only, ...retailer].map((word) => word.replace(/[^\p{L}\p{N}._-]+/gu, '_'))
  return `${words.join('-').slice(0, 120)}-${day}.${ending}`
}
