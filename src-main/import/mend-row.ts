import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type ImportJob, type MendedRow, mendedCode } from '../../src-shared/import/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Remote } from '../storage/index.ts'
import { type rejectedReader, rejectedRow, rowGone, twiceRefusal } from './rejected.ts'
import type { MappedRow, RejectedCells } from './rows/import-mapper.ts'
import type { ImportTools } from './run-import.ts'
import type { NamedCell } from './source/source-row.ts'

interface MendTools extends ImportTools {
  rejected: Remote<ReturnType<(typeof rejectedReader)['open']>>
}

/** What a person changed in a rejected row. */
interface Mend {
  line: number
  /** New texts by column; '' empties one. */
  cells: Record<string, string>
  /** Takes the row in when nothing is wrong with it any more; else it is kept as mended. */
  take: boolean
}

/**
 * Checks a mended row as the import does, keeps what was changed, and takes the row to where the others went.
 * @throws PlainError when the row is no longer there
 */
export async function mendRow(
  job: ImportJob,
  { line, cells, take }: Mend,
  tools: MendTools,
): Promise<MendedRow> {
  const { mapper, writer, drafts, draftWriter, rejected } = tools
  const kept = await rejected.mendable(job.id, line)
  if (!kept) throw rowGone(line)
  const named = mended(kept.named, cells)
  const { mapped, rejected: refused } = await mapper.map([{ line, text: kept.row.raw, named }], kept.plan)
  const [row] = mapped
  const wrong = refused[0] ?? (row && (await takenAlready(job, row, tools)))
  if (wrong || !row || !take) {
    const raw = kept.row.raw
    const right = { code: mendedCode, reason: say`Nothing is wrong with this row any more.` }
    const { code, reason, fault } = wrong ?? { ...right, fault: undefined }
    const changed: RejectedCells = { line, raw, code, reason, fault, named }
    await writer.changeRejected(job.id, changed)
    return { row: rejectedRow(changed) }
  }
  const added = row.names.filter(({ became }) => became === 'add')
  if (job.target === 'drafts') {
    if (added.length > 0) await writer.addNames(added.map(({ kind, name }) => ({ kind, name })))
    const items = await draftWriter.items([row.payload])
    const draft = { id: await draftFor(job, drafts), name: basename(job.file) }
    await writer.takeRowInDraft(job.id, row, { draft, items })
    drafts.filled(draft.id)
    return { taken: 'created' }
  }
  const counts = await writer.takeRow(job.id, row, row.payload)
  return { taken: counts.created > 0 ? 'created' : counts.updated > 0 ? 'updated' : 'unchanged' }
}

function mended(named: NamedCell[], cells: Record<string, string>): NamedCell[] {
  const changed = Object.entries(cells).map(([name, cell]): NamedCell => ({ name, cell }))
  const others = named.filter(({ name }) => cells[name] === undefined)
  return [...others, ...changed.filter(({ cell }) => cell !== '')]
}

/** Another row of the file has the GTIN; for drafts also: the catalog has it, or the draft. */
async function takenAlready(
  job: ImportJob,
  row: MappedRow,
  { draftWriter, drafts, rejected }: MendTools,
): Promise<Pick<RejectedCells, 'code' | 'reason' | 'fault'> | undefined> {
  const before = await rejected.takenLine(job.id, row.gtin14)
  if (before !== undefined) return { ...twiceRefusal(before), fault: row.codeColumn }
  if (job.target === 'catalog') return undefined
  const [known] = await draftWriter.known([{ line: row.line, gtin14: row.gtin14 }])
  if (known) return { ...known, fault: row.codeColumn }
  const { drafts: withCode } = await drafts.drafts({ offset: 0, limit: 200, text: row.gtin14 })
  if (!withCode.some(({ id }) => id === job.draft)) return undefined
  return {
    code: 'GTIN_TWICE',
    reason: say`Another item of the draft has the same GTIN.`,
    fault: row.codeColumn,
  }
}

/** The draft of the import; that of a new one when it was queued or deleted. */
async function draftFor({ draft }: ImportJob, drafts: Drafts): Promise<string> {
  const there = draft === undefined ? undefined : await drafts.draft({ id: draft }).catch(() => undefined)
  return there && there.deletedAt === undefined ? there.id : randomUUID()
}
