import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ImportErrorCode, ImportJob, ImportTarget } from '../../src-shared/import/model.ts'
import { nameKinds } from '../../src-shared/import/names.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Remote, Storage } from '../storage/index.ts'
import { workspaceSettings } from '../workspace/index.ts'
import type { createImportRunner } from './import-runner.ts'
import type { FileChoice, importJobReader, UnfinishedImport } from './jobs/job-reader.ts'
import { memoryOf } from './preview/import-memory.ts'
import { checkNeededColumns, checkNumbers } from './preview/preview-checks.ts'
import { type Chosen, type FilePreview, previewFile } from './preview/preview-file.ts'
import type { rejectedReader } from './rejected/rejected-reader.ts'
import { nearNameReader } from './rows/name-lists.ts'
import type { ImportTools } from './run-import.ts'
import { hashOfSource } from './source/source-file.ts'

interface StartOptions {
  storage: Storage
  tools: ImportTools
  runner: ReturnType<typeof createImportRunner>
  jobs: Remote<ReturnType<(typeof importJobReader)['open']>>
  rejected: Remote<ReturnType<(typeof rejectedReader)['open']>>
}

/** A file with a person's choices for its import. */
export interface ImportStart extends Chosen {
  file: string
  target: ImportTarget
  /** Nothing is written: the file is only read for the report. */
  dry?: boolean
  /** A dry run of the same file, whose corrected rows the import reads instead of those of the file. */
  correctedIn?: string
}

/** Starts imports, and continues interrupted ones. */
export function createImportStart({ storage, tools, runner, jobs, rejected }: StartOptions) {
  const { writer } = tools
  const lists = storage.reader(nearNameReader)
  const settings = workspaceSettings(storage)
  const memory = memoryOf(storage)

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

  /** @param file the path where the same content is now */
  const resume = async (unfinished: UnfinishedImport, file: string): Promise<ImportJob> => {
    const { job: old, plan, chosen, through } = unfinished
    const { headingLine, mapping, numbers, names, rowChoices } = plan
    const choices = { ...chosen, headingLine, mapping, numbers, names, rowChoices }
    const filePreview = await previewFile(file, choices, names, tools)
    const before = { through, rejected: new Set(await jobs.rejectedLines(old.id)) }
    return runner.start(
      async () => ({ job: (await writer.goOn(old.id, file)) ?? notFound(old.id), before }),
      { ...filePreview, plan },
    )
  }

  /** The name of an unfinished import's first draft. */
  const nameOfDraft = async ({ drafts: [first] }: ImportJob): Promise<string> =>
    (await tools.drafts.draft({ id: first?.id ?? '' })).name

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

  /** The choices that are not part of the plan, with the corrections of a dry run. */
  const fileChoiceOf = async ({
    sheet,
    firstRowIsData,
    encoding,
    separator,
    correctedIn,
  }: ImportStart): Promise<FileChoice> => {
    const rows = correctedIn === undefined ? [] : await rejected.corrected(correctedIn)
    const corrections =
      rows.length === 0 ? undefined : createHash('sha256').update(JSON.stringify(rows)).digest('hex')
    return { sheet, firstRowIsData, encoding, separator, ...(corrections && { corrections }) }
  }

  return {
    /**
     * Starts an import and returns at once. Without a mapping, the remembered mapping is used, or the
     * detected one.
     * @throws PlainError as `preview` does, and if the notation of numbers is ambiguous
     */
    async start({ file, target, dry = false, ...chosen }: ImportStart): Promise<ImportJob> {
      await runner.recover()
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
      await runner.stopDryRun()
      const sha256 = target === 'drafts' && !dry ? await hashOfSource(file) : undefined
      const choice = await fileChoiceOf({ file, target, ...chosen })
      const { unfinished, note } = sha256 === undefined ? {} : await unfinishedOf(filePreview, choice, sha256)
      if (unfinished) return resume(unfinished, file)
      return runner.start(async () => {
        const id = randomUUID()
        const { plan } = filePreview
        const started = { id, file, target, dry, bytesTotal: filePreview.source.bytes, plan, chosen: choice }
        const { correctedIn } = chosen
        const job = (await writer.begin({ ...started, sha256, note, correctedIn })) ?? notFound(id)
        if (!dry) await memory.remember(filePreview)
        return { job }
      }, filePreview)
    },

    /**
     * Resumes an import into a draft that ended before the end of its file. `start` does the same if it gets
     * the same content with the same choices.
     * @throws PlainError `FILE_CHANGED` if the content of the file has changed
     */
    async goOn({ id, file, canResume }: ImportJob): Promise<ImportJob> {
      await runner.recover()
      const unfinished = canResume && (await jobs.unfinished(id))
      if (!unfinished)
        throw new PlainError<ImportErrorCode>(
          'IMPORT_NOT_FOUND',
          say`This import cannot be resumed: it is complete, or its draft was queued or deleted. Import the file again.`,
        )
      if ((await hashOfSource(file)) !== unfinished.sha256)
        throw new PlainError<ImportErrorCode>(
          'FILE_CHANGED',
          say`${file} has changed since this import started, so the import cannot be resumed. Import the file again; the rows already imported stay in its draft.`,
        )
      await runner.stopDryRun()
      return resume(unfinished, file)
    },
  }
}

/** @throws PlainError `IMPORT_NOT_FOUND` */
export function notFound(id: string): never {
  throw new PlainError<ImportErrorCode>('IMPORT_NOT_FOUND', say`There is no import ${id}.`)
}
