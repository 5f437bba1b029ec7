import type { importContract } from '../../src-shared/import/contract.ts'
import { separatorOf } from '../../src-shared/import/encodings.ts'
import type { ImportErrorCode, ImportJob } from '../../src-shared/import/model.ts'
import type { NameKind } from '../../src-shared/import/names.ts'
import type { CountedValue } from '../../src-shared/names/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import { importFields } from './columns/import-fields.ts'
import { rowComparer } from './compare-rows.ts'
import { createImportRunner } from './import-runner.ts'
import { comparedRowReader } from './jobs/compared-rows.ts'
import { importWriter } from './jobs/import-writer.ts'
import { importJobReader } from './jobs/job-reader.ts'
import { memoryOf } from './preview/import-memory.ts'
import { previewFile } from './preview/preview-file.ts'
import { createRejected } from './rejected/rejected.ts'
import { rejectedReader } from './rejected/rejected-reader.ts'
import { importMapper } from './rows/import-mapper.ts'
import { nearNameReader } from './rows/name-lists.ts'
import { gdsnReader } from './source/gdsn/gdsn-reader.ts'
import { workbookReader } from './source/workbook/workbook-reader.ts'
import { createImportStart, type ImportStart, notFound } from './start-import.ts'
import { undoCatalogImport } from './undo/undo-catalog-import.ts'
import { checkUndoable, undoDrafts } from './undo/undo-drafts.ts'
import { undoReader, undoWriter } from './undo/undo-store.ts'

interface ImportsOptions {
  storage: Storage
  drafts: Drafts
  clock: Clock
  log: Logger
}

export type Imports = ReturnType<typeof createImports>

/** Imports of one workspace: one at a time across all processes. */
export function createImports({ storage, drafts, clock, log }: ImportsOptions) {
  const jobs = storage.reader(importJobReader)
  const memory = memoryOf(storage)
  const lists = storage.reader(nearNameReader)
  const rejected = storage.reader(rejectedReader)
  const compared = storage.reader(comparedRowReader)
  const undoable = storage.reader(undoReader)
  const undoing = storage.writer(undoWriter)
  const settings = workspaceSettings(storage)
  const tools = {
    mapper: storage.reader(importMapper),
    writer: storage.writer(importWriter),
    comparer: storage.reader(rowComparer),
    rejected,
    drafts,
    clock,
    workbook: storage.apart(workbookReader),
    gdsn: storage.apart(gdsnReader),
  }
  const { writer } = tools
  const runner = createImportRunner({ storage, tools, log })
  const starts = createImportStart({ storage, tools, runner, jobs, rejected })
  const job = async (id: string): Promise<ImportJob> => (await jobs.job(id)) ?? notFound(id)

  /** Unlisted names of one kind in the report of a job. */
  const namesOf = async (id: string, kind: NameKind): Promise<CountedValue[]> => {
    const { names = [] } = (await jobs.report(id)) ?? {}
    return names.filter((one) => one.kind === kind).map(({ name, count }) => ({ text: name, count }))
  }

  /** @throws PlainError `NOT_UNDOABLE` */
  const catalogJob = async (id: string): Promise<ImportJob> => {
    const found = await job(id)
    checkUndoable(found)
    if (found.target === 'catalog') return found
    throw new PlainError<ImportErrorCode>(
      'NOT_UNDOABLE',
      say`This import made drafts: remove those to undo it.`,
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
      const recall = detected ? undefined : memory.recall
      const found = await previewFile(file, chosen, place, { ...tools, recall })
      const { source, sheets, notes, columns, plan, remembered, firstLines } = found
      const { mapping, numbers, rowChoices } = plan
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
        rowChoices,
        remembered,
        fields: importFields,
      }
    },
    /** Forgets the choices for files with these columns. */
    forgetChoices: ({ columns }) => memory.forget(columns),
    start: (chosen: ImportStart) => starts.start(chosen),
    goOn: async ({ id }) => starts.goOn(await job(id)),

    /** Resolves when the job has ended, in any state. */
    async finished({ id }: { id: string }): Promise<ImportJob> {
      await runner.ended(id)
      return job(id)
    },
    /** Cancels a running job and keeps the imported items. Returns a job that has already ended unchanged. */
    async cancel({ id }) {
      await runner.cancel(await job(id))
      return job(id)
    },
    /** Jobs that wrote something, newest first. */
    async jobs() {
      await runner.recover()
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
      checkUndoable(found)
      if (found.target === 'catalog')
        throw new PlainError<ImportErrorCode>(
          'NOT_UNDOABLE',
          say`This import changed items of the catalog, and made no drafts.`,
        )
      const undone = await undoDrafts(found, { drafts, includeEdited })
      if (undone.removed.length > 0) await writer.markUndone(id)
      return undone
    },
    itemsToUndo: async ({ id }) => undoable.items((await catalogJob(id)).id),
    /** @throws PlainError `NOT_UNDOABLE`, `IMPORT_RUNNING` */
    async undoItems({ id }) {
      await catalogJob(id)
      await runner.stopDryRun()
      return runner.alone(() => undoCatalogImport(id, { undoing, writer }))
    },
    /** For each name, the list entries with the most similar spelling. */
    nearNames: ({ kind, names }) => lists.near(kind, names),
    ...createRejected({ storage, job, jobs, tools, runner }),
    close: runner.close,
  } satisfies Room<Omit<typeof importContract, 'look'>>
}
