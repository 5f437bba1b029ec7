/**
 * The import room: reads files of products (CSV, TSV, JSON Lines, gzipped or not), maps their columns onto the ingest
 * vocabulary, and brings the rows into a sandbox's catalog or into drafts. It owns the tables of migration 7. What a
 * file is, is decided by its content. Import is lenient where a feed is not: a name and a valid GTIN are required, the
 * rest is taken as it is. A row that cannot be taken is kept with its line and the reason; of every value that is not in
 * the outcome the report says why.
 */
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type {
  ImportJob,
  ImportPreview,
  ImportTarget,
  NearNames,
  RejectedRow,
} from '../../src-shared/import/model.ts'
import { type NameKind, nameKinds } from '../../src-shared/import/names.ts'
import type { ImportReport } from '../../src-shared/import/report.ts'
import type { Drafts } from '../drafts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/index.ts'
import { type ProcessLock, takeProcessLock } from '../storage/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { detectColumn } from './detect-mapping.ts'
import { importDraftWriter } from './import-drafts.ts'
import { ImportError } from './import-error.ts'
import { fieldAt, importFields } from './import-fields.ts'
import { importJobReader } from './import-jobs.ts'
import { importMapper, type RowPlan } from './import-mapper.ts'
import { importMemoryReader, importMemoryWriter } from './import-memory.ts'
import { importWriter } from './import-writer.ts'
import { type Chosen, checkNumbers, type LookedAt, lookAtFile } from './look-at-file.ts'
import { nearNameReader } from './near-names.ts'
import { runImport } from './run-import.ts'
import { openTally } from './tally.ts'

export interface ImportsOptions {
  storage: Storage
  drafts: Drafts
  clock: Clock
  log: Logger
}

export interface Imports {
  /**
   * Looks at the beginning of a file.
   * @param input.detected the mapping is detected, whatever was decided about such files before
   * @throws ImportError when it is not a file that can be imported
   */
  preview(input: { file: string; detected?: boolean } & Chosen): Promise<ImportPreview>
  /**
   * Begins to import; answers at once. Without a mapping, the one used for such files before, else the detected one.
   * @param input.dry nothing is written: the file is only looked through, for the report
   * @throws ImportError as `preview` does, and when numbers could be read both ways
   */
  start(input: { file: string; target: ImportTarget; dry?: boolean } & Chosen): Promise<ImportJob>
  /** Resolves when the job has ended, in whatever way. */
  finished(id: string): Promise<ImportJob>
  /** Stops a running job; what was imported stays. A job that has ended is answered as it is. */
  cancel(id: string): Promise<ImportJob>
  /** Those that wrote something, the newest first. */
  jobs(): Promise<ImportJob[]>
  job(id: string): Promise<ImportJob>
  /** What became of every value; null until the job has ended, and for a job of an earlier version. */
  report(id: string): Promise<ImportReport | null>
  /** For each name the entries of a list that are spelt most like it. */
  nearNames(kind: NameKind, names: string[]): Promise<NearNames[]>
  rejected(input: {
    id: string
    offset: number
    limit: number
  }): Promise<{ total: number; rows: RejectedRow[] }>
  /** Cancels what runs and waits for it. */
  close(): Promise<void>
}

const notes = {
  interrupted:
    'The program ended while this import ran. What was imported stays; import the file again for the rest: rows that are there already are counted as unchanged.',
  closed: 'The program was closed while this import ran. What was imported stays.',
  cancelled: 'Cancelled. What was imported until then stays.',
  stays: 'What was imported until then stays.',
  dry: 'Nothing was imported.',
}
/** Files of more columns are no kind of file that comes again. */
const mostColumns = 2000

/** Imports of one workspace: one at a time, by one process at a time. */
export function createImports({ storage, drafts, log }: ImportsOptions): Imports {
  const jobs = storage.reader(importJobReader)
  const writer = storage.writer(importWriter)
  const memory = storage.reader(importMemoryReader)
  const memoryWriter = storage.writer(importMemoryWriter)
  const lists = storage.reader(nearNameReader)
  const settings = workspaceSettings(storage)
  const directory = dirname(storage.path)
  const tools = {
    mapper: storage.reader(importMapper),
    writer,
    draftWriter: storage.reader(importDraftWriter),
    drafts,
    namespaceBase: async () => (await settings.read()).connection?.namespaceBase,
  }
  let running: { id: string; dry: boolean; ended: Promise<void> } | undefined
  let recovered: Promise<void> | undefined

  /** Ends what a process that is gone left running: nobody holds the lock, so nobody is at it. */
  const recover = (): Promise<void> => {
    recovered ??= (async () => {
      const lock = running ? undefined : takeProcessLock(directory, 'import')
      if (!lock) return
      try {
        await writer.endInterrupted(notes.interrupted)
      } finally {
        lock.release()
      }
    })()
    return recovered
  }

  const run = async (job: ImportJob, looked: LookedAt, lock: ProcessLock): Promise<void> => {
    const tally = openTally()
    const keepReport = () => writer.keepReport(job.id, tally.report(looked.plan.seen, fieldsOf(looked.plan)))
    try {
      const isWhole = await runImport(job, looked, tools, tally)
      await keepReport()
      if (isWhole) await writer.end(job.id, 'completed')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.warn({ err: error, import: job.id }, 'an import failed')
      await keepReport()
        .then(() => writer.end(job.id, 'failed', `${message} ${job.dry ? notes.dry : notes.stays}`))
        .catch((failure: unknown) => log.error({ err: failure }, 'the end of an import could not be noted'))
    } finally {
      lock.release()
      running = undefined
    }
  }

  /** @throws ImportError when an entry is chosen for a name, and the catalog that gets the name has no such entry */
  const checkNames = async ({ plan: { names } }: LookedAt): Promise<void> => {
    if (names.target !== 'catalog') return
    const chosen = nameKinds.flatMap((kind) =>
      Object.entries(names.choices[kind] ?? {}).flatMap(([name, choice]) =>
        typeof choice === 'object' ? [{ kind, name, id: choice.choose }] : [],
      ),
    )
    const [unknown] = await lists.unknown(chosen)
    if (!unknown) return
    const { name } = chosen.find(({ kind, id }) => kind === unknown.kind && id === unknown.id) ?? { name: '' }
    throw new ImportError(
      'NAME_CHOICE_UNKNOWN',
      `For "${name}" the ${unknown.kind} ${unknown.id} was chosen, and the list has no such entry. Choose another one.`,
    )
  }

  /** What was decided, for the next file of this kind; what the program would do of itself is not worth keeping. */
  const remember = async ({ plan, detected }: LookedAt): Promise<void> => {
    const { seen, mapping, names } = plan
    if (seen.length > mostColumns) return
    const { choices, otherwise } = names
    const isOwn =
      !isDeepStrictEqual({ ...mapping }, { ...detected }) || otherwise || Object.keys(choices).length > 0
    const chosen = { mapping, names: { choices, ...(otherwise ? { otherwise } : {}) } }
    await memoryWriter.remember(seen, isOwn ? chosen : undefined)
  }

  const stop = async ({ id, ended }: { id: string; ended: Promise<void> }, note: string): Promise<void> => {
    await writer.end(id, 'cancelled', note)
    await ended
  }

  const job = async (id: string): Promise<ImportJob> => (await jobs.job(id)) ?? notFound(id)

  return {
    async preview({ file, detected = false, ...chosen }) {
      const sandbox = (await settings.read()).role === 'sandbox'
      const place = { target: sandbox ? 'catalog' : 'drafts', sandbox } as const
      const recall = detected ? {} : { recall: memory.recall }
      const { source, columns, plan, remembered } = await lookAtFile(file, chosen, place, {
        ...tools,
        ...recall,
      })
      const { mapping, numbers } = plan
      const { choices, otherwise } = plan.names
      const { compressed, format } = source
      return {
        file,
        format: format.format,
        compressed,
        columns,
        mapping,
        numbers,
        names: { choices, ...(otherwise ? { otherwise } : {}) },
        ...(remembered ? { remembered } : {}),
        fields: importFields,
      }
    },

    async start({ file, target, dry = false, ...chosen }) {
      await recover()
      const { role } = await settings.read()
      if (target === 'catalog' && role !== 'sandbox') {
        throw new ImportError(
          'NOT_A_SANDBOX',
          'Only the catalog of a sandbox can be imported into: this one is a copy of a service. Import into drafts, and send those.',
        )
      }
      const place = { target, sandbox: role === 'sandbox' }
      const looked = await lookAtFile(file, chosen, place, { ...tools, recall: memory.recall })
      checkNumbers(looked)
      await checkNames(looked)
      // A look is of no more use when something else is asked for.
      if (running?.dry) await stop(running, notes.dry)
      const lock = running ? undefined : takeProcessLock(directory, 'import')
      if (!lock)
        throw new ImportError(
          'IMPORT_RUNNING',
          'Another import is running. Wait until it is done, or cancel it.',
        )
      try {
        const id = randomUUID()
        const begun =
          (await writer.begin({ id, file, target, dry, bytesTotal: looked.source.bytes })) ?? notFound(id)
        if (!dry) await remember(looked)
        running = { id, dry, ended: run(begun, looked, lock) }
        return begun
      } catch (error) {
        lock.release()
        throw error
      }
    },

    async finished(id) {
      if (running?.id === id) await running.ended
      return job(id)
    },

    async cancel(id) {
      await writer.end(id, 'cancelled', (await job(id)).dry ? notes.dry : notes.cancelled)
      if (running?.id === id) await running.ended
      return job(id)
    },

    async jobs() {
      await recover()
      return jobs.jobs()
    },

    job,
    async report(id) {
      await job(id)
      return jobs.report(id)
    },
    nearNames: (kind, names) => lists.near(kind, names),

    async rejected({ id, offset, limit }) {
      const { rejected: total } = await job(id)
      return { total, rows: await jobs.rejected(id, offset, limit) }
    },

    async close() {
      if (!running) return
      await stop(running, running.dry ? notes.dry : notes.closed)
    },
  }
}

/** The label of the field each column fills, also of a column that was met only on the way. */
function fieldsOf({ mapping, seen }: RowPlan): (column: string) => string | undefined {
  const judged = new Set(seen)
  return (column) => {
    const path = mapping[column] ?? (judged.has(column) ? undefined : detectColumn(column)?.path)
    return path === undefined ? undefined : fieldAt.get(path)?.label
  }
}

function notFound(id: string): never {
  throw new ImportError('IMPORT_NOT_FOUND', `There is no import ${id}.`)
}
