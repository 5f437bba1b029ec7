import type { ImportJob, ImportTarget, RejectedRow } from '../../src-shared/import/model.ts'
import type { ImportReport } from '../../src-shared/import/report.ts'
import { type Database, defineReader, type WriterContext } from '../storage/index.ts'

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
  dry: number
}

/** What one step of a job adds. */
export interface StepCounts {
  rowsRead: number
  created: number
  updated: number
  unchanged: number
  rejected: RejectedRow[]
  /** Of the file, so far. */
  bytesRead: number
}

export interface NewJob {
  id: string
  file: string
  target: ImportTarget
  dry: boolean
  bytesTotal: number
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

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
  startedAt: iso(row.started_at),
  ...(row.ended_at === null ? {} : { endedAt: iso(row.ended_at) }),
  ...(row.note === null ? {} : { note: row.note }),
})

/** All but the report, which is long. */
const members = `seq, id, file, target, dry, state, rows_read, created, updated, unchanged, rejected, bytes_read,
  bytes_total, started_at, ended_at, note`
const prepareJob = (db: Database) =>
  db.prepare<[string], JobRow>(`SELECT ${members} FROM import_job WHERE id = ?`)

/** More jobs than this are history nobody looks at. */
const mostListed = 100

export const importJobReader = defineReader('import-job', ({ db }) => {
  const one = prepareJob(db)
  const all = db.prepare<[number], JobRow>(
    `SELECT ${members} FROM import_job WHERE dry = 0 ORDER BY seq DESC LIMIT ?`,
  )
  const report = db.prepare<[string], string | null>('SELECT report FROM import_job WHERE id = ?').pluck()
  const rejected = db.prepare<[string, number, number], RejectedRow>(
    `SELECT line, code, reason, raw FROM import_rejected
     WHERE job = (SELECT seq FROM import_job WHERE id = ?) ORDER BY line LIMIT ? OFFSET ?`,
  )
  return {
    job(id: string): ImportJob | undefined {
      const row = one.get(id)
      return row && jobOf(row)
    },
    report(id: string): ImportReport | null {
      const text = report.get(id)
      return text ? JSON.parse(text) : null
    },
    /** Those that wrote something, the newest first. */
    jobs: (): ImportJob[] => all.all(mostListed).map(jobOf),
    /** In the order of the file. */
    rejected: (id: string, offset: number, limit: number): RejectedRow[] => rejected.all(id, limit, offset),
  }
})

/** The tables of import jobs inside a transaction of a writer store. */
export function openJobTable({ db, now, record }: WriterContext) {
  const one = prepareJob(db)
  const insert = db.prepare(
    `INSERT INTO import_job (id, file, target, dry, state, bytes_total, started_at)
     VALUES (?, ?, ?, ?, 'running', ?, ?)`,
  )
  const removeLooks = db.prepare("DELETE FROM import_job WHERE dry = 1 AND state <> 'running'")
  const keepReport = db.prepare('UPDATE import_job SET report = ? WHERE id = ?')
  const progress = db.prepare(
    `UPDATE import_job SET rows_read = rows_read + @rowsRead, created = created + @created,
       updated = updated + @updated, unchanged = unchanged + @unchanged, rejected = rejected + @rejected,
       bytes_read = @bytesRead WHERE id = @id`,
  )
  const insertRejected = db.prepare('INSERT INTO import_rejected VALUES (?, ?, ?, ?, ?)')
  const end = db.prepare(
    `UPDATE import_job SET state = @state, ended_at = @now, note = @note,
       bytes_read = CASE @state WHEN 'completed' THEN bytes_total ELSE bytes_read END
     WHERE id = @id AND state = 'running'`,
  )
  const running = db.prepare<[], { id: string }>("SELECT id FROM import_job WHERE state = 'running'")

  const jobs = {
    get(id: string): ImportJob | undefined {
      const row = one.get(id)
      return row && jobOf(row)
    },
    /** Looks through files that are over make way: their reports are of no more use. */
    insert(job: NewJob): void {
      removeLooks.run()
      insert.run(job.id, job.file, job.target, job.dry ? 1 : 0, job.bytesTotal, now())
      record({ topic: 'imports', ids: [job.id] })
    },
    isRunning: (id: string): boolean => one.get(id)?.state === 'running',
    addStep(id: string, { rejected, ...counts }: StepCounts): void {
      const seq = one.get(id)?.seq
      for (const { line, code, reason, raw } of rejected) insertRejected.run(seq, line, code, reason, raw)
      progress.run({ ...counts, id, rejected: rejected.length })
      record({ topic: 'imports', ids: [id] })
    },
    keepReport(id: string, report: ImportReport): void {
      keepReport.run(JSON.stringify(report), id)
      record({ topic: 'imports', ids: [id] })
    },
    /** A job that has ended stays as it ended. */
    end(id: string, state: ImportJob['state'], note?: string): void {
      if (end.run({ id, state, note: note ?? null, now: now() }).changes > 0)
        record({ topic: 'imports', ids: [id] })
    },
    endAllRunning(note: string): void {
      for (const { id } of running.all()) jobs.end(id, 'failed', note)
    },
  }
  return jobs
}
