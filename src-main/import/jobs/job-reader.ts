import type { ImportJob } from '../../../src-shared/import/model.ts'
import type { ImportReport } from '../../../src-shared/import/report.ts'
import { defineReader } from '../../storage/index.ts'
import type { Chosen } from '../preview/preview-file.ts'
import type { RowPlan } from '../rows/import-mapper.ts'
import { openImportedLines } from './imported-lines.ts'
import { canResume, type JobRow, jobColumns, jobOf, ofJob, openJob } from './job-rows.ts'

/** A person's choices for reading a file that are not part of the plan of its rows. */
export interface FileChoice extends Pick<Chosen, 'sheet' | 'firstRowIsData' | 'encoding' | 'separator'> {
  /** Hash of the corrections of a dry run that the import reads instead of the file's rows. */
  corrections?: string
}

/** An import that ended before the end of its file. */
export interface UnfinishedImport {
  job: ImportJob
  sha256: string
  plan: RowPlan
  chosen: FileChoice
  /** Last line that was processed. */
  through: number
}

/** Newest jobs listed; older ones are not shown. */
const maxListed = 100

type UnfinishedRow = JobRow & { sha256: string; plan: string; chosen: string; through: number }

/** Reads import jobs. */
export const importJobReader = defineReader('import', ({ db }) => {
  const one = openJob(db)
  const all = db.prepare<[number], JobRow>(
    `SELECT ${jobColumns} FROM import_job WHERE dry = 0 ORDER BY seq DESC LIMIT ?`,
  )
  const report = db.prepare<[string], string | null>('SELECT report FROM import_job WHERE id = ?').pluck()
  const resumable = `SELECT ${jobColumns}, sha256, plan, chosen, through FROM import_job WHERE ${canResume}`
  const byId = db.prepare<[string], UnfinishedRow>(`${resumable} AND id = ?`)
  const ofFile = db.prepare<{ file: string; sha256: string }, UnfinishedRow>(
    `${resumable} AND (sha256 = @sha256 OR file = @file) ORDER BY sha256 = @sha256 DESC, seq DESC LIMIT 1`,
  )
  const unfinishedOf = (row: UnfinishedRow | undefined): UnfinishedImport | undefined =>
    row && {
      job: jobOf(row),
      sha256: row.sha256,
      plan: JSON.parse(row.plan),
      chosen: JSON.parse(row.chosen),
      through: row.through,
    }
  const rejectedLines = db
    .prepare<[string], number>(`SELECT line FROM import_rejected WHERE ${ofJob}`)
    .pluck()
  const imported = openImportedLines(db)
  return {
    /** The lines of the imported rows with these GTINs. */
    importedLines: imported.lineOf,
    /** The import with this id, if it can be resumed. */
    unfinished: (id: string): UnfinishedImport | undefined => unfinishedOf(byId.get(id)),
    /**
     * A resumable import of the same content or, if there is none, of the same path with different content.
     */
    unfinishedOf: (file: string, sha256: string): UnfinishedImport | undefined =>
      unfinishedOf(ofFile.get({ file, sha256 })),
    rejectedLines: (id: string): number[] => rejectedLines.all(id),
    job(id: string): ImportJob | undefined {
      const row = one.get(id)
      return row && jobOf(row)
    },
    report(id: string): ImportReport | null {
      const text = report.get(id)
      return text ? JSON.parse(text) : null
    },
    /** Jobs that wrote something, newest first. */
    jobs: (): ImportJob[] => all.all(maxListed).map(jobOf),
  }
})
