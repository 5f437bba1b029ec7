import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { GridLayout } from '../../src-shared/feeds/draft/grid-layout.ts'
import { type FeedKind, feedKinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { rowLimits } from '../../src-shared/file-limits.ts'
import type { ImportJob } from '../../src-shared/import/model.ts'
import type { RowChoices, RowClass } from '../../src-shared/import/row-classes.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Remote } from '../storage/index.ts'
import { openFurtherHeadings } from './columns/further-headings.ts'
import type { RowToCompare, rowComparer, SortedRow } from './compare-rows.ts'
import { gridOfFile } from './file-grid.ts'
import type { DraftPart, importWriter } from './jobs/import-writer.ts'
import type { ImportedRow } from './jobs/imported-lines.ts'
import type { FilePreview, ImportMapper } from './preview/preview-file.ts'
import type { rejectedReader } from './rejected/rejected-reader.ts'
import { namedOf, repeatedGtin } from './rejected/rejected-store.ts'
import type { MappedRow, RefusedRow, RejectedCells, RowPlan } from './rows/import-mapper.ts'
import { addedNames } from './rows/name-lists.ts'
import type { NotImportedReason, Tally } from './rows/tally.ts'
import { charactersOf } from './source/row-windows.ts'
import type { NamedCell, SourceRow } from './source/source-row.ts'
import { openRows, type SourceReaders } from './source/source-rows.ts'

/** Dependencies of an import. */
export interface ImportTools extends SourceReaders {
  mapper: ImportMapper
  writer: Remote<ReturnType<(typeof importWriter)['open']>>
  comparer: Remote<ReturnType<(typeof rowComparer)['open']>>
  rejected: Remote<ReturnType<(typeof rejectedReader)['open']>>
  drafts: Drafts
  clock: Clock
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
      : toDrafts(job, plan, tools)
  const repeats = openRepeats()
  const read = openRows(source, tools)
  const corrections = new Map(
    (await tools.rejected.corrections(job.id)).map(({ line, cells }) => [line, namedOf(cells)]),
  )
  let storing: Promise<boolean> = Promise.resolve(true)
  try {
    for await (const found of steps(read, plan, { size: rowsInStep, through })) {
      const rows = corrections.size === 0 ? found : found.map((row) => corrected(row, corrections))
      const bytesRead = read.bytesRead()
      const { mapped, rejected, columns } = await mapper.map(rows, plan)
      if (!(await storing)) return { isEntireFile: false, notes: read.notes() }
      const unique = repeats.splitRepeated(mapped)
      const reportRow: ReportRow = (row, reason) => {
        if (reason) tally.addRefused(row.line, row.account, columns, reason)
        else tally.addTaken(row.line, row.account, row.names, columns)
      }
      for (const { line, account } of rejected) tally.add(line, account, columns)
      for (const { line, account } of unique.repeated)
        tally.addRefused(line, account, columns, 'ROW_REJECTED')
      const last = rows.at(-1)?.line ?? 0
      if (before && last <= through) {
        const { sorted } = await sortRows(
          unique.first.filter(({ line }) => !before.rejected.has(line)),
          plan.rowChoices ?? {},
          tools,
        )
        reportAll(unique.first, { refused: before.rejected, left: leftLines(sorted) }, reportRow)
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
  let marked = (row: SourceRow): SourceRow => row
  try {
    for await (const row of rows) {
      if (row.line === headingLine) marked = openFurtherHeadings(row)
      if (row.line <= unitsLine) continue
      step.push(marked(row))
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

/** The row with the cells that a person gave it in a dry run. */
function corrected(row: SourceRow, corrections: ReadonlyMap<number, NamedCell[]>): SourceRow {
  const named = corrections.get(row.line)
  return named ? { line: row.line, text: row.text, named } : row
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
export function asRejected(
  found: Pick<RejectedCells, 'line' | 'code' | 'reason'>[],
  mapped: MappedRow[],
): RejectedCells[] {
  const rows = new Map(mapped.map((row) => [row.line, row]))
  return found.map((one) => {
    const row = rows.get(one.line)
    return { ...one, raw: row?.raw ?? '', fault: row?.codeColumn }
  })
}

export const importedRow = ({ gtin14, line }: MappedRow): ImportedRow => ({ gtin14, line })

const withoutAccount = ({ account: _, ...row }: RefusedRow): RejectedCells => row

/** Reports for each row of a stored batch why it was not imported; undefined if it was. */
type ReportRow = (row: MappedRow, reason?: NotImportedReason) => void

const toCatalog =
  ({ id }: ImportJob, { writer }: ImportTools) =>
  async (
    { mapped, rejected, rowsRead, bytesRead, through }: Step,
    reportRow: ReportRow,
  ): Promise<boolean> => {
    const step = { rejected, rowsRead, bytesRead, through, taken: mapped.map(importedRow) }
    const running = await writer.putRows(id, { ...step, payloads: mapped.map(({ payload }) => payload) })
    if (running) for (const row of mapped) reportRow(row)
    return running
  }

/** The rows of a step as they are compared with the catalog. */
export const toCompare = ({ line, gtin14, payload }: MappedRow): RowToCompare => ({ line, gtin14, payload })

/**
 * The draft items of mapped rows. Names that are to be added to their lists are added before the items that
 * refer to them are made.
 */
export async function sortRows(
  mapped: MappedRow[],
  choices: RowChoices,
  { writer, comparer, clock }: Pick<ImportTools, 'writer' | 'comparer' | 'clock'>,
): Promise<Awaited<ReturnType<ImportTools['comparer']['sort']>>> {
  const at = clock.now()
  const first = await comparer.sort(mapped.map(toCompare), choices, at)
  const taken = new Set(first.sorted.flatMap(({ line, item }) => (item ? [line] : [])))
  const adding = mapped.filter(({ line, names }) => taken.has(line) && addedNames(names).length > 0)
  if (adding.length === 0) return first
  await writer.addNames(adding.flatMap(({ names }) => addedNames(names)))
  const again = await comparer.sort(adding.map(toCompare), choices, at)
  const items = new Map(again.sorted.map(({ line, item }) => [line, item]))
  const sorted = first.sorted.map((row) => ({ ...row, item: items.get(row.line) ?? row.item }))
  return { ...first, sorted }
}

/** How many rows became new items, changed items, or nothing. */
export function countsOf(sorted: readonly SortedRow[]) {
  const counts = { created: 0, updated: 0, unchanged: 0, left: 0 }
  for (const { class: rowClass, item } of sorted) {
    if (item) counts[rowClass === 'new' ? 'created' : 'updated']++
    else counts[rowClass === 'unchanged' ? 'unchanged' : 'left']++
  }
  return counts
}

/** Each import creates one draft for each kind of feed, together with its first item. */
function toDrafts(job: ImportJob, plan: RowPlan, tools: ImportTools) {
  const { writer, drafts } = tools
  const { id, file } = job
  const draftOf = openImportDrafts(job, plan)
  for (const kind of feedKinds) drafts.hold(draftOf(kind).id, id)
  return async (
    { mapped, rejected, withCells, rowsRead, bytesRead, through }: Step,
    reportRow: ReportRow,
  ): Promise<boolean> => {
    const { sorted, unreadable } = await sortRows(mapped, plan.rowChoices ?? {}, tools)
    const parts = partsOf(sorted, draftOf, basename(file))
    const known = await withCells(asRejected(unreadable, mapped))
    const refused = new Set(unreadable.map(({ line }) => line))
    const left = leftLines(sorted)
    const counts = {
      ...countsOf(sorted),
      ...{ rowsRead, bytesRead, through },
      rejected: [...rejected, ...known],
      taken: mapped.filter(({ line }) => !refused.has(line)).map(importedRow),
    }
    const running = await writer.putInDrafts(id, { parts, counts })
    if (!running) return false
    for (const { draft } of parts) drafts.filled(draft.id)
    reportAll(mapped, { refused, left }, reportRow)
    return true
  }
}

/** The items of rows by kind of feed, each with the draft that receives them. */
export function partsOf(
  sorted: readonly SortedRow[],
  draftOf: ReturnType<typeof openImportDrafts>,
  name: string,
): DraftPart[] {
  const items = Map.groupBy(
    sorted.flatMap(({ item }) => item ?? []),
    ({ kind }) => kind,
  )
  return [...items].map(([kind, all]) => ({
    draft: { ...draftOf(kind), name },
    states: all.map(({ state }) => state),
  }))
}

const leftLines = (sorted: readonly SortedRow[]): Set<number> =>
  new Set(sorted.flatMap(({ line, item }) => (item ? [] : [line])))

/** The drafts of an import by kind of feed: those that it has already, and new ones for the others. */
export function openImportDrafts({ drafts }: ImportJob, plan: RowPlan) {
  const ids = new Map(drafts.map(({ kind, id }) => [kind, id]))
  return (kind: FeedKind): { id: string; kind: FeedKind; grid: GridLayout } => {
    const id = ids.get(kind) ?? randomUUID()
    ids.set(kind, id)
    return { id, kind, grid: gridOfFile(kind, plan) }
  }
}

/** Compares the rows with the catalog, and writes nothing but the report. */
const toReportOnly =
  ({ id }: ImportJob, { writer, comparer }: ImportTools) =>
  async (step: Step, reportRow: ReportRow): Promise<boolean> => {
    const { mapped, rejected, withCells, rowsRead, bytesRead, through } = step
    const { compared, unreadable } = await comparer.compare(mapped.map(toCompare))
    const refused = await withCells(asRejected(unreadable, mapped))
    const ofClass = (wanted: RowClass) => compared.filter((row) => row.class === wanted).length
    const counts = {
      created: ofClass('new'),
      updated: ofClass('changed'),
      unchanged: ofClass('unchanged'),
      left: 0,
      rejected: [...rejected, ...refused],
      taken: compared.map(({ gtin, line }) => ({ gtin14: gtin, line })),
    }
    const running = await writer.addCompared(id, { ...counts, rowsRead, bytesRead, through }, compared)
    if (running)
      reportAll(mapped, { refused: new Set(refused.map(({ line }) => line)), left: new Set() }, reportRow)
    return running
  }

/** Lines of a step whose rows were not imported. */
interface NotImported {
  refused: ReadonlySet<number>
  left: ReadonlySet<number>
}

function reportAll(mapped: MappedRow[], { refused, left }: NotImported, reportRow: ReportRow): void {
  for (const row of mapped)
    reportRow(row, refused.has(row.line) ? 'ROW_REJECTED' : left.has(row.line) ? 'ROW_LEFT' : undefined)
}
