import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { importContract } from '../../src-shared/import/contract.ts'
import { encodingLabels, separatorOf } from '../../src-shared/import/encodings.ts'
import type { ImportErrorCode, ImportJob, ImportTarget } from '../../src-shared/import/model.ts'
import { nameKinds } from '../../src-shared/import/names.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { type ProcessLock, type Storage, takeProcessLock } from '../storage/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { detectColumn } from './columns/detect-mapping.ts'
import { fieldAt, importFields } from './columns/import-fields.ts'
import { importDraftWriter } from './import-drafts.ts'
import { type FileChoice, importJobReader, importWriter, type UnfinishedImport } from './import-jobs.ts'
import { importMemoryReader, importMemoryWriter } from './import-memory.ts'
import { type Chosen, checkNeededColumns, checkNumbers, type LookedAt, lookAtFile } from './look-at-file.ts'
import { mendRow } from './mend-row.ts'
import { rejectedReader } from './rejected.ts'
import { importMapper, type RowPlan } from './rows/import-mapper.ts'
import { nearNameReader } from './rows/name-lists.ts'
import { openTally } from './rows/tally.ts'
import { type Progress, runImport } from './run-import.ts'
import { gdsnReader } from './source/gdsn/gdsn-reader.ts'
import { hashOfFile } from './source/source-file.ts'
import { workbookReader } from './source/workbook/workbook-reader.ts'

interface ImportsOptions {
  storage: Storage
  drafts: Drafts
  clock: Clock
  log: Logger
}

const notes = {
  interrupted: {
    catalog: say`The program ended while this import ran. What was imported stays; import the file again for the rest: rows that are there already are counted as unchanged.`,
    drafts: say`The program ended while this import ran. What was imported stays in its draft.`,
  },
  closed: say`The program was closed while this import ran. What was imported stays.`,
  cancelled: say`Cancelled. What was imported until then stays.`,
  stays: say`What was imported until then stays.`,
  dry: say`Nothing was imported.`,
}
/** Files of more columns are no kind of file that comes again. */
const maxColumns = 2000

export type Imports = ReturnType<typeof createImports>

/** Imports of one workspace: one at a time, by one process at a time. */
export function createImports({ storage, drafts, log }: ImportsOptions) {
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

  /** @param before how far it had come before an interruption */
  const run = async (
    job: ImportJob,
    looked: LookedAt,
    lock: ProcessLock,
    before?: Progress,
  ): Promise<void> => {
    const tally = openTally()
    const keepReport = () => writer.keepReport(job.id, tally.report(looked.plan.seen, fieldsOf(looked.plan)))
    try {
      const { isWhole, notes: found } = await runImport(job, looked, tools, tally, before)
      await keepReport()
      const said = [...(job.note ?? '').split('\n'), ...encodingNote(looked.source), ...found]
        .filter(Boolean)
        .join(' ')
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
    if (seen.length > maxColumns || plan.firstRowIsData) return
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

  /** @throws PlainError `IMPORT_RUNNING` */
  const takeLock = (): ProcessLock => {
    const lock = running ? undefined : takeProcessLock(directory, 'import')
    if (lock) return lock
    throw new PlainError<ImportErrorCode>(
      'IMPORT_RUNNING',
      say`Another import is running. Wait until it is done, or cancel it.`,
    )
  }

  /** Begins a job under the lock. */
  const runUnderLock = async (
    begin: () => Promise<{ job: ImportJob; before?: Progress }>,
    looked: LookedAt,
  ): Promise<ImportJob> => {
    const lock = takeLock()
    try {
      const begun = await begin()
      const { id, dry } = begun.job
      running = { id, dry, ended: run(begun.job, looked, lock, begun.before) }
      return begun.job
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** @param file where the same content is now */
  const goOn = async (unfinished: UnfinishedImport, file: string): Promise<ImportJob> => {
    const { job: old, plan, chosen, through } = unfinished
    const { headingLine, mapping, numbers, names } = plan
    const choices = { ...chosen, headingLine, mapping, numbers, names }
    const looked = await lookAtFile(file, choices, names, tools)
    const before = { through, rejected: new Set(await jobs.rejectedLines(old.id)) }
    return runUnderLock(
      async () => ({ job: (await writer.goOn(old.id, file)) ?? notFound(old.id), before }),
      { ...looked, plan },
    )
  }

  /**
   * An import of the same content that can go on, or a note of one whose file was changed since.
   * @throws PlainError `IMPORT_UNFINISHED` when it was begun in another way
   */
  const unfinishedOf = async (
    looked: LookedAt,
    chosen: FileChoice,
    sha256: string,
  ): Promise<{ unfinished?: UnfinishedImport; note?: string }> => {
    const found = await jobs.unfinishedOf(looked.source.path, sha256)
    if (!found) return {}
    const { name } = await drafts.draft({ id: found.job.draft ?? '' })
    if (found.sha256 !== sha256)
      return {
        note: say`An earlier import of this file did not come to its end, and the file was changed since: this is a new import. What the earlier one brought is in the draft “${name}”.`,
      }
    const kept = JSON.parse(JSON.stringify({ plan: looked.plan, chosen }))
    if (isDeepStrictEqual(kept, { plan: found.plan, chosen: found.chosen })) return { unfinished: found }
    throw new PlainError<ImportErrorCode>(
      'IMPORT_UNFINISHED',
      say`An import of this file ended after ${found.job.rowsRead} rows, which are in the draft “${name}”, and was begun with other columns or choices. Import the file as it was begun, and it goes on; or delete that draft to import the file anew.`,
    )
  }

  return {
    /**
     * Looks at the beginning of a file. With `detected`, the mapping is detected, whatever was decided about such files before.
     * @throws PlainError when it is not a file that can be imported
     */
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

    /**
     * Begins to import; answers at once. Without a mapping, the one used for such files before, else the detected one.
     * @param input.dry nothing is written: the file is only looked through, for the report
     * @throws PlainError as `preview` does, and when numbers could be read both ways
     */
    async start({
      file,
      target,
      dry = false,
      ...chosen
    }: { file: string; target: ImportTarget; dry?: boolean } & Chosen): Promise<ImportJob> {
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
      const sha256 = target === 'drafts' && !dry ? await hashOfFile(file) : undefined
      const choice = fileChoiceOf(chosen)
      const { unfinished, note } = sha256 === undefined ? {} : await unfinishedOf(looked, choice, sha256)
      if (unfinished) return goOn(unfinished, file)
      return runUnderLock(async () => {
        const id = randomUUID()
        const { plan } = looked
        const begun = { id, file, target, dry, bytesTotal: looked.source.bytes, plan, chosen: choice }
        const job = (await writer.begin({ ...begun, sha256, note })) ?? notFound(id)
        if (!dry) await remember(looked)
        return { job }
      }, looked)
    },

    /**
     * Goes on with an import into a draft that ended before the end of its file. `start` does the same where it is given the
     * same content to be imported in the same way.
     * @throws PlainError `FILE_CHANGED` when the file is another one by now
     */
    async goOn({ id }) {
      await recover()
      const { file, canGoOn } = await job(id)
      const unfinished = canGoOn && (await jobs.unfinished(id))
      if (!unfinished)
        throw new PlainError<ImportErrorCode>(
          'IMPORT_NOT_FOUND',
          say`This import cannot go on: it has come to its end, or its draft was queued or deleted. Import the file anew.`,
        )
      if ((await hashOfFile(file)) !== unfinished.sha256)
        throw new PlainError<ImportErrorCode>(
          'FILE_CHANGED',
          say`${file} was changed since this import began, so the import cannot go on. Import the file anew; what this import brought stays in its draft.`,
        )
      if (running?.dry) await stop(running, notes.dry)
      return goOn(unfinished, file)
    },

    /** Resolves when the job has ended, in whatever way. */
    async finished({ id }: { id: string }): Promise<ImportJob> {
      if (running?.id === id) await running.ended
      return job(id)
    },

    /** Stops a running job; what was imported stays. A job that has ended is answered as it is. */
    async cancel({ id }) {
      await writer.end(id, 'cancelled', (await job(id)).dry ? notes.dry : notes.cancelled)
      if (running?.id === id) await running.ended
      return job(id)
    },

    /** Those that wrote something, the newest first. */
    async jobs() {
      await recover()
      return jobs.jobs()
    },

    job: ({ id }) => job(id),
    /** What became of every value; null until the job has ended, and for a job of an earlier version. */
    async report({ id }) {
      await job(id)
      return jobs.report(id)
    },
    /** For each name the entries of a list that are spelt most like it. */
    nearNames: ({ kind, names }) => lists.near(kind, names),

    async rejected({ id, offset, limit }) {
      const { rejected: total } = await job(id)
      const columns = await rejected.columns(id)
      return { total, columns, rows: await rejected.rows(id, offset, limit) }
    },

    /**
     * Changes a rejected row; it is kept so, or taken to where the other rows went.
     * @throws PlainError when the row is no longer there
     */
    async mendRow({ id, ...mend }) {
      const found = await job(id)
      if (found.state === 'running')
        throw new PlainError<ImportErrorCode>(
          'IMPORT_RUNNING',
          say`The import is still running. Mend its rejected rows when it is done.`,
        )
      return mendRow(found, mend, { ...tools, rejected })
    },

    /** Cancels what runs and waits for it. */
    async close(): Promise<void> {
      if (!running) return
      await stop(running, running.dry ? notes.dry : notes.closed)
    },
  } satisfies Room<Omit<typeof importContract, 'look'>>
}

const fileChoiceOf = ({ sheet, firstRowIsData, encoding, separator }: Chosen): FileChoice => ({
  sheet,
  firstRowIsData,
  encoding,
  separator,
})

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
