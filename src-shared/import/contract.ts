import { type } from '@orpc/contract'
import * as z from 'zod'
import type { AlikeValues } from '../names/model.ts'
import { call, query } from '../rpc/procedure.ts'
import { separatorNames, textEncodings } from './encodings.ts'
import {
  columnMapping,
  type FixedRow,
  type ImportJob,
  type ImportPreview,
  importTargets,
  type NameMatches,
  type NearNames,
  numberNotation,
  type RejectedRows,
  type UndoneImport,
} from './model.ts'
import { nameKinds, unmatchedNames } from './names.ts'
import type { ImportReport } from './report.ts'
import { type ComparedRows, type RowSummary, rowChoices, rowClasses } from './row-classes.ts'

/** A file with a person's choices for it. */
const chosen = z.object({
  /** A path on this computer: chosen in a dialog, or the location of an upload. */
  file: z.string(),
  mapping: columnMapping.optional(),
  numbers: numberNotation.optional(),
  names: unmatchedNames.optional(),
  /** What an import into drafts makes of the rows of each class; the defaults where absent. */
  rowChoices: rowChoices.optional(),
  /** The sheet of a workbook; when absent, the first one with a column of GTINs. */
  sheet: z.string().optional(),
  /** Whether the first row of a table is a product instead of column names. */
  firstRowIsData: z.boolean().optional(),
  /** The line with the column names of a table (1-based); detected by its words when absent. */
  headingLine: z.int().min(1).optional(),
  /** The encoding of a text file; detected when absent. */
  encoding: z.enum(textEncodings).optional(),
  /** The cell separator of a CSV or TSV file; detected when absent. */
  separator: z.enum(separatorNames).optional(),
})
const chosenWithTarget = chosen.extend({ target: z.enum(importTargets) })

export const importContract = {
  preview: call.input(chosen.extend({ detected: z.boolean().optional() })).output(type<ImportPreview>()),
  /** Reads the complete file without writing; the report lists what an import would keep and leave out. */
  look: call.input(chosenWithTarget).output(type<ImportJob>()),
  start: call.input(chosenWithTarget).output(type<ImportJob>()),
  /** Continues an import into a draft that ended before the end of its file. Each row is written once. */
  goOn: call.input(z.object({ id: z.string() })).output(type<ImportJob>()),
  cancel: call.input(z.object({ id: z.string() })).output(type<ImportJob>()),
  /** Lists imports. A dry run is only available by its identifier. */
  jobs: query('imports').output(type<ImportJob[]>()),
  job: query('imports')
    .input(z.object({ id: z.string() }))
    .output(type<ImportJob>()),
  /** The report of a job; null before its end, and for jobs of earlier versions of the program. */
  report: query('imports')
    .input(z.object({ id: z.string() }))
    .output(type<ImportReport | null>()),
  /** For the unlisted names of one kind in a report: the list entry that each probably means. */
  nameMatches: query('imports', 'lookups')
    .input(z.object({ id: z.string(), kind: z.enum(nameKinds) }))
    .output(type<NameMatches>()),
  /** Clusters of the unlisted names of one kind in a report that probably mean the same. */
  alikeNames: query('imports', 'names')
    .input(z.object({ id: z.string(), kind: z.enum(nameKinds) }))
    .output(type<AlikeValues>()),
  /** Rows of a dry run, by class. */
  comparedRows: query('imports')
    .input(
      z.object({
        id: z.string(),
        class: z.enum(rowClasses),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .output(type<ComparedRows>()),
  /** The changed rows of a dry run in numbers. */
  rowSummary: query('imports')
    .input(z.object({ id: z.string() }))
    .output(type<RowSummary>()),
  /**
   * Removes the drafts that an import made. Drafts that were edited since are removed only with
   * `includeEdited`; without it, they are returned and nothing changes. Queued drafts stay feeds.
   */
  undo: call
    .input(z.object({ id: z.string(), includeEdited: z.boolean().default(false) }))
    .output(type<UndoneImport>()),
  nearNames: query('lookups')
    .input(z.object({ kind: z.enum(nameKinds), names: z.array(z.string()).max(200) }))
    .output(type<NearNames[]>()),
  rejected: query('imports')
    .input(
      z.object({
        id: z.string(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
      }),
    )
    .output(type<RejectedRows>()),
  /**
   * Changes cells of a rejected row, stores them, and returns the remaining problem. With `take`, imports
   * the row if it has none.
   */
  fixRejectedRow: call
    .input(
      z.object({
        id: z.string(),
        line: z.int(),
        cells: z.record(z.string(), z.string().max(100_000)),
        take: z.boolean(),
      }),
    )
    .output(type<FixedRow>()),
}
