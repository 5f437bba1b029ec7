/**
 * The import room: reads files of products (CSV, TSV, JSON Lines, gzipped or not), maps their columns onto the ingest
 * vocabulary, and brings the rows into a sandbox's catalog or into drafts. It owns the tables of migration 7. What a
 * file is, is decided by its content. Import is lenient where a feed is not: a name and a valid GTIN are required, the
 * rest is taken as it is. A row that cannot be taken is kept with its line and the reason.
 */
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import type {
  ImportJob,
  ImportPreview,
  ImportTarget,
  RejectedRow,
} from '../../src-shared/rpc/import-contract.ts'
import type { Drafts } from '../feeds/drafts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { type ProcessLock, takeProcessLock } from '../storage/process-lock.ts'
import type { Storage } from '../storage/storage.ts'
import { workspaceSettings } from '../workspace/workspace-settings.ts'
import { importDraftWriter } from './import-drafts.ts'
import { ImportError } from './import-error.ts'
import { importFields } from './import-fields.ts'
import { importJobReader } from './import-jobs.ts'
import { importMapper } from './import-mapper.ts'
import { importWriter } from './import-writer.ts'
import { type Chosen, checkNumbers, type LookedAt, lookAtFile } from './look-at-file.ts'
import { runImport } from './run-import.ts'

export interface ImportsOptions {
  storage: Storage
  drafts: Drafts
  clock: Clock
  log: Logger
}

export interface Imports {
  /** Looks at the beginning of a file. @throws ImportError when it is not a file that can be imported */
  preview(input: { file: string } & Chosen): Promise<ImportPreview>
  /**
   * Begins to import; answers at once. Without a mapping, the detected one.
   * @throws ImportError as `preview` does, and when numbers could be read both ways
   */
  start(input: { file: string; target: ImportTarget } & Chosen): Promise<ImportJob>
  /** Resolves when the job has ended, in whatever way. */
  finished(id: string): Promise<ImportJob>
  /** Stops a running job; what was imported stays. A job that has ended is answered as it is. */
  cancel(id: string): Promise<ImportJob>
  /** The newest first. */
  jobs(): Promise<ImportJob[]>
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
}

/** Imports of one workspace: one at a time, by one process at a time. */
export function createImports({ storage, drafts, log }: ImportsOptions): Imports {
  const jobs = storage.reader(importJobReader)
  const writer = storage.writer(importWriter)
  const settings = workspaceSettings(storage)
  const directory = dirname(storage.path)
  const tools = {
    mapper: storage.reader(importMapper),
    writer,
    draftWriter: storage.reader(importDraftWriter),
    drafts,
    namespaceBase: async () => (await settings.read()).connection?.namespaceBase,
  }
  let running: { id: string; ended: Promise<void> } | undefined
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
    try {
      if (await runImport(job, looked, tools)) await writer.end(job.id, 'completed')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.warn({ err: error, import: job.id }, 'an import failed')
      await writer
        .end(job.id, 'failed', `${message} What was imported until then stays.`)
        .catch((failure: unknown) => log.error({ err: failure }, 'the end of an import could not be noted'))
    } finally {
      lock.release()
      running = undefined
    }
  }

  const job = async (id: string): Promise<ImportJob> => (await jobs.job(id)) ?? notFound(id)

  return {
    async preview({ file, ...chosen }) {
      const { source, columns, plan } = await lookAtFile(file, chosen, tools.mapper)
      const { mapping, numbers } = plan
      const { compressed, format } = source
      return { file, format: format.format, compressed, columns, mapping, numbers, fields: importFields }
    },

    async start({ file, target, ...chosen }) {
      await recover()
      const { role } = await settings.read()
      if (target === 'catalog' && role !== 'sandbox') {
        throw new ImportError(
          'NOT_A_SANDBOX',
          'Only the catalog of a sandbox can be imported into: this one is a copy of a service. Import into drafts, and send those.',
        )
      }
      const looked = await lookAtFile(file, chosen, tools.mapper)
      checkNumbers(looked)
      const lock = running ? undefined : takeProcessLock(directory, 'import')
      if (!lock)
        throw new ImportError(
          'IMPORT_RUNNING',
          'Another import is running. Wait until it is done, or cancel it.',
        )
      try {
        const id = randomUUID()
        const begun =
          (await writer.begin({ id, file, target, bytesTotal: looked.source.bytes })) ?? notFound(id)
        running = { id, ended: run(begun, looked, lock) }
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
      await writer.end(id, 'cancelled', notes.cancelled)
      if (running?.id === id) await running.ended
      return job(id)
    },

    async jobs() {
      await recover()
      return jobs.jobs()
    },

    async rejected({ id, offset, limit }) {
      const { rejected: total } = await job(id)
      return { total, rows: await jobs.rejected(id, offset, limit) }
    },

    async close() {
      if (!running) return
      await writer.end(running.id, 'cancelled', notes.closed)
      await running.ended
    },
  }
}

function notFound(id: string): never {
  throw new ImportError('IMPORT_NOT_FOUND', `There is no import ${id}.`)
}
