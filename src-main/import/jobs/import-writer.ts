import type { ImportErrorCode, ImportJob, ImportTarget } from '../../../src-shared/import/model.ts'
import type { ListedKind } from '../../../src-shared/import/names.ts'
import type { ImportReport } from '../../../src-shared/import/report.ts'
import type { ComparedRow } from '../../../src-shared/import/row-classes.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { type ItemState, type NewDraft, openDraftFilling } from '../../feeds/drafts/index.ts'
import { defineWriter } from '../../storage/index.ts'
import { openImportCatalog, type PutCounts } from '../import-catalog.ts'
import { repeatedGtin, rowsNotFound } from '../rejected/rejected-store.ts'
import type { RejectedCells } from '../rows/import-mapper.ts'
import type { ImportedItem } from '../rows/map-row.ts'
import type { ImportedRow } from './imported-lines.ts'
import { type NewJob, openJobTable, type StepCounts, type TakenCounts } from './job-table.ts'

/** Mapped rows of one step, for the catalog. */
interface CatalogStep {
  /** Each an `ImportedItem` as JSON. */
  payloads: string[]
  taken: ImportedRow[]
  rejected: RejectedCells[]
  rowsRead: number
  bytesRead: number
  through: number
}

/** Items of one step for a draft, which is created with its first items. */
export interface DraftPart {
  draft: NewDraft
  states: ItemState[]
}

/** Items of one step, for the drafts of their job. */
interface DraftStep {
  parts: DraftPart[]
  counts: StepCounts
}

const itemOf = (payload: string): ImportedItem => JSON.parse(payload)

/** Import jobs and the items they write to the catalog: each step and its progress in one transaction. */
export const importWriter = defineWriter('import', (context) => {
  const jobs = openJobTable(context)
  const { putItems, addNames } = openImportCatalog(context)
  const filling = openDraftFilling(context)

  /** Adds items to the drafts of a job, and creates a draft if there is none of its kind. */
  function fill(id: string, parts: DraftPart[]): void {
    for (const { draft, states } of parts) {
      if (states.length === 0) continue
      if (!jobs.get(id)?.drafts.some((one) => one.id === draft.id)) {
        filling.create(draft)
        jobs.keepDraft(id, draft)
      }
      filling.append(draft.id, states)
    }
  }

  const take = (id: string, rows: readonly ImportedRow[], counts: TakenCounts): void => {
    if (!jobs.takeRejected(id, rows, counts)) throw rowsNotFound()
  }

  return {
    begin(job: NewJob): ImportJob | undefined {
      jobs.insert(job)
      return jobs.get(job.id)
    },
    /** @returns undefined if the job cannot be resumed any more */
    goOn: (id: string, file: string): ImportJob | undefined =>
      jobs.goOn(id, file) ? jobs.get(id) : undefined,
    isRunning: (id: string): boolean => jobs.isRunning(id),
    /** Like `putRows`, but into drafts: items, counts and last line are written in one transaction. */
    putInDrafts(id: string, { counts, parts }: DraftStep): boolean {
      if (!jobs.isRunning(id)) return false
      fill(id, parts)
      jobs.addStep(id, counts)
      return true
    },
    /** @returns false, without any change, if the job is no longer running because it was cancelled */
    putRows(id: string, { payloads, ...progress }: CatalogStep): boolean {
      if (!jobs.isRunning(id)) return false
      const counts = putItems(payloads.map(itemOf), id)
      jobs.addStep(id, { ...progress, ...counts, left: 0 })
      return true
    },
    /** Adds the rows of a step of a dry run. @returns false if the job is no longer running */
    addCompared(id: string, counts: StepCounts, rows: ComparedRow[]): boolean {
      if (!jobs.isRunning(id)) return false
      jobs.keepCompared(id, rows)
      jobs.addStep(id, counts)
      return true
    },
    /** Adds list entries for the names that have none. */
    addNames(names: { kind: ListedKind; name: string }[]): void {
      addNames(names)
    },
    keepRefused: (id: string, rows: RejectedCells[]): void => jobs.keepRefused(id, rows),
    /**
     * Imports corrected rows into the catalog.
     * @throws PlainError, without any change, if a row is no longer rejected or its GTIN was imported in the
     * meantime
     */
    takeRows(id: string, rows: ImportedRow[], payloads: string[]): PutCounts {
      const [before] = jobs
        .importedLine(
          id,
          rows.map(({ gtin14 }) => gtin14),
        )
        .values()
      if (before !== undefined) {
        const { code, reason } = repeatedGtin(before)
        throw new PlainError<ImportErrorCode>(code, reason)
      }
      const counts = putItems(payloads.map(itemOf), id)
      take(id, rows, counts)
      return counts
    },
    /**
     * Imports corrected rows into drafts. Rows without an item in `parts` are left out.
     * @throws PlainError, without any change, if a row is no longer rejected
     */
    takeRowsInDrafts(id: string, rows: ImportedRow[], counts: TakenCounts, parts: DraftPart[]): void {
      fill(id, parts)
      take(id, rows, counts)
    },
    /**
     * Adds corrected rows to the rows of a dry run.
     * @throws PlainError, without any change, if a row is no longer rejected
     */
    takeRowsInDryRun(id: string, rows: ImportedRow[], counts: TakenCounts, compared: ComparedRow[]): void {
      jobs.keepCompared(id, compared)
      take(id, rows, counts)
    },
    markUndone: (id: string): void => jobs.markUndone(id),
    keepReport(id: string, report: ImportReport): void {
      jobs.keepReport(id, report)
    },
    /** Ends a running job; does nothing for a job that has already ended. */
    end(id: string, state: Exclude<ImportJob['state'], 'running'>, note?: string): ImportJob | undefined {
      jobs.end(id, state, note)
      return jobs.get(id)
    },
    /** Marks jobs of a program that has ended as failed. */
    endInterrupted(notes: Record<ImportTarget, string>): void {
      jobs.endAllRunning(notes)
    },
  }
})
