import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { rowLimits } from '../../src-shared/file-limits.ts'
import type { ImportJob } from '../../src-shared/import/model.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Remote } from '../storage/index.ts'
import type { importDraftWriter } from './import-drafts.ts'
import type { importWriter } from './import-jobs.ts'
import type { ImportMapper, LookedAt } from './look-at-file.ts'
import { type TakenRow, twiceRefusal } from './rejected.ts'
import type { MappedRow, RefusedRow, RejectedCells, RowPlan } from './rows/import-mapper.ts'
import type { Tally } from './rows/tally.ts'
import { charactersOf } from './source/row-windows.ts'
import type { SourceRow } from './source/source-row.ts'
import { openRows, type SourceReaders } from './source/source-rows.ts'

/** What an import works with. */
export interface ImportTools extends SourceReaders {
  mapper: ImportMapper
  writer: Remote<ReturnType<(typeof importWriter)['open']>>
  draftWriter: Remote<ReturnType<(typeof importDraftWriter)['open']>>
  drafts: Drafts
}

/** Rows of one step: one call of the mapper, one transaction. */
const rowsInStep = 400

interface Step {
  /** The last line of its rows. */
  through: number
  mapped: MappedRow[]
  rejected: RejectedCells[]
  /** Rows that were mapped and then not taken, with their cells, which few rows need. */
  withCells: (rejected: RejectedCells[]) => Promise<RejectedCells[]>
  rowsRead: number
  bytesRead: number
}

/** How far an import had come when it was interrupted. */
export interface Progress {
  /** The last line whose row was dealt with. */
  through: number
  /** The lines of the rows that were rejected. */
  rejected: ReadonlySet<number>
}

/**
 * Imports a file from its beginning to its end. A text is read, unpacked and cut into rows on the main thread, a piece
 * of 64 KB at a time, a workbook or a GDSN message in a thread of its own; rows are mapped in a reader thread while the writer thread puts the ones before.
 * @param tally counts what becomes of every value
 * @param before how far it had come before an interruption: those rows are read and counted, and not put once more
 * @returns `isWhole` is false when the job was cancelled on the way; `notes` tell of the characters of the file
 */
export async function runImport(
  job: ImportJob,
  { source, plan }: LookedAt,
  tools: ImportTools,
  tally: Tally,
  before?: Progress,
): Promise<{ isWhole: boolean; notes: string[] }> {
  const { mapper, writer } = tools
  const through = before?.through ?? 0
  const put = job.dry
    ? toNowhere(job, tools)
    : job.target === 'catalog'
      ? toCatalog(job, tools)
      : toDrafts(job, tools)
  const repeats = openRepeats()
  const read = openRows(source, tools)
  let putting: Promise<boolean> = Promise.resolve(true)
  try {
    for await (const rows of steps(read, plan, { size: rowsInStep, through })) {
      const bytesRead = read.bytesRead()
      const { mapped, rejected, columns } = await mapper.map(rows, plan)
      if (!(await putting)) return { isWhole: false, notes: read.notes() }
      const unique = repeats.sortOut(mapped)
      const settle: Settle = (row, isTaken) => {
        if (isTaken) tally.addTaken(row.line, row.account, row.names, columns)
        else tally.addRefused(row.line, row.account, columns)
      }
      for (const { line, account } of rejected) tally.add(line, account, columns)
      for (const { line, account } of unique.again) tally.addRefused(line, account, columns)
      const last = rows.at(-1)?.line ?? 0
      if (before && last <= through) {
        settleAll(unique.first, before.rejected, settle)
        putting = writer.isRunning(job.id)
        continue
      }
      const withCells = cellsOf(rows, plan, mapper)
      const again = await withCells(unique.again.map(withoutAccount))
      putting = put(
        {
          mapped: unique.first,
          rejected: [...rejected.map(withoutAccount), ...again],
          withCells,
          rowsRead: rows.length,
          bytesRead,
          through: last,
        },
        settle,
      )
      // Awaited in the next turn; a failure until then is no surprise to the process.
      putting.catch(() => {})
    }
  } catch (error) {
    await putting
    throw error
  }
  return { isWhole: await putting, notes: read.notes() }
}

/**
 * The rows below the headings, so many at a time, fewer when they are long, and none both up to and after `through`; when
 * the file breaks, those before the break come first.
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

/** Remembers the GTINs of a file with the lines they were first seen in. */
function openRepeats() {
  // Numbers take a third of the memory of strings, and 14 digits fit exactly.
  const lineOf = new Map<number, number>()
  return {
    sortOut(rows: MappedRow[]): { first: MappedRow[]; again: RefusedRow[] } {
      const first: MappedRow[] = []
      const again: RefusedRow[] = []
      for (const row of rows) {
        const before = lineOf.get(Number(row.gtin14))
        if (before === undefined) {
          lineOf.set(Number(row.gtin14), row.line)
          first.push(row)
          continue
        }
        const { line, raw, account, codeColumn: fault } = row
        again.push({ line, ...twiceRefusal(before), raw, account, fault })
      }
      return { first, again }
    },
  }
}

/** Reads the cells of single rows of a step once more. */
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

/** Rows that were found to be in the catalog, as they are kept with the others that were rejected. */
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

const takenRow = ({ gtin14, line }: MappedRow): TakenRow => ({ gtin14, line })

const withoutAccount = ({ account: _, ...row }: RefusedRow): RejectedCells => row

/** Says of each row of a step, when it has been put, whether it was taken. */
type Settle = (row: MappedRow, isTaken: boolean) => void

const toCatalog =
  ({ id }: ImportJob, { writer }: ImportTools) =>
  async ({ mapped, rejected, rowsRead, bytesRead, through }: Step, settle: Settle): Promise<boolean> => {
    const step = { rejected, rowsRead, bytesRead, through, taken: mapped.map(takenRow) }
    const running = await writer.putRows(id, { ...step, payloads: mapped.map(({ payload }) => payload) })
    if (running) for (const row of mapped) settle(row, true)
    return running
  }

/** One import is one draft, which is made with the first item. */
function toDrafts({ id, file, draft }: ImportJob, { writer, draftWriter, drafts }: ImportTools) {
  const into = { id: draft ?? randomUUID(), name: basename(file) }
  drafts.hold(into.id, id)
  return async (
    { mapped, rejected, withCells, rowsRead, bytesRead, through }: Step,
    settle: Settle,
  ): Promise<boolean> => {
    const found = await draftWriter.known(mapped.map(takenRow))
    const lines = new Set(found.map(({ line }) => line))
    const taken = mapped.filter(({ line }) => !lines.has(line))
    const added = taken.flatMap(({ names }) => names.filter(({ became }) => became === 'add'))
    if (added.length > 0) await writer.addNames(added.map(({ kind, name }) => ({ kind, name })))
    const items = await draftWriter.items(taken.map(({ payload }) => payload))
    const known = await withCells(asRejected(found, mapped))
    const counts = {
      ...{ created: items.length, updated: 0, unchanged: 0 },
      ...{ rowsRead, bytesRead, through },
      rejected: [...rejected, ...known],
      taken: taken.map(takenRow),
    }
    const running = await writer.putInDraft(id, { draft: into, items, counts })
    if (!running) return false
    if (items.length > 0) drafts.filled(into.id)
    settleAll(mapped, lines, settle)
    return true
  }
}

/** Counts what would be done: rows whose GTIN the catalog has would change its item, and be refused in a draft. */
const toNowhere =
  ({ id, target }: ImportJob, { writer, draftWriter }: ImportTools) =>
  async (step: Step, settle: Settle): Promise<boolean> => {
    const { mapped, rejected, withCells, rowsRead, bytesRead, through } = step
    const known = await draftWriter.known(mapped.map(takenRow))
    const refused = target === 'drafts' ? await withCells(asRejected(known, mapped)) : []
    const counts = {
      created: mapped.length - known.length,
      updated: target === 'drafts' ? 0 : known.length,
      unchanged: 0,
      rejected: [...rejected, ...refused],
      taken: [],
    }
    const running = await writer.addStep(id, { ...counts, rowsRead, bytesRead, through })
    if (running) settleAll(mapped, new Set(refused.map(({ line }) => line)), settle)
    return running
  }

function settleAll(mapped: MappedRow[], refused: ReadonlySet<number>, settle: Settle): void {
  for (const row of mapped) settle(row, !refused.has(row.line))
}
