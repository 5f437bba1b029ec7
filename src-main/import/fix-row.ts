import { basename } from 'node:path'
import {
  type FixedRow,
  fixedCode,
  type ImportedDraft,
  type ImportJob,
} from '../../src-shared/import/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Remote } from '../storage/index.ts'
import { type rejectedReader, rejectedRow, repeatedGtin, rowNotFound } from './rejected.ts'
import type { MappedRow, RejectedCells, RowPlan } from './rows/import-mapper.ts'
import { countsOf, type ImportTools, openImportDrafts, sortRows } from './run-import.ts'
import type { NamedCell } from './source/source-row.ts'

interface CorrectionTools extends ImportTools {
  rejected: Remote<ReturnType<(typeof rejectedReader)['open']>>
}

/** A person's changes to a rejected row. */
interface Correction {
  line: number
  /** New texts by column; '' empties a cell. */
  cells: Record<string, string>
  /** Import the row if it has no problem left. Otherwise the corrected row is stored as rejected. */
  take: boolean
}

/**
 * Checks a corrected row as the import does, stores the changes, and imports the row to the target of the
 * job.
 * @throws PlainError if the row no longer exists
 */
export async function fixRejectedRow(
  job: ImportJob,
  { line, cells, take }: Correction,
  tools: CorrectionTools,
): Promise<FixedRow> {
  const { mapper, writer, rejected } = tools
  const stored = await rejected.correctable(job.id, line)
  if (!stored) throw rowNotFound(line)
  const named = withChanges(stored.named, cells)
  const { mapped, rejected: refused } = await mapper.map([{ line, text: stored.row.raw, named }], stored.plan)
  const [row] = mapped
  const rejection = refused[0] ?? (row && (await duplicateRejection(job, row, tools)))
  if (rejection || !row || !take) {
    const raw = stored.row.raw
    const corrected = { code: fixedCode, reason: say`This row has no more problems.` }
    const { code, reason, fault } = rejection ?? { ...corrected, fault: undefined }
    const changed: RejectedCells = { line, raw, code, reason, fault, named }
    await writer.changeRejected(job.id, changed)
    return { row: rejectedRow(changed) }
  }
  if (job.target === 'drafts') return takeIntoDraft(job, row, stored.plan, tools)
  const counts = await writer.takeRow(job.id, row, row.payload)
  return { taken: counts.created > 0 ? 'created' : counts.updated > 0 ? 'updated' : 'unchanged' }
}

async function takeIntoDraft(
  job: ImportJob,
  row: MappedRow,
  plan: RowPlan,
  tools: CorrectionTools,
): Promise<FixedRow> {
  const { writer, drafts } = tools
  const { sorted } = await sortRows([row], plan.rowChoices ?? {}, tools)
  const counts = countsOf(sorted)
  const [item] = sorted.flatMap((one) => one.item ?? [])
  if (!item) {
    await writer.takeRowInDraft(job.id, row, counts)
    return { taken: counts.unchanged > 0 ? 'unchanged' : 'left' }
  }
  const open = { ...job, drafts: await existingDrafts(job, drafts) }
  const draft = { ...openImportDrafts(open, plan)(item.kind), name: basename(job.file) }
  await writer.takeRowInDraft(job.id, row, counts, { draft, states: [item.state] })
  drafts.filled(draft.id)
  return { taken: counts.created > 0 ? 'created' : 'updated' }
}

function withChanges(named: NamedCell[], cells: Record<string, string>): NamedCell[] {
  const changed = Object.entries(cells).map(([name, cell]): NamedCell => ({ name, cell }))
  const others = named.filter(({ name }) => cells[name] === undefined)
  return [...others, ...changed.filter(({ cell }) => cell !== '')]
}

/** The rejection if another row of the file has the GTIN, or an item of the import's drafts. */
async function duplicateRejection(
  job: ImportJob,
  row: MappedRow,
  { draftWriter, drafts, rejected, clock }: CorrectionTools,
): Promise<Pick<RejectedCells, 'code' | 'reason' | 'fault'> | undefined> {
  const before = await rejected.importedLine(job.id, row.gtin14)
  if (before !== undefined) return { ...repeatedGtin(before), fault: row.codeColumn }
  if (job.target === 'catalog') return undefined
  const { unreadable } = await draftWriter.sort([row], {}, clock.now())
  const [known] = unreadable
  if (known) return { ...known, fault: row.codeColumn }
  const { drafts: withCode } = await drafts.drafts({ offset: 0, limit: 200, text: row.gtin14 })
  if (!withCode.some(({ id }) => job.drafts.some((draft) => draft.id === id))) return undefined
  return {
    code: 'GTIN_TWICE',
    reason: say`Another item of the draft has the same GTIN.`,
    fault: row.codeColumn,
  }
}

/** The import's drafts that were neither queued nor deleted since. */
async function existingDrafts({ drafts: made }: ImportJob, drafts: Drafts): Promise<ImportedDraft[]> {
  const found = await Promise.all(made.map(({ id }) => drafts.draft({ id }).catch(() => undefined)))
  return made.filter((_, index) => found[index] !== undefined && found[index]?.deletedAt === undefined)
}
