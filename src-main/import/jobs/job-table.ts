import type { ImportJob, ImportTarget } from '../../../src-shared/import/model.ts'
import { type ImportReport, withCorrectedRows } from '../../../src-shared/import/report.ts'
import type { ComparedRow } from '../../../src-shared/import/row-classes.ts'
import type { NewDraft } from '../../feeds/drafts/index.ts'
import type { WriterContext } from '../../storage/index.ts'
import type { PutCounts } from '../import-catalog.ts'
import { openRejected } from '../rejected/rejected-store.ts'
import type { RejectedCells, RowPlan } from '../rows/import-mapper.ts'
import { openComparedRows } from './compared-rows.ts'
import { type ImportedRow, openImportedLines } from './imported-lines.ts'
import type { FileChoice } from './job-reader.ts'
import { canResume, correctedRows, jobOf, openJob } from './job-rows.ts'

/** Changes to the counts of a job after one step. */
export interface StepCounts {
  rowsRead: number
  created: number
  updated: number
  unchanged: number
  /** Rows left out by the choice for their class. */
  left: number
  rejected: RejectedCells[]
  taken: ImportedRow[]
  /** Bytes of the file read so far. */
  bytesRead: number
  /** Last line of the step. */
  through: number
}

/** A job that starts. */
export interface NewJob {
  id: string
  file: string
  target: ImportTarget
  dry: boolean
  bytesTotal: number
  plan: RowPlan
  /** Hash of the file, if the import can be resumed after an interruption. */
  sha256?: string | undefined
  /** Choices for reading the file that are not part of the plan. */
  chosen: FileChoice
  note?: string | undefined
  /** The dry run whose corrected rows the import reads instead of those of the file. */
  correctedIn?: string | undefined
}

/** Counts of corrected rows that were imported. */
export type TakenCounts = PutCounts & { left?: number }

/** The tables of import jobs, within the transaction of a writer store. */
export function openJobTable({ db, now, record }: WriterContext) {
  const one = openJob(db)
  const insert = db.prepare(
    `INSERT INTO import_job (id, file, target, dry, state, bytes_total, started_at, plan, sha256, chosen, note)
     VALUES (@id, @file, @target, @dry, 'running', @bytesTotal, @now, @plan, @sha256, @chosen, @note)`,
  )
  const goOn = db.prepare(
    `UPDATE import_job SET state = 'running', file = @file, ended_at = NULL, note = NULL
     WHERE id = @id AND ${canResume}`,
  )
  const copyCorrections = db.prepare(
    `INSERT INTO import_correction (job, line, cells)
     SELECT (SELECT seq FROM import_job WHERE id = @id), line, cells FROM (${correctedRows('@from')})`,
  )
  const deleteDryRuns = db.prepare("DELETE FROM import_job WHERE dry = 1 AND state <> 'running'")
  const readReport = db.prepare<[string], string | null>('SELECT report FROM import_job WHERE id = ?').pluck()
  const keepReport = db.prepare('UPDATE import_job SET report = ? WHERE id = ?')
  const progress = db.prepare(
    `UPDATE import_job SET rows_read = rows_read + @rowsRead, created = created + @created,
       updated = updated + @updated, unchanged = unchanged + @unchanged, left_out = left_out + @left,
       rejected = rejected + @rejected, bytes_read = @bytesRead, through = @through WHERE id = @id`,
  )
  const keepDraft = db.prepare(
    'INSERT OR REPLACE INTO import_draft (job, kind, draft) SELECT seq, ?, ? FROM import_job WHERE id = ?',
  )
  const markUndone = db.prepare('UPDATE import_job SET undone_at = ? WHERE id = ?')
  const comparedRows = openComparedRows(db)
  const rejectedRows = openRejected(db)
  const imported = openImportedLines(db)
  // An import that was undone is an import again when a corrected row is imported.
  const take = db.prepare(
    `UPDATE import_job SET created = created + @created, updated = updated + @updated,
       unchanged = unchanged + @unchanged, left_out = left_out + @left, rejected = rejected - @rows,
       undone_at = NULL WHERE id = @id`,
  )
  const end = db.prepare(
    `UPDATE import_job SET state = @state, ended_at = @now, note = @note,
       bytes_read = CASE @state WHEN 'completed' THEN bytes_total ELSE bytes_read END
     WHERE id = @id AND state = 'running'`,
  )
  const running = db.prepare<[], { id: string; target: ImportTarget }>(
    "SELECT id, target FROM import_job WHERE state = 'running'",
  )
  const changed = (id: string): void => record({ topic: 'imports', ids: [id] })

  const jobs = {
    get(id: string): ImportJob | undefined {
      const row = one.get(id)
      return row && jobOf(row)
    },
    /** Adds a job, and deletes finished dry runs, whose reports are no longer needed. */
    insert({ id, file, target, dry, bytesTotal, plan, chosen, correctedIn, ...more }: NewJob): void {
      insert.run({
        ...{ id, file, target, bytesTotal, now: now() },
        dry: dry ? 1 : 0,
        plan: JSON.stringify(plan),
        chosen: JSON.stringify(chosen),
        sha256: more.sha256 ?? null,
        note: more.note ?? null,
      })
      if (correctedIn !== undefined) copyCorrections.run({ id, from: correctedIn })
      deleteDryRuns.run()
      changed(id)
    },
    /** @returns false if the job cannot be resumed */
    goOn(id: string, file: string): boolean {
      const isResumed = goOn.run({ id, file }).changes > 0
      if (isResumed) changed(id)
      return isResumed
    },
    isRunning: (id: string): boolean => one.get(id)?.state === 'running',
    addStep(id: string, { rejected, taken, ...counts }: StepCounts): void {
      const job = one.get(id)
      if (job) {
        rejectedRows.put(job.seq, rejected, job.rejected)
        imported.record(job.seq, taken)
      }
      progress.run({ ...counts, id, rejected: rejected.length })
      changed(id)
    },
    keepCompared(id: string, rows: readonly ComparedRow[]): void {
      const job = one.get(id)
      if (job) comparedRows.put(job.seq, rows)
    },
    markUndone(id: string): void {
      markUndone.run(now(), id)
      changed(id)
    },
    keepDraft(id: string, { id: draft, kind }: NewDraft): void {
      keepDraft.run(kind, draft, id)
      changed(id)
    },
    /** Stores the result of checking edited rows that are still rejected. */
    keepRefused(id: string, rows: readonly RejectedCells[]): void {
      for (const row of rows) rejectedRows.refuse(id, row)
      changed(id)
    },
    /**
     * Removes rejected rows that were corrected and imported; in a dry run, marks them as readable.
     * @returns false, without any change, if one of the rows is no longer rejected
     */
    takeRejected(id: string, rows: readonly ImportedRow[], counts: TakenCounts): boolean {
      const job = one.get(id)
      if (!job || !rows.every(({ line }) => rejectedRows.has(id, line))) return false
      for (const { line } of rows) rejectedRows.take(id, line, job.dry === 1)
      rejectedRows.dropEmptySteps(id)
      take.run({ left: 0, ...counts, id, rows: rows.length })
      const report = readReport.get(id)
      if (report) {
        const lines = rows.map(({ line }) => line)
        const isLast = job.rejected === rows.length
        keepReport.run(JSON.stringify(withCorrectedRows(JSON.parse(report), lines, isLast)), id)
      }
      if (job.rejected === rows.length && job.dry === 0) imported.delete(id)
      else imported.record(job.seq, rows)
      changed(id)
      return true
    },
    importedLine: imported.lineOf,
    keepReport(id: string, report: ImportReport): void {
      keepReport.run(JSON.stringify(report), id)
      changed(id)
    },
    /** Ends a running job; does nothing for a job that has already ended. */
    end(id: string, state: ImportJob['state'], note?: string): void {
      if (end.run({ id, state, note: note ?? null, now: now() }).changes === 0) return
      const job = one.get(id)
      if (job?.rejected === 0 && job.can_go_on === 0) imported.delete(id)
      changed(id)
    },
    endAllRunning(notes: Record<ImportTarget, string>): void {
      for (const { id, target } of running.all()) jobs.end(id, 'failed', notes[target])
    },
  }
  return jobs
}
