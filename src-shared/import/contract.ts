import { type } from '@orpc/contract'
import * as z from 'zod'
import { draftReplacement, draftRowsQuestion, draftSelection } from '../feeds/draft/edits.ts'
import type { DraftProblem, DraftRows } from '../feeds/draft/model.ts'
import type { ReplacePreview } from '../feeds/draft/replacement.ts'
import type { AlikeValues } from '../names/model.ts'
import { call, query } from '../rpc/procedure.ts'
import { separatorNames, textEncodings } from './encodings.ts'
import {
  columnMapping,
  type ImportJob,
  type ImportPreview,
  type ItemsToUndo,
  importTargets,
  type NameMatches,
  type NearNames,
  numberNotation,
  type RejectedRows,
  type RejectedSummary,
  type UndoneImport,
  type UndoneItems,
} from './model.ts'
import { nameKinds, unmatchedNames } from './names.ts'
import { type CheckedRows, rejectedStep } from './rejected-grid.ts'
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
const chosenWithTarget = chosen.extend({
  target: z.enum(importTargets),
  /** A dry run of the file, whose corrected rows are read instead of those of the file. */
  correctedIn: z.string().optional(),
})
const job = z.object({ id: z.string() })

export const importContract = {
  preview: call.input(chosen.extend({ detected: z.boolean().optional() })).output(type<ImportPreview>()),
  /** Forgets the choices for files with these columns. */
  forgetChoices: call.input(z.object({ columns: z.array(z.string()).max(100_000) })).output(type<void>()),
  /** Reads the complete file without writing; the report lists what an import would keep and leave out. */
  look: call.input(chosenWithTarget).output(type<ImportJob>()),
  start: call.input(chosenWithTarget).output(type<ImportJob>()),
  /** Continues an import into a draft that ended before the end of its file. Each row is written once. */
  goOn: call.input(job).output(type<ImportJob>()),
  cancel: call.input(job).output(type<ImportJob>()),
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
  /** What undoing an import into the catalog would do. */
  itemsToUndo: query('imports', 'items').input(job).output(type<ItemsToUndo>()),
  /** Removes the items that an import added to the catalog, and restores those that it changed. */
  undoItems: call.input(job).output(type<UndoneItems>()),
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
  /** The rejected rows in numbers, the columns of the file, and what undo and redo would do. */
  rejectedSummary: query('imports').input(job).output(type<RejectedSummary>()),
  /** Rejected rows as rows of a grid; their keys are lines of the file. */
  rejectedGrid: query('imports').input(draftRowsQuestion).output(type<DraftRows>()),
  /** The problem of a rejected row. */
  rejectedProblems: query('imports')
    .input(job.extend({ line: z.int() }))
    .output(type<DraftProblem[]>()),
  previewRejectedReplace: query('imports')
    .input(draftReplacement.extend({ id: z.string() }))
    .output(type<ReplacePreview>()),
  /** Clusters of the values of a column that probably mean the same. */
  alikeRejected: query('imports', 'names')
    .input(job.extend({ selection: draftSelection, column: z.string().max(500) }))
    .output(type<AlikeValues>()),
  /** Changes cells of rejected rows, as one step that can be undone. Returns the number of changed rows. */
  editRejected: call.input(rejectedStep).output(type<{ rows: number }>()),
  undoRejected: call.input(job).output(type<{ rows: number }>()),
  redoRejected: call.input(job).output(type<{ rows: number }>()),
  /** Checks the edited rows again: those without a problem are imported or, in a dry run, join the others. */
  checkRejected: call.input(job).output(type<CheckedRows>()),
}
