import { basename } from 'node:path'
import type { ImportJob } from '../../../src-shared/import/model.ts'
import type { CheckedRows } from '../../../src-shared/import/rejected-grid.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Drafts } from '../../feeds/drafts/index.ts'
import type { Remote } from '../../storage/index.ts'
import type { importJobReader } from '../jobs/job-reader.ts'
import type { MappedRow, RejectedCells, RowPlan } from '../rows/import-mapper.ts'
import {
  asRejected,
  countsOf,
  type ImportTools,
  importedRow,
  openImportDrafts,
  partsOf,
  sortRows,
  toCompare,
} from '../run-import.ts'
import { existingDrafts } from '../undo/existing-drafts.ts'
import type { EditedRow } from './rejected-reader.ts'
import { repeatedGtin } from './rejected-store.ts'

interface CheckTools extends ImportTools {
  jobs: Remote<ReturnType<(typeof importJobReader)['open']>>
}

type Taken = Omit<CheckedRows, 'rejected'>

/**
 * Checks the edited rows of a job as the import does. Those without a problem join the other rows: they are
 * imported to the target of the job, or counted by a dry run.
 */
export async function checkRejected(job: ImportJob, tools: CheckTools): Promise<CheckedRows> {
  const checked: CheckedRows = { created: 0, updated: 0, unchanged: 0, left: 0, rejected: 0 }
  const plan = await tools.rejected.plan(job.id)
  if (!plan) return checked
  const drafts = await existingDrafts(job, tools.drafts)
  let current: ImportJob = { ...job, drafts }
  for (let after = 0; ; ) {
    const rows = await tools.rejected.edited(job.id, after)
    if (rows.length === 0) return checked
    after = rows.at(-1)?.line ?? after
    const { refused, taken } = await checkStep(current, plan, rows, tools)
    checked.rejected += refused
    for (const key of ['created', 'updated', 'unchanged', 'left'] as const) checked[key] += taken[key]
    // The first rows of a kind may have created a draft.
    const made = (await tools.jobs.job(job.id))?.drafts ?? []
    current = { ...job, drafts: await existingDrafts({ ...job, drafts: made }, tools.drafts) }
  }
}

async function checkStep(
  job: ImportJob,
  plan: RowPlan,
  rows: EditedRow[],
  tools: CheckTools,
): Promise<{ refused: number; taken: Taken }> {
  const { mapper, writer } = tools
  const mapped = await mapper.map(
    rows.map(({ line, raw, named }) => ({ line, text: raw, named })),
    plan,
  )
  const repeated = await repeatedRows(job, mapped.mapped, tools)
  const unique = mapped.mapped.filter(({ line }) => !repeated.some((row) => row.line === line))
  const outcome = await takeRows(job, plan, unique, tools)
  const refused = [...mapped.rejected, ...repeated, ...outcome.refused]
  await writer.keepRefused(
    job.id,
    refused.map(({ line, code, reason, raw, fault }) => ({ line, code, reason, raw, fault })),
  )
  return { refused: refused.length, taken: outcome.taken }
}

/** The rows whose GTIN another row of the file has, or an item of the import's drafts. */
async function repeatedRows(
  job: ImportJob,
  rows: readonly MappedRow[],
  { jobs, drafts }: CheckTools,
): Promise<RejectedCells[]> {
  const imported = await jobs.importedLines(
    job.id,
    rows.map(({ gtin14 }) => gtin14),
  )
  const repeated: RejectedCells[] = []
  for (const { line, gtin14, raw, codeColumn: fault } of rows) {
    const before = imported.get(gtin14)
    if (before === undefined) imported.set(gtin14, line)
    if (before !== undefined) repeated.push({ line, raw, fault, ...repeatedGtin(before) })
    else if (job.target === 'drafts' && !job.dry && (await isInDrafts(gtin14, job, drafts))) {
      const reason = say`Another item of the draft has the same GTIN.`
      repeated.push({ line, raw, fault, code: 'GTIN_TWICE', reason })
    }
  }
  return repeated
}

async function isInDrafts(gtin14: string, job: ImportJob, drafts: Drafts): Promise<boolean> {
  if (job.drafts.length === 0) return false
  const { drafts: found } = await drafts.drafts({ offset: 0, limit: 200, text: gtin14 })
  return found.some(({ id }) => job.drafts.some((draft) => draft.id === id))
}

/** Imports rows without a problem; `refused`: their item in the catalog cannot be read. */
async function takeRows(
  job: ImportJob,
  plan: RowPlan,
  rows: MappedRow[],
  tools: CheckTools,
): Promise<{ taken: Taken; refused: RejectedCells[] }> {
  const { writer, comparer } = tools
  const none: Taken = { created: 0, updated: 0, unchanged: 0, left: 0 }
  if (rows.length === 0) return { taken: none, refused: [] }
  if (job.dry) {
    const { compared, unreadable } = await comparer.compare(rows.map(toCompare))
    const count = (wanted: string) => compared.filter((row) => row.class === wanted).length
    const taken = { ...none, created: count('new'), updated: count('changed'), unchanged: count('unchanged') }
    await writer.takeRowsInDryRun(job.id, readableOf(rows, unreadable), taken, compared)
    return { taken, refused: asRejected(unreadable, rows) }
  }
  if (job.target === 'catalog') {
    const counts = await writer.takeRows(
      job.id,
      rows.map(importedRow),
      rows.map(({ payload }) => payload),
    )
    return { taken: { ...none, ...counts }, refused: [] }
  }
  const { sorted, unreadable } = await sortRows(rows, plan.rowChoices ?? {}, tools)
  const taken = countsOf(sorted)
  const parts = partsOf(sorted, openImportDrafts(job, plan), basename(job.file))
  await writer.takeRowsInDrafts(job.id, readableOf(rows, unreadable), taken, parts)
  for (const { draft } of parts) tools.drafts.filled(draft.id)
  return { taken, refused: asRejected(unreadable, rows) }
}

function readableOf(rows: MappedRow[], unreadable: readonly { line: number }[]) {
  const lines = new Set(unreadable.map(({ line }) => line))
  return rows.filter(({ line }) => !lines.has(line)).map(importedRow)
}
