import { dirname } from 'node:path'
import { encodingLabels } from '../../src-shared/import/encodings.ts'
import type { ImportErrorCode, ImportJob } from '../../src-shared/import/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Logger } from '../platform/log/log.ts'
import { acquireProcessLock, type ProcessLock, type Storage } from '../storage/index.ts'
import { detectColumn } from './columns/detect-mapping.ts'
import { fieldAt } from './columns/import-fields.ts'
import type { FilePreview } from './preview/preview-file.ts'
import type { RowPlan } from './rows/import-mapper.ts'
import { openTally } from './rows/tally.ts'
import { type ImportTools, type Progress, runImport } from './run-import.ts'

const notes = {
  interrupted: {
    catalog: say`The program ended during this import. Imported rows are kept. Import the file again to get the rest; rows that were already imported count as unchanged.`,
    drafts: say`The program ended during this import. Imported rows are kept in its draft.`,
  },
  closed: say`The program was closed during this import. Imported rows are kept.`,
  cancelled: say`Cancelled. Rows imported so far are kept.`,
  stays: say`Rows imported so far are kept.`,
  dry: say`Nothing was imported.`,
}

interface RunnerOptions {
  storage: Storage
  tools: ImportTools
  log: Logger
}

/** Runs imports of one workspace: one at a time across all processes. */
export function createImportRunner({ storage, tools, log }: RunnerOptions) {
  const { writer, drafts } = tools
  const directory = dirname(storage.path)
  let running: { id: string; dry: boolean; ended: Promise<void> } | undefined
  let recovered: Promise<void> | undefined

  const acquire = (): ProcessLock | undefined =>
    running ? undefined : acquireProcessLock(directory, 'import')

  /** @throws PlainError `IMPORT_RUNNING` */
  const takeLock = (): ProcessLock => {
    const lock = acquire()
    if (lock) return lock
    throw new PlainError<ImportErrorCode>(
      'IMPORT_RUNNING',
      say`Another import is running. Wait until it is done, or cancel it.`,
    )
  }

  const run = async (
    job: ImportJob,
    filePreview: FilePreview,
    lock: ProcessLock,
    before?: Progress,
  ): Promise<void> => {
    const tally = openTally()
    const keepReport = () =>
      writer.keepReport(job.id, tally.report(filePreview.plan.seen, fieldsOf(filePreview.plan)))
    try {
      const { isEntireFile, notes: found } = await runImport(job, filePreview, tools, tally, before)
      await keepReport()
      const endNote = [...(job.note ?? '').split('\n'), ...encodingNote(filePreview.source), ...found]
        .filter(Boolean)
        .join(' ')
      if (isEntireFile) await writer.end(job.id, 'completed', endNote || undefined)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.warn({ err: error, import: job.id }, 'an import failed')
      await keepReport()
        .then(() => writer.end(job.id, 'failed', `${message} ${job.dry ? notes.dry : notes.stays}`))
        .catch((failure: unknown) => log.error({ err: failure }, 'the end of an import could not be noted'))
    } finally {
      drafts.release(job.id)
      lock.release()
      running = undefined
    }
  }

  const stop = async ({ id, ended }: { id: string; ended: Promise<void> }, note: string): Promise<void> => {
    await writer.end(id, 'cancelled', note)
    await ended
  }

  return {
    /** Marks jobs of a process that has ended as failed: nobody holds the lock, so no process runs them. */
    recover(): Promise<void> {
      recovered ??= (async () => {
        const lock = acquire()
        if (!lock) return
        try {
          await writer.endInterrupted(notes.interrupted)
        } finally {
          lock.release()
        }
      })()
      return recovered
    },
    /**
     * Starts a job, and returns while it runs.
     * @param begin adds the job; `before`: its progress before an interruption
     * @throws PlainError `IMPORT_RUNNING`
     */
    async start(
      begin: () => Promise<{ job: ImportJob; before?: Progress }>,
      filePreview: FilePreview,
    ): Promise<ImportJob> {
      const lock = takeLock()
      try {
        const { job, before } = await begin()
        running = { id: job.id, dry: job.dry, ended: run(job, filePreview, lock, before) }
        return job
      } catch (error) {
        lock.release()
        throw error
      }
    },
    /** Does something while no import runs. @throws PlainError `IMPORT_RUNNING` */
    async alone<T>(work: () => Promise<T>): Promise<T> {
      const lock = takeLock()
      try {
        return await work()
      } finally {
        lock.release()
      }
    },
    /** Cancels a dry run, because another import starts. */
    async stopDryRun(): Promise<void> {
      if (running?.dry) await stop(running, notes.dry)
    },
    /** Resolves when the job has ended, if it is running here. */
    async ended(id: string): Promise<void> {
      if (running?.id === id) await running.ended
    },
    /** Cancels a job and keeps the imported items. Does nothing for a job that has already ended. */
    async cancel({ id, dry }: ImportJob): Promise<void> {
      await writer.end(id, 'cancelled', dry ? notes.dry : notes.cancelled)
      if (running?.id === id) await running.ended
    },
    /** Cancels the running job and waits for it. */
    async close(): Promise<void> {
      if (running) await stop(running, running.dry ? notes.dry : notes.closed)
    },
  }
}

/** Note about an encoding that was guessed from the words of the text. */
const encodingNote = ({ encoding, certainty }: FilePreview['source']): string[] =>
  certainty === 'guessed'
    ? [say`The text was read as ${encodingLabels[encoding]}, which its words suggest.`]
    : []

/** Label of the field that each column fills, including columns that first appear after the preview. */
function fieldsOf({ mapping, seen }: RowPlan): (column: string) => string | undefined {
  const knownColumns = new Set(seen)
  return (column) => {
    const path = mapping[column] ?? (knownColumns.has(column) ? undefined : detectColumn(column)?.path)
    return path === undefined ? undefined : fieldAt.get(path)?.label
  }
}
