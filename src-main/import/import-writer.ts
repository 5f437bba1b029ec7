import type { ImportJob, RejectedRow } from '../../src-shared/import/model.ts'
import type { NameKind } from '../../src-shared/import/names.ts'
import type { ImportReport } from '../../src-shared/import/report.ts'
import { defineWriter } from '../storage/index.ts'
import { openImportCatalog } from './import-catalog.ts'
import { type NewJob, openJobTable, type StepCounts } from './import-jobs.ts'
import type { ImportedItem } from './map-row.ts'

/** Rows of a file, mapped, to be put into the catalog. */
export interface CatalogStep {
  /** Each an `ImportedItem` as JSON. */
  payloads: string[]
  rejected: RejectedRow[]
  rowsRead: number
  bytesRead: number
}

/** Import jobs and what they put into the catalog: each step and its progress in one transaction. */
export const importWriter = defineWriter('import', (context) => {
  const jobs = openJobTable(context)
  const { putItems, addNames } = openImportCatalog(context)
  return {
    begin(job: NewJob): ImportJob | undefined {
      jobs.insert(job)
      return jobs.get(job.id)
    },
    /** False, and nothing done, when the job is no longer running: it was cancelled. */
    putRows(id: string, { payloads, ...progress }: CatalogStep): boolean {
      if (!jobs.isRunning(id)) return false
      const counts = putItems(
        payloads.map((payload): ImportedItem => JSON.parse(payload)),
        id,
      )
      jobs.addStep(id, { ...progress, ...counts })
      return true
    },
    /** Gives the lists entries of these names, where they have none. */
    addNames(names: { kind: NameKind; name: string }[]): void {
      addNames(names)
    },
    keepReport(id: string, report: ImportReport): void {
      jobs.keepReport(id, report)
    },
    /** Notes what was done elsewhere. False when the job is no longer running. */
    addStep(id: string, counts: StepCounts): boolean {
      if (!jobs.isRunning(id)) return false
      jobs.addStep(id, counts)
      return true
    },
    /** Ends a running job; one that has ended stays as it is. */
    end(id: string, state: Exclude<ImportJob['state'], 'running'>, note?: string): ImportJob | undefined {
      jobs.end(id, state, note)
      return jobs.get(id)
    },
    /** Ends the jobs of a program that is gone. */
    endInterrupted(note: string): void {
      jobs.endAllRunning(note)
    },
  }
})
