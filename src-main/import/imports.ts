import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { importContract } from '../../src-shared/import/contract.ts'
import { encodingLabels, separatorOf } from '../../src-shared/import/encodings.ts'
import type { ImportErrorCode, ImportJob, ImportTarget } from '../../src-shared/import/model.ts'
import { type NameKind, nameKinds } from '../../src-shared/import/names.ts'
import type { CountedValue } from '../../src-shared/names/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { acquireProcessLock, type ProcessLock, type Storage } from '../storage/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { detectColumn } from './columns/detect-mapping.ts'
import { fieldAt, importFields } from './columns/import-fields.ts'
import { comparedRowReader } from './compared-rows.ts'
import { fixRejectedRow } from './fix-row.ts'
import { importDraftWriter } from './import-drafts.ts'
import { type FileChoice, importJobReader, importWriter, type UnfinishedImport } from './import-jobs.ts'
import { importMemoryReader, importMemoryWriter } from './import-memory.ts'
import {
  type Chosen,
  checkNeededColumns,
  checkNumbers,
  type FilePreview,
  previewFile,
} from './preview-file.ts'
import { rejectedReader } from './rejected.ts'
import { importMapper, type RowPlan } from './rows/import-mapper.ts'
import { nearNameReader } from './rows/name-lists.ts'
import { openTally } from './rows/tally.ts'
import { type Progress, runImport } from './run-import.ts'
import { gdsnReader } from './source/gdsn/gdsn-reader.ts'
import { hashOfFile } from './source/source-file.ts'
import { workbookReader } from './source/workbook/workbook-reader.ts'
import { undoImport } from './undo-import.ts'

interface ImportsOptions {
  storage: Storage
  drafts: Drafts
  clock: Clock
  log: Logger
}

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
/** The choices for files with more columns are not remembered. */
const maxColumns = 2000

export type Imports = ReturnType<typeof createImports>

/** Imports of one workspace: one at a time across all processes. */
export function createImports({ storage, drafts, clock, log }: ImportsOptions) {
  const jobs = storage.reader(importJobReader)
  const writer = storage.writer(importWriter)
  const memory = storage.reader(importMemoryReader)
  const memoryWriter = storage.writer(importMemoryWriter)
  const lists = storage.reader(nearNameReader)
  const rejected = storage.reader(rejectedReader)
  const compared = storage.reader(comparedRowReader)
  const settings = workspaceSettings(storage)
  const directory = dirname(storage.path)
  const tools = {
    mapper: storage.reader(importMapper),
    writer,
    draftWriter: storage.reader(importDraftWriter),
    drafts,
    clock,
    workbook: storage.apart(workbookReader),
    gdsn: storage.apart(gdsnReader),
  }
  let running: { id: string; dry: boolean; ended: Promise<void> } | undefined
  let recovered: Promise<void> | undefined

  /** Marks jobs of a process that has ended as failed: nobody holds the lock, so no process runs them. */
  const recover = (): Promise<void> => {
    recovered ??= (async () => {
      const lock = running ? undefined : acquireProcessLock(directory, 'import')
      if (!lock) return
      try {
        await writer.endInterrupted(notes.interrupted)
      } finally {
        lock.release()
      }
    })()
    return recovered
  }

  /** @param before progress before an interruption */
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

  /** @throws PlainError if an entry is chosen for a name, but the catalog's list has no such entry */
  const checkNames = async ({ plan: { names } }: FilePreview): Promise<void> => {
    if (names.target !== 'catalog') return
    const chosen = nameKinds.flatMap((kind) =>
      Object.entries(names.choices[kind] ?? {}).flatMap(([name, choice]) =>
        typeof choice === 'object' && 'choose' in choice ? [{ kind, name, id: choice.choose }] : [],
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

  /**
   * Remembers the mapping for the next file of this kind, and the choices for names for every file. Defaults
   * are not remembered.
   */
  const remember = async ({ plan, detected }: FilePreview): Promise<void> => {
    const { seen, mapping, names } = plan
    if (seen.length > maxColumns || plan.firstRowIsData) return
    const { choices, otherwise } = names
    const isOwn = !isDeepStrictEqual({ ...mapping }, { ...detected }) || otherwise !== undefined
    const chosen = { mapping, names: { choices: {}, otherwise } }
    await memoryWriter.remember(seen, isOwn ? chosen : undefined, choices)
  }

  /** Unlisted names of one kind in the report of a job. */
  const namesOf = async (id: string, kind: NameKind): Promise<CountedValue[]> => {
    const { names = [] } = (await jobs.report(id)) ?? {}
    return names.filter((one) => one.kind === kind).map(({ name, count }) => ({ text: name, count }))
  }

  const stop = async ({ id, ended }: { id: string; ended: Promise<void> }, note: string): Promise<void> => {
    await writer.end(id, 'cancelled', note)
    await ended
  }

  const job = async (id: string): Promise<ImportJob> => (await jobs.job(id)) ?? notFound(id)

  /** @throws PlainError `IMPORT_RUNNING` */
  const takeLock = (): ProcessLock => {
    const lock = running ? undefined : acquireProcessLock(directory, 'import')
    if (lock) return lock
    throw new PlainError<ImportErrorCode>(
      'IMPORT_RUNNING',
      say`Another import is running. Wait until it is done, or cancel it.`,
    )
  }

  /** Starts a job while holding the lock. */
  const runUnderLock = async (
    begin: () => Promise<{ job: ImportJob; before?: Progress }>,
    filePreview: FilePreview,
  ): Promise<ImportJob> => {
    const lock = takeLock()
    try {
      const started = await begin()
      const { id, dry } = started.job
      running = { id, dry, ended: run(started.job, filePreview, lock, started.before) }
      return started.job
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** @param file the path where the same content is now */
  const goOn = async (unfinished: UnfinishedImport, file: string): Promise<ImportJob> => {
    const { job: old, plan, chosen, through } = unfinished
    const { headingLine, mapping, numbers, names, rowChoices } = plan
    const choices = { ...chosen, headingLine, mapping, numbers, names, rowChoices }
    const filePreview = await previewFile(file, choices, names, tools)
    const before = { through, rejected: new Set(await jobs.rejectedLines(old.id)) }
    return runUnderLock(
      async () => ({ job: (await writer.goOn(old.id, file)) ?? notFound(old.id), before }),
      { ...filePreview, plan },
    )
  }

  /** The name of an unfinished import's first draft. */
  const nameOfDraft = async ({ drafts: [first] }: ImportJob): Promise<string> =>
    (await drafts.draft({ id: first?.id ?? '' })).name

  /**
   * An import of the same content that can be resumed, or a note about one whose file has changed.
   * @throws PlainError `IMPORT_UNFINISHED` if it was started with other choices
   */
  const unfinishedOf = async (
    filePreview: FilePreview,
    chosen: FileChoice,
    sha256: string,
  ): Promise<{ unfinished?: UnfinishedImport; note?: string }> => {
    const found = await jobs.unfinishedOf(filePreview.source.path, sha256)
    if (!found) return {}
    const name = await nameOfDraft(found.job)
    if (found.sha256 !== sha256)
      return {
        note: say`An earlier import of this file did not finish, and the file has changed since, so this is a new import. The rows of the earlier one are in the draft “${name}”.`,
      }
    const kept = JSON.parse(JSON.stringify({ plan: filePreview.plan, chosen }))
    if (isDeepStrictEqual(kept, { plan: found.plan, chosen: found.chosen })) return { unfinished: found }
    throw new PlainError<ImportErrorCode>(
      'IMPORT_UNFINISHED',
      say`An import of this file stopped after ${found.job.rowsRead} rows, which are in the draft “${name}”, and it used other columns or settings. Import the file with the same settings to resume it, or delete that draft to start over.`,
    )
  }

  return {
    /**
     * Previews the first rows of a file. With `detected`, remembered choices are ignored and the mapping is
     * detected.
     * @throws PlainError if the file cannot be imported
     */
    async preview({ file, detected = false, ...chosen }) {
      const sandbox = (await settings.read()).role === 'sandbox'
      const place = { target: sandbox ? 'catalog' : 'drafts', sandbox } as const
      const { source, sheets, notes, columns, plan, remembered, firstLines } = await previewFile(
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
     * Starts an import and returns at once. Without a mapping, the remembered mapping is used, or the
     * detected one.
     * @param input.dry nothing is written: the file is only read for the report
     * @throws PlainError as `preview` does, and if the notation of numbers is ambiguous
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
      const filePreview = await previewFile(file, chosen, place, { ...tools, recall: memory.recall })
      checkNeededColumns(filePreview)
      checkNumbers(filePreview)
      await checkNames(filePreview)
      // A dry run is cancelled when another import starts.
      if (running?.dry) await stop(running, notes.dry)
      const sha256 = target === 'drafts' && !dry ? await hashOfFile(file) : undefined
      const choice = fileChoiceOf(chosen)
      const { unfinished, note } = sha256 === undefined ? {} : await unfinishedOf(filePreview, choice, sha256)
      if (unfinished) return goOn(unfinished, file)
      return runUnderLock(async () => {
        const id = randomUUID()
        const { plan } = filePreview
        const started = { id, file, target, dry, bytesTotal: filePreview.source.bytes, plan, chosen: choice }
        const job = (await writer.begin({ ...started, sha256, note })) ?? notFound(id)
        if (!dry) await remember(filePreview)
        return { job }
      }, filePreview)
    },

    /**
     * Resumes an import into a draft that ended before the end of its file. `start` does the same if it gets
     * the same content with the same choices.
     * @throws PlainError `FILE_CHANGED` if the content of the file has changed
     */
    async goOn({ id }) {
      await recover()
      const { file, canResume } = await job(id)
      const unfinished = canResume && (await jobs.unfinished(id))
      if (!unfinished)
        throw new PlainError<ImportErrorCode>(
          'IMPORT_NOT_FOUND',
          say`This import cannot be resumed: it is complete, or its draft was queued or deleted. Import the file again.`,
        )
      if ((await hashOfFile(file)) !== unfinished.sha256)
        throw new PlainError<ImportErrorCode>(
          'FILE_CHANGED',
          say`${file} has changed since this import started, so the import cannot be resumed. Import the file again; the rows already imported stay in its draft.`,
        )
      if (running?.dry) await stop(running, notes.dry)
      return goOn(unfinished, file)
    },

    /** Resolves when the job has ended, in any state. */
    async finished({ id }: { id: string }): Promise<ImportJob> {
      if (running?.id === id) await running.ended
      return job(id)
    },

    /** Cancels a running job and keeps the imported items. Returns a job that has already ended unchanged. */
    async cancel({ id }) {
      await writer.end(id, 'cancelled', (await job(id)).dry ? notes.dry : notes.cancelled)
      if (running?.id === id) await running.ended
      return job(id)
    },

    /** Jobs that wrote something, newest first. */
    async jobs() {
      await recover()
      return jobs.jobs()
    },

    job: ({ id }) => job(id),
    /** Result of every value; null until the job has ended, and for a job of an earlier version. */
    async report({ id }) {
      await job(id)
      return jobs.report(id)
    },
    async nameMatches({ id, kind }) {
      const names = await namesOf(id, kind)
      return lists.match(
        kind,
        names.map(({ text }) => text),
      )
    },
    alikeNames: async ({ id, kind }) => lists.alike(kind, await namesOf(id, kind)),
    async comparedRows({ id, class: rowClass, offset, limit }) {
      await job(id)
      return compared.rows(id, rowClass, offset, limit)
    },
    async rowSummary({ id }) {
      await job(id)
      return compared.summary(id)
    },
    /**
     * Removes the drafts that an import made.
     * @throws PlainError `NOT_UNDOABLE`, `IMPORT_RUNNING`
     */
    async undo({ id, includeEdited }) {
      const found = await job(id)
      const undone = await undoImport(found, { drafts, includeEdited })
      if (undone.removed.length > 0) await writer.markUndone(id)
      return undone
    },
    /** For each name, the list entries with the most similar spelling. */
    nearNames: ({ kind, names }) => lists.near(kind, names),

    async rejected({ id, offset, limit }) {
      const { rejected: total } = await job(id)
      const columns = await rejected.columns(id)
      return { total, columns, rows: await rejected.rows(id, offset, limit) }
    },

    /**
     * Changes a rejected row, then keeps it or imports it to the target of the job.
     * @throws PlainError if the row no longer exists
     */
    async fixRejectedRow({ id, ...mend }) {
      const found = await job(id)
      if (found.state === 'running')
        throw new PlainError<ImportErrorCode>(
          'IMPORT_RUNNING',
          say`The import is still running. Correct its rejected rows when it is finished.`,
        )
      return fixRejectedRow(found, mend, { ...tools, rejected })
    },

    /** Cancels the running job and waits for it. */
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

function notFound(id: string): never {
  throw new PlainError<ImportErrorCode>('IMPORT_NOT_FOUND', say`There is no import ${id}.`)
}
