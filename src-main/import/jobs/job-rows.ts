import type { ImportJob, ImportTarget } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { isoTime } from '../../../src-shared/values/iso-time.ts'
import type { Database } from '../../storage/index.ts'

/** A row of `import_job` as read by `openJob`. */
export interface JobRow {
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

const howToGoOn = say`Resume it, or import the same file with the same settings again: each row is imported only once.`
const noteOf = ({ note, can_go_on }: JobRow): string | undefined =>
  can_go_on === 1 ? [note, howToGoOn].filter(Boolean).join(' ') : (note ?? undefined)

export const jobOf = (row: JobRow): ImportJob => ({
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
export const canResume = `(state IN ('failed', 'cancelled') AND sha256 IS NOT NULL AND through IS NOT NULL
  AND EXISTS (SELECT 1 ${existingDrafts})
  AND (SELECT count(*) ${existingDrafts}) = (SELECT count(*) FROM import_draft WHERE job = import_job.seq))`
/** All columns except the report, which is long. An undone import whose drafts were restored is not undone. */
export const jobColumns = `seq, id, file, target, dry, state, rows_read, created, updated, unchanged, left_out, rejected,
  bytes_read, bytes_total, started_at, ended_at, note, ${canResume} AS can_go_on,
  iif(EXISTS (SELECT 1 ${existingDrafts}), NULL, undone_at) AS undone_at,
  (SELECT json_group_array(json_object('id', draft, 'kind', kind)) FROM import_draft WHERE job = import_job.seq)
    AS drafts`

/** SQL condition: a row of a table with a column `job` belongs to the job with an identifier. */
export const ofJob = 'job = (SELECT seq FROM import_job WHERE id = ?)'

/**
 * SQL: the rows of a dry run that a person corrected, in it or in an earlier dry run of the file.
 * @param id SQL expression of its identifier
 */
export const correctedRows = (id: string): string => `
  WITH dry AS (SELECT seq FROM import_job WHERE id = ${id} AND dry = 1)
  SELECT line, cells FROM import_rejected
    WHERE job = (SELECT seq FROM dry) AND edited <> 0 AND cells IS NOT NULL
  UNION ALL SELECT line, cells FROM import_correction
    WHERE job = (SELECT seq FROM dry) AND line NOT IN (
      SELECT line FROM import_rejected WHERE job = (SELECT seq FROM dry) AND edited <> 0 AND cells IS NOT NULL)
  ORDER BY line`

/** The statement that reads a job by its identifier. */
export const openJob = (db: Database) =>
  db.prepare<[string], JobRow>(`SELECT ${jobColumns} FROM import_job WHERE id = ?`)
