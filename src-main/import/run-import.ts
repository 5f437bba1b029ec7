import { basename } from 'node:path'
import type { ImportJob, ImportTarget } from '../../src-shared/rpc/import-contract.ts'
import type { Drafts } from '../feeds/drafts.ts'
import type { Remote } from '../storage/store.ts'
import { type importDraftWriter, itemsInDraft } from './import-drafts.ts'
import type { MappedRow } from './import-mapper.ts'
import type { importWriter } from './import-writer.ts'
import type { ImportMapper, LookedAt } from './look-at-file.ts'
import { readText } from './source-file.ts'
import { readRows, type SourceRow } from './source-rows.ts'

/** What an import works with. */
export interface ImportTools {
  mapper: ImportMapper
  writer: Remote<ReturnType<(typeof importWriter)['open']>>
  draftWriter: Remote<ReturnType<(typeof importDraftWriter)['open']>>
  drafts: Drafts
  namespaceBase(): Promise<string | undefined>
}

/** Rows of one step: one call of the mapper, one transaction. */
const rowsInStep: Record<ImportTarget, number> = { catalog: 400, drafts: itemsInDraft }

type Rejected = { line: number; code: string; reason: string; raw: string }

interface Step {
  mapped: MappedRow[]
  rejected: Rejected[]
  rowsRead: number
  bytesRead: number
}

/**
 * Imports a file from its beginning to its end. The file is read, unpacked and cut into rows on the main thread, a
 * piece of 64 KB at a time; rows are mapped in a reader thread while the writer thread puts the ones before.
 * @returns false when the job was cancelled on the way
 */
export async function runImport(
  job: ImportJob,
  { source, plan }: LookedAt,
  tools: ImportTools,
): Promise<boolean> {
  const { mapper } = tools
  const put = job.target === 'catalog' ? toCatalog(job, tools) : toDrafts(job, tools)
  const repeats = openRepeats()
  const text = readText(source)
  let putting: Promise<boolean> = Promise.resolve(true)
  try {
    for await (const rows of steps(readRows(text, source.format), plan.headings, rowsInStep[job.target])) {
      const bytesRead = text.bytesRead()
      const { mapped, rejected } = await mapper.map(rows, plan)
      if (!(await putting)) return false
      const unique = repeats.sortOut(mapped)
      putting = put({
        mapped: unique.first,
        rejected: [...rejected, ...unique.again],
        rowsRead: rows.length,
        bytesRead,
      })
      // Awaited in the next turn; a failure until then is no surprise to the process.
      putting.catch(() => {})
    }
  } catch (error) {
    await putting
    throw error
  }
  return putting
}

/** The rows below the headings, so many at a time; when the file breaks, those before the break come first. */
async function* steps(
  rows: AsyncIterable<SourceRow>,
  headings: string[] | undefined,
  size: number,
): AsyncGenerator<SourceRow[]> {
  let step: SourceRow[] = []
  let skip = headings ? 1 : 0
  let broken: unknown
  try {
    for await (const row of rows) {
      if (skip-- > 0) continue
      step.push(row)
      if (step.length < size) continue
      yield step
      step = []
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
    sortOut(rows: MappedRow[]): { first: MappedRow[]; again: Rejected[] } {
      const first: MappedRow[] = []
      const again: Rejected[] = []
      for (const row of rows) {
        const before = lineOf.get(Number(row.gtin14))
        if (before === undefined) {
          lineOf.set(Number(row.gtin14), row.line)
          first.push(row)
          continue
        }
        const reason = `Line ${before} has the same GTIN; that one was taken.`
        again.push({ line: row.line, code: 'GTIN_TWICE', reason, raw: row.raw })
      }
      return { first, again }
    },
  }
}

const toCatalog =
  ({ id }: ImportJob, { writer }: ImportTools) =>
  ({ mapped, ...step }: Step): Promise<boolean> =>
    writer.putRows(id, { ...step, payloads: mapped.map(({ payload }) => payload) })

/** Each step becomes a draft. A job that was cancelled meanwhile takes back the one draft it made too many. */
const toDrafts =
  ({ id, file }: ImportJob, { writer, draftWriter, drafts, namespaceBase }: ImportTools) =>
  async ({ mapped, rejected, rowsRead, bytesRead }: Step): Promise<boolean> => {
    const { xml, items, rejected: known } = await draftWriter.write(mapped, await namespaceBase())
    const name = `${basename(file)}, ${items} items from line ${mapped[0]?.line ?? 0}`
    const draft = xml === undefined ? undefined : await drafts.create({ kind: 'create', xml, name })
    const counts = { created: items, updated: 0, unchanged: 0, rejected: [...rejected, ...known] }
    const running = await writer.addStep(id, { ...counts, rowsRead, bytesRead })
    if (!running && draft) await drafts.delete(draft.id)
    return running
  }
