import type { ImportErrorCode, ImportJob, ImportTarget } from '../../src-shared/import/model.ts'
import type { NameKind } from '../../src-shared/import/names.ts'
import type { ImportReport } from '../../src-shared/import/report.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { isoTime } from '../../src-shared/values/iso-time.ts'
import { type ItemState, type NewDraft, openDraftFilling } from '../feeds/drafts/index.ts'
import { type Database, defineReader, defineWriter, type WriterContext } from '../storage/index.ts'
import { openComparedRows, type RowComparison } from './compared-rows.ts'
import { openImportCatalog, type PutCounts } from './import-catalog.ts'
import type { Chosen } from './preview-file.ts'
import { type ImportedRow, openRejected, repeatedGtin, rowNotFound } from './rejected.ts'
import type { RejectedCells, RowPlan } from './rows/import-mapper.ts'
import type { ImportedItem } from './rows/map-row.ts'

interface JobRow {
  seq: number
  id: string
  file: string
  target: ImportTarget
  state: ImportJob['state']
  rows_read: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  bytes_read: number
  bytes_total: number
  started_at: number
  ended_at: number | null
  note: string | null
  left_out: number
  undone_at: number | null
  drafts: string
  dry: number
  can_go_on: number
}

/** Changes to the counts of a job after one step. */
interface StepCounts {
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

interface NewJob {
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
}

/** A person's choices for reading a file that are not part of the plan of its rows. */
export type FileChoice = Pick<Chosen, 'sheet' | 'firstRowIsData' | 'encoding' | 'separator'>

/** An import that ended before the end of its file. */
export interface UnfinishedImport {
  job: ImportJob
  sha256: string
  plan: RowPlan
  chosen: FileChoice
  /** Last line that was processed. */
  through: number
}

const howToGoOn = say`Resume it, or import the same file with the same settings again: each row is imported only once.`
const noteOf = ({ note, can_go_on }: JobRow): string | undefined =>
  can_go_on === 1 ? [note, howToGoOn].filter(Boolean).join(' ') : (note ?? undefined)

const jobOf = (row: JobRow): ImportJob => ({
  id: row.id,
  file: row.file,
  target: row.target,
  dry: row.dry === 1,
  state: row.state,
  rowsRead: row.rows_read,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  rejected: row.rejected,
  bytesRead: row.bytes_read,
  bytesTotal: row.bytes_total,
  startedAt: isoTime(row.started_at),
  endedAt: row.ended_at === null ? undefined : isoTime(row.ended_at),
  note: noteOf(row),
  left: row.left_out,
  drafts: JSON.parse(row.drafts),
  undoneAt: row.undone_at === null ? undefined : isoTime(row.undone_at),
  canResume: row.can_go_on === 1 ? true : undefined,
})

/** SQL: the drafts of a job that still exist. */
const existingDrafts = `FROM import_draft made JOIN draft ON draft.id = made.draft
  WHERE made.job = import_job.seq AND draft.deleted_at IS NULL`
/** SQL condition: the job ended before the end of its file, and all of its drafts still exist. */
const canResume = `(state IN ('failed', 'cancelled') AND sha256 IS NOT NULL AND through IS NOT NULL
  AND EXISTS (SELECT 1 ${existingDrafts})
  AND (SELECT count(*) ${existingDrafts}) = (SELECT count(*) FROM import_draft WHERE job = import_job.seq))`
/** All columns except the report, which is long. An undone import whose drafts were restored is not undone. */
const members = `seq, id, file, target, dry, state, rows_read, created, updated, unchanged, left_out, rejected,
  bytes_read, bytes_total, started_at, ended_at, note, ${canResume} AS can_go_on,
  iif(EXISTS (SELECT 1 ${existingDrafts}), NULL, undone_at) AS undone_at,
  (SELECT json_group_array(json_object('id', draft, 'kind', kind)) FROM import_draft WHERE job = import_job.seq)
    AS drafts`
const prepareJob = (db: Database) =>
  db.prepare<[string], JobRow>(`SELECT ${members} FROM import_job WHERE id = ?`)

/** Newest jobs listed; older ones are not shown. */
const maxListed = 100

export const importJobReader = defineReader('import', ({ db }) => {
  const one = prepareJob(db)
  const all = db.prepare<[number], JobRow>(
    `SELECT ${members} FROM import_job WHERE dry = 0 ORDER BY seq DESC LIMIT ?`,
  )
  const report = db.prepare<[string], string | null>('SELECT report FROM import_job WHERE id = ?').pluck()
  type UnfinishedRow = JobRow & { sha256: string; plan: string; chosen: string; through: number }
  const resumable = `SELECT ${members}, sha256, plan, chosen, through FROM import_job WHERE ${canResume}`
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
    .prepare<[string], number>(
      'SELECT line FROM import_rejected WHERE job = (SELECT seq FROM import_job WHERE id = ?)',
    )
    .pluck()
  return {
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

/** The tables of import jobs, within the transaction of a writer store. */
function openJobTable({ db, now, record }: WriterContext) {
  const one = prepareJob(db)
  const insert = db.prepare(
    `INSERT INTO import_job (id, file, target, dry, state, bytes_total, started_at, plan, sha256, chosen, note)
     VALUES (@id, @file, @target, @dry, 'running', @bytesTotal, @now, @plan, @sha256, @chosen, @note)`,
  )
  const goOn = db.prepare(
    `UPDATE import_job SET state = 'running', file = @file, ended_at = NULL, note = NULL
     WHERE id = @id AND ${canResume}`,
  )
  const deleteDryRuns = db.prepare("DELETE FROM import_job WHERE dry = 1 AND state <> 'running'")
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
  const take = db.prepare(
    `UPDATE import_job SET created = created + @created, updated = updated + @updated,
       unchanged = unchanged + @unchanged, left_out = left_out + @left, rejected = rejected - 1 WHERE id = @id`,
  )
  const end = db.prepare(
    `UPDATE import_job SET state = @state, ended_at = @now, note = @note,
       bytes_read = CASE @state WHEN 'completed' THEN bytes_total ELSE bytes_read END
     WHERE id = @id AND state = 'running'`,
  )
  const running = db.prepare<[], { id: string; target: ImportTarget }>(
    "SELECT id, target FROM import_job WHERE state = 'running'",
  )

  const jobs = {
    get(id: string): ImportJob | undefined {
      const row = one.get(id)
      return row && jobOf(row)
    },
    /** Adds a job, and deletes finished dry runs, whose reports are no longer needed. */
    insert({ id, file, target, dry, bytesTotal, plan, chosen, ...more }: NewJob): void {
      deleteDryRuns.run()
      insert.run({
        ...{ id, file, target, bytesTotal, now: now() },
        dry: dry ? 1 : 0,
        plan: dry ? null : JSON.stringify(plan),
        chosen: JSON.stringify(chosen),
        sha256: more.sha256 ?? null,
        note: more.note ?? null,
      })
      record({ topic: 'imports', ids: [id] })
    },
    /** @returns false if the job cannot be resumed */
    goOn(id: string, file: string): boolean {
      const isResumed = goOn.run({ id, file }).changes > 0
      if (isResumed) record({ topic: 'imports', ids: [id] })
      return isResumed
    },
    isRunning: (id: string): boolean => one.get(id)?.state === 'running',
    addStep(id: string, { rejected, taken, ...counts }: StepCounts): void {
      const job = one.get(id)
      if (job) {
        rejectedRows.put(job.seq, rejected, job.rejected)
        rejectedRows.recordImported(job.seq, taken)
      }
      progress.run({ ...counts, id, rejected: rejected.length })
      record({ topic: 'imports', ids: [id] })
    },
    keepCompared(id: string, rows: readonly RowComparison[]): void {
      const job = one.get(id)
      if (job) comparedRows.put(job.seq, rows)
    },
    markUndone(id: string): void {
      markUndone.run(now(), id)
      record({ topic: 'imports', ids: [id] })
    },
    keepDraft(id: string, { id: draft, kind }: NewDraft): void {
      keepDraft.run(kind, draft, id)
      record({ topic: 'imports', ids: [id] })
    },
    /** Stores the changed cells and the new reason of a rejected row. */
    changeRejected(id: string, row: RejectedCells): void {
      rejectedRows.change(id, row)
      record({ topic: 'imports', ids: [id] })
    },
    /** Removes a rejected row that was corrected and imported. @returns false if the row no longer exists */
    takeRejected(id: string, row: ImportedRow, counts: TakenCounts): boolean {
      if (!rejectedRows.remove(id, row.line)) return false
      take.run({ left: 0, ...counts, id })
      const job = one.get(id)
      if (job?.rejected === 0) rejectedRows.deleteImported(id)
      else if (job) rejectedRows.recordImported(job.seq, [row])
      record({ topic: 'imports', ids: [id] })
      return true
    },
    importedLine: rejectedRows.importedLine,
    keepReport(id: string, report: ImportReport): void {
      keepReport.run(JSON.stringify(report), id)
      record({ topic: 'imports', ids: [id] })
    },
    /** Ends a running job; does nothing for a job that has already ended. */
    end(id: string, state: ImportJob['state'], note?: string): void {
      if (end.run({ id, state, note: note ?? null, now: now() }).changes === 0) return
      const job = one.get(id)
      if (job?.rejected === 0 && job.can_go_on === 0) rejectedRows.deleteImported(id)
      record({ topic: 'imports', ids: [id] })
    },
    endAllRunning(notes: Record<ImportTarget, string>): void {
      for (const { id, target } of running.all()) jobs.end(id, 'failed', notes[target])
    },
  }
  return jobs
}

/** Counts of a corrected row. */
type TakenCounts = PutCounts & { left?: number }

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
interface DraftPart {
  draft: NewDraft
  states: ItemState[]
}

/** Items of one step, for the drafts of their job. */
interface DraftStep {
  parts: DraftPart[]
  counts: StepCounts
}

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
      const counts = putItems(
        payloads.map((payload): ImportedItem => JSON.parse(payload)),
        id,
      )
      jobs.addStep(id, { ...progress, ...counts, left: 0 })
      return true
    },
    /** Adds list entries for the names that have none. */
    addNames(names: { kind: NameKind; name: string }[]): void {
      addNames(names)
    },
    changeRejected: (id: string, row: RejectedCells): void => jobs.changeRejected(id, row),
    /**
     * Imports a corrected row into the catalog.
     * @throws PlainError, without any change, if the row is no longer rejected or its GTIN was imported in
     * the meantime
     */
    takeRow(id: string, row: ImportedRow, payload: string): PutCounts {
      const before = jobs.importedLine(id, row.gtin14)
      if (before !== undefined) {
        const { code, reason } = repeatedGtin(before)
        throw new PlainError<ImportErrorCode>(code, reason)
      }
      const counts = putItems([JSON.parse(payload)], id)
      if (!jobs.takeRejected(id, row, counts)) throw rowNotFound(row.line)
      return counts
    },
    /**
     * Imports a corrected row into a draft.
     * @param part absent for a row that is left out
     * @throws PlainError, without any change, if the row is no longer rejected
     */
    takeRowInDraft(id: string, row: ImportedRow, counts: TakenCounts, part?: DraftPart): void {
      if (part) fill(id, [part])
      if (!jobs.takeRejected(id, row, counts)) throw rowNotFound(row.line)
    },
    /** Adds the rows of a step of a dry run. @returns false if the job is no longer running */
    addCompared(id: string, counts: StepCounts, rows: RowComparison[]): boolean {
      if (!jobs.isRunning(id)) return false
      jobs.keepCompared(id, rows)
      jobs.addStep(id, counts)
      return true
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
