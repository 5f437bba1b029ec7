import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { rowLimits } from '../../src-shared/file-limits.ts'
import type { ImportJob } from '../../src-shared/import/model.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Remote } from '../storage/index.ts'
import type { importDraftWriter } from './import-drafts.ts'
import type { importWriter } from './import-jobs.ts'
import type { FilePreview, ImportMapper } from './preview-file.ts'
import { type ImportedRow, repeatedGtin } from './rejected.ts'
import type { MappedRow, RefusedRow, RejectedCells, RowPlan } from './rows/import-mapper.ts'
import { addedNames } from './rows/name-lists.ts'
import type { Tally } from './rows/tally.ts'
import { charactersOf } from './source/row-windows.ts'
import type { SourceRow } from './source/source-row.ts'
import { openRows, type SourceReaders } from './source/source-rows.ts'

/** Dependencies of an import. */
export interface ImportTools extends SourceReaders {
  mapper: ImportMapper
  writer: Remote<ReturnType<(typeof importWriter)['open']>>
  draftWriter: Remote<ReturnType<(typeof importDraftWriter)['open']>>
  drafts: Drafts
}

/** Rows per batch: one call of the mapper and one transaction. */
const rowsInStep = 400

interface Step {
  /** Line of its last row. */
  through: number
  mapped: MappedRow[]
  rejected: RejectedCells[]
  /** Adds the cells to rows that were mapped and then rejected. Few rows need them. */
  withCells: (rejected: RejectedCells[]) => Promise<RejectedCells[]>
  rowsRead: number
  bytesRead: number
}

/** Progress of an import before an interruption. */
export interface Progress {
  /** Last line that was processed. */
  through: number
  /** Lines of the rejected rows. */
  rejected: ReadonlySet<number>
}

/**
 * Imports an entire file. A text is read, unpacked and split into rows on the main thread, 64 KB at a time; a
 * workbook or a GDSN message is read in a separate thread. A reader thread maps rows while the writer thread
 * stores the previous ones.
 * @param tally counts the result of every value
 * @param before progress before an interruption: these rows are read and counted, but not stored again
 * @returns `isEntireFile` is false if the job was cancelled; `notes` describe problems with the characters of
 * the file
 */
export async function runImport(
  job: ImportJob,
  { source, plan }: FilePreview,
  tools: ImportTools,
  tally: Tally,
  before?: Progress,
): Promise<{ isEntireFile: boolean; notes: string[] }> {
  const { mapper, writer } = tools
  const through = before?.through ?? 0
  const put = job.dry
    ? toReportOnly(job, tools)
    : job.target === 'catalog'
      ? toCatalog(job, tools)
      : toDrafts(job, tools)
  const repeats = openRepeats()
  const read = openRows(source, tools)
  let storing: Promise<boolean> = Promise.resolve(true)
  try {
    for await (const rows of steps(read, plan, { size: rowsInStep, through })) {
      const bytesRead = read.bytesRead()
      const { mapped, rejected, columns } = await mapper.map(rows, plan)
      if (!(await storing)) return { isEntireFile: false, notes: read.notes() }
      const unique = repeats.splitRepeated(mapped)
      const reportRow: ReportRow = (row, isImported) => {
        if (isImported) tally.addTaken(row.line, row.account, row.names, columns)
        else tally.addRefused(row.line, row.account, columns)
      }
      for (const { line, account } of rejected) tally.add(line, account, columns)
      for (const { line, account } of unique.repeated) tally.addRefused(line, account, columns)
      const last = rows.at(-1)?.line ?? 0
      if (before && last <= through) {
        reportAll(unique.first, before.rejected, reportRow)
        storing = writer.isRunning(job.id)
        continue
      }
      const withCells = cellsOf(rows, plan, mapper)
      const repeated = await withCells(unique.repeated.map(withoutAccount))
      storing = put(
        {
          mapped: unique.first,
          rejected: [...rejected.map(withoutAccount), ...repeated],
          withCells,
          rowsRead: rows.length,
          bytesRead,
          through: last,
        },
        reportRow,
      )
      // Awaited in the next iteration. An earlier failure must not be an unhandled rejection.
      storing.catch(() => {})
    }
  } catch (error) {
    await storing
    throw error
  }
  return { isEntireFile: await storing, notes: read.notes() }
}

/**
 * The rows below the headings, in batches of up to `size`, smaller if rows are long. No batch contains rows
 * both before and after `through`. If the file breaks, the rows before the break are yielded first.
 */
async function* steps(
  rows: AsyncIterable<SourceRow>,
  { headingLine = 0, unitsLine = headingLine }: RowPlan,
  { size, through }: { size: number; through: number },
): AsyncGenerator<SourceRow[]> {
  let step: SourceRow[] = []
  let characters = 0
  let broken: unknown
  try {
    for await (const row of rows) {
      if (row.line <= unitsLine) continue
      step.push(row)
      characters += charactersOf(row)
      const isFull = step.length >= size || characters >= rowLimits.charactersAtOnce
      if (!isFull && row.line !== through) continue
      yield step
      step = []
      characters = 0
    }
  } catch (error) {
    broken = error
  }
  if (step.length > 0) yield step
  if (broken !== undefined) throw broken
}

/** Stores the GTINs of a file with the line of their first occurrence. */
function openRepeats() {
  // Numbers take a third of the memory of strings, and 14 digits fit exactly.
  const lineOf = new Map<number, number>()
  return {
    splitRepeated(rows: MappedRow[]): { first: MappedRow[]; repeated: RefusedRow[] } {
      const first: MappedRow[] = []
      const repeated: RefusedRow[] = []
      for (const row of rows) {
        const before = lineOf.get(Number(row.gtin14))
        if (before === undefined) {
          lineOf.set(Number(row.gtin14), row.line)
          first.push(row)
          continue
        }
        const { line, raw, account, codeColumn: fault } = row
        repeated.push({ line, ...repeatedGtin(before), raw, account, fault })
      }
      return { first, repeated }
    },
  }
}

/** Reads the cells of single rows of a batch again. */
const cellsOf =
  (rows: SourceRow[], plan: RowPlan, mapper: ImportMapper): Step['withCells'] =>
  async (rejected) => {
    if (rejected.length === 0) return rejected
    const lines = new Set(rejected.map(({ line }) => line))
    const found = rows.filter(({ line }) => lines.has(line))
    const cells = await mapper.cells(found, plan)
    const named = new Map(found.map(({ line }, index) => [line, cells[index]]))
    return rejected.map((row) => ({ ...row, named: named.get(row.line) }))
  }

/** Rows found in the catalog, in the form of rejected rows. */
function asRejected(
  found: Pick<RejectedCells, 'line' | 'code' | 'reason'>[],
  mapped: MappedRow[],
): RejectedCells[] {
  const rows = new Map(mapped.map((row) => [row.line, row]))
  return found.map((one) => {
    const row = rows.get(one.line)
    return { ...one, raw: row?.raw ?? '', fault: row?.codeColumn }
  })
}

const importedRow = ({ gtin14, line }: MappedRow): ImportedRow => ({ gtin14, line })

const withoutAccount = ({ account: _, ...row }: RefusedRow): RejectedCells => row

/** Reports for each row of a stored batch whether it was imported. */
type ReportRow = (row: MappedRow, isImported: boolean) => void

const toCatalog =
  ({ id }: ImportJob, { writer }: ImportTools) =>
  async (
    { mapped, rejected, rowsRead, bytesRead, through }: Step,
    reportRow: ReportRow,
  ): Promise<boolean> => {
    const step = { rejected, rowsRead, bytesRead, through, taken: mapped.map(importedRow) }
    const running = await writer.putRows(id, { ...step, payloads: mapped.map(({ payload }) => payload) })
    if (running) for (const row of mapped) reportRow(row, true)
    return running
  }

/** Each import creates one draft, together with its first item. */
function toDrafts({ id, file, draft }: ImportJob, { writer, draftWriter, drafts }: ImportTools) {
  const into = { id: draft ?? randomUUID(), name: basename(file) }
  drafts.hold(into.id, id)
  return async (
    { mapped, rejected, withCells, rowsRead, bytesRead, through }: Step,
    reportRow: ReportRow,
  ): Promise<boolean> => {
    const found = await draftWriter.known(mapped.map(importedRow))
    const lines = new Set(found.map(({ line }) => line))
    const taken = mapped.filter(({ line }) => !lines.has(line))
    const added = taken.flatMap(({ names }) => addedNames(names))
    if (added.length > 0) await writer.addNames(added)
    const items = await draftWriter.items(taken.map(({ payload }) => payload))
    const known = await withCells(asRejected(found, mapped))
    const counts = {
      ...{ created: items.length, updated: 0, unchanged: 0 },
      ...{ rowsRead, bytesRead, through },
      rejected: [...rejected, ...known],
      taken: taken.map(importedRow),
    }
    const running = await writer.putInDraft(id, { draft: into, items, counts })
    if (!running) return false
    if (items.length > 0) drafts.filled(into.id)
    reportAll(mapped, lines, reportRow)
    return true
  }
}

/**
 * Counts what the import would do: a row whose GTIN is in the catalog would update its item, or be rejected
 * for a draft.
 */
const toReportOnly =
  ({ id, target }: ImportJob, { writer, draftWriter }: ImportTools) =>
  async (step: Step, reportRow: ReportRow): Promise<boolean> => {
    const { mapped, rejected, withCells, rowsRead, bytesRead, through } = step
    const known = await draftWriter.known(mapped.map(importedRow))
    const refused = target === 'drafts' ? await withCells(asRejected(known, mapped)) : []
    const counts = {
      created: mapped.length - known.length,
      updated: target === 'drafts' ? 0 : known.length,
      unchanged: 0,
      rejected: [...rejected, ...refused],
      taken: [],
    }
    const running = await writer.addStep(id, { ...counts, rowsRead, bytesRead, through })
    if (running) reportAll(mapped, new Set(refused.map(({ line }) => line)), reportRow)
    return running
  }

function reportAll(mapped: MappedRow[], refused: ReadonlySet<number>, reportRow: ReportRow): void {
  for (const row of mapped) reportRow(row, !refused.has(row.line))
}
