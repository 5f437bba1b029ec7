import * as z from 'zod'
import { catalogSelection } from '../catalog/model.ts'

/**
 * `items`: the records as an item search answers them, byte for byte. `csv`: a table of one row an item, which the
 * import reads again. `contentplus`: the content kept for retailers, as a feed that a service takes as it is.
 */
export const exportFormats = ['items', 'csv', 'contentplus'] as const

export type ExportFormat = (typeof exportFormats)[number]

/**
 * How texts stand in a table. `safe`: no cell begins like a formula, which a spreadsheet would run, whoever wrote it.
 * `spreadsheet`: that, a byte order mark, and no digits that it rounds. `raw`: exactly as they are, for programs only.
 * What the first two change, the import takes back.
 */
export const csvCells = ['safe', 'spreadsheet', 'raw'] as const

export type CsvCells = (typeof csvCells)[number]

/** Which items: those named, in that order, or a whole search. */
export const exportSource = z.union([
  z.object({ itemIds: z.array(z.string()).min(1).max(100_000) }),
  z.object({ selection: catalogSelection }),
])

export type ExportSource = z.infer<typeof exportSource>

export const exportRequest = z.object({
  source: exportSource,
  format: z.enum(exportFormats),
  /** `csv` only. */
  cells: z.enum(csvCells).default('safe'),
  /** `contentplus` only: the content of these retailers; of every one when absent. */
  retailerIds: z.array(z.string()).min(1).optional(),
})

export type ExportRequest = z.infer<typeof exportRequest>

/** What there is to export. */
export interface ExportSubject {
  items: number
  /** Items with content for at least one retailer: what a Content+ feed holds. */
  contentItems: number
  /** Retailers there is content for, by name. */
  retailers: { id: string; name: string; items: number }[]
}

export interface ExportJob {
  id: string
  format: ExportFormat
  state: 'running' | 'completed' | 'cancelled' | 'failed'
  itemsTotal: number
  /** Looked at so far. */
  itemsDone: number
  /** In the file so far: for a Content+ feed, those that have content. */
  itemsWritten: number
  /** Written so far. */
  bytes: number
  /** What the file is called. */
  fileName: string
  /** Where the person wanted it; absent when it is fetched from `download`. */
  file?: string
  /** Address on this host, once completed. It is there until the workspace is closed, or a few exports later. */
  download?: string
  /** Why it failed, or what should be known of the file. */
  note?: string
  /** Counts the changes of this job. */
  revision: number
}
