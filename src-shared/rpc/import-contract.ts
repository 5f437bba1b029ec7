import { oc, type } from '@orpc/contract'
import * as z from 'zod'

export const importTargets = ['catalog', 'drafts'] as const
export type ImportTarget = (typeof importTargets)[number]

/** Source column (or JSON path) to vocabulary path, e.g. `brand` -> `products/product/brandDescription`. */
export const columnMapping = z.record(z.string(), z.string())
export type ColumnMapping = z.infer<typeof columnMapping>

/** The character between whole numbers and fractions. */
export const decimalMarks = ['point', 'comma'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** How numbers that could be read both ways, such as `1,000`, are meant: column by column, and in any other. */
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
  format: 'csv' | 'tsv' | 'jsonl'
  compressed: boolean
  /** `unclear` is a number of the column that could be read both ways, e.g. `1,000`. */
  columns: { name: string; samples: string[]; unclear?: string }[]
  /** As detected; columns left out are not imported. */
  mapping: ColumnMapping
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
  /** The row as it stood, shortened. */
  raw: string
}
export interface ImportJob {
  id: string
  file: string
  target: ImportTarget
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
}

export const importContract = {
  /** `file` is a path on this computer: chosen in a dialog, or where the host stored an upload. */
  preview: oc
    .input(
      z.object({
        file: z.string(),
        mapping: columnMapping.optional(),
        numbers: numberNotation.optional(),
      }),
    )
    .output(type<ImportPreview>()),
  start: oc
    .input(
      z.object({
        file: z.string(),
        mapping: columnMapping.optional(),
        numbers: numberNotation.optional(),
        target: z.enum(importTargets),
      }),
    )
    .output(type<ImportJob>()),
  cancel: oc.input(z.object({ id: z.string() })).output(type<ImportJob>()),
  jobs: oc.output(type<ImportJob[]>()),
  rejected: oc
    .input(
      z.object({
        id: z.string(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(type<{ total: number; rows: RejectedRow[] }>()),
}

/** File name endings that an open dialog offers; what a file is, is decided by its content. */
export const catalogFilePatterns = ['csv', 'tsv', 'txt', 'jsonl', 'ndjson', 'gz']
