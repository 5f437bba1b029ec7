import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { encodingLabels, separatorOf } from '../../src-shared/import/encodings.ts'
import type {
  ImportErrorCode,
  ImportJob,
  ImportPreview,
  ImportTarget,
  MendedRow,
  NearNames,
  RejectedRows,
} from '../../src-shared/import/model.ts'
import { type NameKind, nameKinds } from '../../src-shared/import/names.ts'
import type { ImportReport } from '../../src-shared/import/report.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Drafts } from '../drafts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { type ProcessLock, type Storage, takeProcessLock } from '../storage/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { detectColumn } from './columns/detect-mapping.ts'
import { fieldAt, importFields } from './columns/import-fields.ts'
import { importDraftWriter } from './import-drafts.ts'
import { importJobReader, importWriter } from './import-jobs.ts'
import { importMemoryReader, importMemoryWriter } from './import-memory.ts'
import { type Chosen, checkNeededColumns, checkNumbers, type LookedAt, lookAtFile } from './look-at-file.ts'
import { type Mend, mendRow } from './mend-row.ts'
import { rejectedReader } from './rejected.ts'
import { importMapper, type RowPlan } from './rows/import-mapper.ts'
import { nearNameReader } from './rows/name-lists.ts'
import { openTally } from './rows/tally.ts'
import { runImport } from './run-import.ts'
import { gdsnReader } from './source/gdsn/gdsn-reader.ts'
import { workbookReader } from './source/workbook/workbook-reader.ts'

interface ImportsOptions {
  storage: Storage
  drafts: Drafts
  clock: Clock
  log: Logger
}

export interface Imports {
  /**
   * Looks at the beginning of a file.
   * @param input.detected the mapping is detected, whatever was decided about such files before
   * @throws PlainError when it is not a file that can be imported
   */
  preview(input: { file: string; detected?: boolean } & Chosen): Promise<ImportPreview>
  /**
   * Begins to import; answers at once. Without a mapping, the one used for such files before, else the detected one.
   * @param input.dry nothing is written: the file is only looked through, for the report
   * @throws PlainError as `preview` does, and when numbers could be read both ways
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
  rejected(input: { id: string; offset: number; limit: number }): Promise<RejectedRows>
  /**
   * Changes a rejected row; it is kept so, or taken to where the other rows went.
   * @throws PlainError when the row is no longer there
   */
  mendRow(input: { id: string } & Mend): Promise<MendedRow>
  /** Cancels what runs and waits for it. */
  close(): Promise<void>
}

const notes = {
  interrupted: {
    catalog: say`The program ended while this import ran. What was imported stays; import the file again for the rest: rows that are there already are counted as unchanged.`,
    drafts: say`The program ended while this import ran. What was imported stays in its draft. To import the whole file, delete that draft first: importing the file again makes a second draft of all its rows.`,
  },
  closed: say`The program was closed while this import ran. What was imported stays.`,
  cancelled: say`Cancelled. What was imported until then stays.`,
  stays: say`What was imported until then stays.`,
  dry: say`Nothing was imported.`,
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
  const rejected = storage.reader(rejectedReader)
  const settings = workspaceSettings(storage)
  const directory = dirname(storage.path)
  const tools = {
    mapper: storage.reader(importMapper),
    writer,
    draftWriter: storage.reader(importDraftWriter),
    drafts,
    workbook: storage.apart(workbookReader),
    gdsn: storage.apart(gdsnReader),
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
      const { isWhole, notes: found } = await runImport(job, looked, tools, tally)
      await keepReport()
      const said = [...encodingNote(looked.source), ...found].join(' ')
      if (isWhole) await writer.end(job.id, 'completed', said || undefined)
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

  /** @throws PlainError when an entry is chosen for a name, and the catalog that gets the name has no such entry */
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
    throw new PlainError<ImportErrorCode>(
      'NAME_CHOICE_UNKNOWN',
      say`For "${name}" the ${unknown.kind} ${unknown.id} was chosen, and the list has no such entry. Choose another one.`,
    )
  }

  /** What was decided, for the next file of this kind; what the program would do of itself is not worth keeping. */
  const remember = async ({ plan, detected }: LookedAt): Promise<void> => {
    const { seen, mapping, names } = plan
    if (seen.length > mostColumns || plan.firstRowIsData) return
    const { choices, otherwise } = names
    const isOwn =
      !isDeepStrictEqual({ ...mapping }, { ...detected }) || otherwise || Object.keys(choices).length > 0
    const chosen = { mapping, names: { choices, otherwise } }
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
      const { source, sheets, notes, columns, plan, remembered, firstLines } = await lookAtFile(
        file,
        chosen,
        place,
        {
          ...tools,
          recall: detected ? undefined : memory.recall,
        },
      )
      const { mapping, numbers } = plan
      const { choices, otherwise } = plan.names
      const { compressed, format, encoding, certainty } = source
      const isText = format.format !== 'xlsx'
      return {
        file,
        format: format.format,
        compressed,
        encoding: isText ? encoding : undefined,
        isEncodingGuessed: isText && certainty === 'guessed' ? true : undefined,
        separator: format.delimiter === undefined ? undefined : separatorOf(format.delimiter),
        sheets,
        notes,
        sheet: source.sheet,
        firstRowIsData: plan.firstRowIsData,
        headingLine: plan.headingLine,
        firstLines,
        columns,
        mapping,
        numbers,
        names: { choices, otherwise },
        remembered,
        fields: importFields,
      }
    },

    async start({ file, target, dry = false, ...chosen }) {
      await recover()
      const { role } = await settings.read()
      if (target === 'catalog' && role !== 'sandbox') {
        throw new PlainError<ImportErrorCode>(
          'NOT_A_SANDBOX',
          say`Only the catalog of a sandbox can be imported into: this one is a copy of a service. Import into drafts, and send those.`,
        )
      }
      const place = { target, sandbox: role === 'sandbox' }
      const looked = await lookAtFile(file, chosen, place, { ...tools, recall: memory.recall })
      checkNeededColumns(looked)
      checkNumbers(looked)
      await checkNames(looked)
      // A look is of no more use when something else is asked for.
      if (running?.dry) await stop(running, notes.dry)
      const lock = running ? undefined : takeProcessLock(directory, 'import')
      if (!lock)
        throw new PlainError<ImportErrorCode>(
          'IMPORT_RUNNING',
          say`Another import is running. Wait until it is done, or cancel it.`,
        )
      try {
        const id = randomUUID()
        const begun =
          (await writer.begin({
            id,
            file,
            target,
            dry,
            bytesTotal: looked.source.bytes,
            plan: looked.plan,
          })) ?? notFound(id)
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
      const columns = await rejected.columns(id)
      return { total, columns, rows: await rejected.rows(id, offset, limit) }
    },

    async mendRow({ id, ...mend }) {
      const found = await job(id)
      if (found.state === 'running')
        throw new PlainError<ImportErrorCode>(
          'IMPORT_RUNNING',
          say`The import is still running. Mend its rejected rows when it is done.`,
        )
      return mendRow(found, mend, { ...tools, rejected })
    },

    async close() {
      if (!running) return
      await stop(running, running.dry ? notes.dry : notes.closed)
    },
  }
}

/** What is said of an encoding that the words of the text suggest. */
const encodingNote = ({ encoding, certainty }: LookedAt['source']): string[] =>
  certainty === 'guessed'
    ? [say`The text was read as ${encodingLabels[encoding]}, which its words suggest.`]
    : []

/** The label of the field each column fills, also of a column that was met only on the way. */
function fieldsOf({ mapping, seen }: RowPlan): (column: string) => string | undefined {
  const judged = new Set(seen)
  return (column) => {
    const path = mapping[column] ?? (judged.has(column) ? undefined : detectColumn(column)?.path)
    return path === undefined ? undefined : fieldAt.get(path)?.label
  }
}

function notFound(id: string): never {
  throw new PlainError<ImportErrorCode>('IMPORT_NOT_FOUND', say`There is no import ${id}.`)
}
