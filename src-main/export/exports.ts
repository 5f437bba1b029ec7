import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { exportContract } from '../../src-shared/export/contract.ts'
import { type ExportFormat, exportFormats, formatOf } from '../../src-shared/export/formats.ts'
import {
  type ExportErrorCode,
  type ExportJob,
  type ExportRequest,
  type ExportSource,
  exportFileName,
  type FindingsFormat,
  type FindingsRequest,
  type PictureFolderRequest,
  type ReportFormat,
  type ReportRequest,
} from '../../src-shared/export/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { say } from '../../src-shared/texts/say.ts'
import { foldedWords } from '../../src-shared/values/fold.ts'
import { feedLimits } from '../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader } from '../catalog/index.ts'
import type { Clock } from '../platform/clock.ts'
import { writeFileAtomic } from '../platform/files/private-files.ts'
import { removeUnfinishedFiles } from '../platform/files/unfinished-files.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Storage } from '../storage/index.ts'
import { columnsOf, csvColumns, furtherColumns, printedColumns, screenColumns } from './csv-table.ts'
import { createJob, type RunningJob, runJob } from './export-job.ts'
import { exportParts, type FileMakers, picturesInto } from './export-parts.ts'
import { exportReader } from './export-reader.ts'
import type { ExportProgress, OpenExport, OpenPictures } from './open-export.ts'
import { pdfWriter } from './pdf/pdf-writer.ts'
import type { PictureSource } from './pictures/picture-parts.ts'
import { openReport, type ReportSource } from './report/feed-report.ts'
import { type FindingSource, openFindings } from './report/finding-report.ts'

interface ExportsOptions {
  storage: Storage
  /** Folder of the workspace. */
  directory: string
  clock: Clock
  log: Logger
  /** Base of XML namespaces of the connection, queried for each export; our own by default. */
  namespaceBase?: () => Promise<string | undefined>
  /** Results of feeds, for reports. */
  feeds: ReportSource
  findings: FindingSource
  pictures: PictureSource
  /** The folder `resources` of the program, which contains the fonts of printed catalogues. */
  resources: string
}

const reportTypes: Record<ReportFormat | FindingsFormat, ExportFormat | undefined> = {
  'findings-csv': 'csv',
  'findings-xlsx': 'xlsx',
  'report-csv': 'csv',
  'report-xlsx': 'xlsx',
  'report-html': undefined,
}
const isExportFormat = (format: string): format is ExportFormat => exportFormats.some((one) => one === format)
function mimeTypeOf(format: ExportJob['format']): string {
  const one = isExportFormat(format) ? format : reportTypes[format]
  return one === undefined ? 'text/html; charset=utf-8' : formatOf[one].mimeType
}
/** Number of exports whose files are kept; older files are deleted. */
const jobsKept = 8

/** Note on a feed that exceeds the limit of our local API; the specification has no limit. */
const tooLargeToPost = say`The feed is larger than ${feedLimits.documentBytes / 1024 / 1024} MB, the limit of the local API. To send it, export fewer items, or one retailer at a time.`

export type Exports = ReturnType<typeof createExports>

export function createExports({
  storage,
  directory,
  clock,
  log,
  namespaceBase = async () => undefined,
  feeds,
  findings,
  pictures,
  resources,
}: ExportsOptions) {
  // Files that cannot be deleted remain; the next start tries again.
  void removeUnfinishedFiles(directory).catch(() => undefined)
  const reader = storage.reader(exportReader)
  const catalog = storage.reader(catalogReader, { same: true })
  const font = (name: string): Promise<Uint8Array> => readFile(join(resources, 'fonts', name))
  const makers: FileMakers = {
    ...{ pictures, clock, pdf: storage.apart(pdfWriter) },
    fonts: async () => ({
      regular: await font('DejaVuSansCondensed.ttf'),
      bold: await font('DejaVuSansCondensed-Bold.ttf'),
    }),
  }
  const folder = join(directory, 'exports')
  const emptyFolder = (): Promise<void> => rm(folder, { recursive: true, force: true })
  let emptied: Promise<void> | undefined
  /** Runs once per process. Only the app writes files to the folder, and only one app opens a workspace. */
  const deleteLeftovers = (): Promise<void> => (emptied ??= emptyFolder())
  const pathOf = (id: string): string => join(folder, id)
  const jobs = new Map<string, RunningJob>()

  const rowsOf = async (source: ExportSource): Promise<Uint32Array> => {
    if ('itemIds' in source) return reader.rowsOfItems(source.itemIds)
    const { text = '' } = source.selection
    // A search without words would match everything, which a search for "(" does not mean.
    if (text.trim() !== '' && foldedWords(text).length === 0)
      throw new PlainError<ExportErrorCode>(
        'NO_WORDS',
        say`The search "${text}" has no letter and no digit. Enter a word or a code; leave the search empty to export the whole catalog.`,
      )
    return catalog.rowNumbers(source.selection)
  }

  /** @throws PlainError `NOTHING_TO_EXPORT` if no item is selected */
  const open = async (request: ExportRequest): Promise<OpenExport> => {
    columnsOf(request)
    const rows = await rowsOf(request.source)
    if (rows.length === 0)
      throw new PlainError<ExportErrorCode>('NOTHING_TO_EXPORT', say`No item is in this selection.`)
    const base = await namespaceBase()
    return {
      items: rows.length,
      fileName: exportFileName(request, clock.now()),
      parts: (options) => exportParts({ makers, reader, rows, request, namespaceBase: base, ...options }),
    }
  }

  /** The report of a feed or a batch. @throws PlainError `FEED_NOT_FOUND`, `TOO_MANY_ROWS` */
  const reportOf = (request: ReportRequest): Promise<OpenExport> =>
    openReport({ source: feeds, now: clock.now() }, request)

  /** The findings of the picture check. @throws PlainError `NOTHING_TO_EXPORT`, `TOO_MANY_ROWS` */
  const findingsOf = (request: FindingsRequest): Promise<OpenExport> =>
    openFindings({ source: findings, now: clock.now() }, request)

  const write = (job: RunningJob, opened: OpenExport): Promise<void> =>
    runJob(
      job,
      { clock, log },
      async (reportProgress) => {
        let progress: ExportProgress = { itemsDone: 0, itemsWritten: 0 }
        let bytes = 0
        async function* measured(): AsyncGenerator<Uint8Array> {
          const { signal } = job.stop
          const onProgress = (now: ExportProgress) => {
            progress = now
            reportProgress({ ...progress, bytes })
          }
          for await (const part of opened.parts({ signal, onProgress })) {
            yield part
            bytes += part.length
          }
          signal.throwIfAborted()
        }
        const { format, file, id, fileName } = job.now()
        if (file === undefined) await deleteLeftovers()
        await writeFileAtomic(file ?? pathOf(id), measured(), { forThePerson: file !== undefined })
        return {
          ...progress,
          bytes,
          download: file === undefined ? `/exports/${id}/${encodeURIComponent(fileName)}` : undefined,
          note:
            [format === 'contentplus' && bytes > feedLimits.documentBytes && tooLargeToPost, progress.note]
              .filter(Boolean)
              .join(' ') || undefined,
        }
      },
      (why) => ({ bytes: 0, note: why }),
    )

  /** Prepares pictures for a folder. @throws PlainError as `open` does */
  const openPictures = async ({
    folder,
    replace,
    ...request
  }: PictureFolderRequest): Promise<OpenPictures> => {
    const rows = await rowsOf(request.source)
    if (rows.length === 0)
      throw new PlainError<ExportErrorCode>('NOTHING_TO_EXPORT', say`No item is in this selection.`)
    const pictureRequest: ExportRequest = { ...request, format: 'pictures', cells: 'safe' }
    return {
      items: rows.length,
      write: (options) =>
        picturesInto(
          { folder, replace },
          { makers, reader, rows, request: pictureRequest, namespaceBase: undefined, ...options },
        ),
    }
  }

  const writePictures = (job: RunningJob, opened: OpenPictures): Promise<void> => {
    let progress: ExportProgress = { itemsDone: 0, itemsWritten: 0 }
    return runJob(
      job,
      { clock, log },
      async (reportProgress) => {
        const onProgress = (now: ExportProgress): void => {
          progress = now
          reportProgress({ ...progress })
        }
        const bytes = await opened.write({ signal: job.stop.signal, onProgress })
        return { ...progress, bytes }
      },
      (why) => ({ note: [why, progress.note].filter(Boolean).join(' ') }),
    )
  }

  const deleteOldJobs = async (): Promise<void> => {
    const ended = [...jobs].filter(([, job]) => job.now().state !== 'running')
    for (const [id] of ended.slice(0, Math.max(0, jobs.size - jobsKept))) {
      jobs.delete(id)
      await rm(pathOf(id), { force: true })
    }
  }
  async function startJob(
    format: ExportJob['format'],
    file: string | undefined,
    opened: OpenExport,
  ): Promise<ExportJob> {
    const id = randomUUID()
    const job = createJob({ id, format, itemsTotal: opened.items, fileName: opened.fileName, file })
    jobs.set(id, job)
    job.ended = write(job, opened)
    await deleteOldJobs()
    return job.now()
  }
  const find = (id: string): RunningJob =>
    jobs.get(id) ?? fail('EXPORT_NOT_FOUND', say`This export no longer exists. Start it again.`)

  return {
    async describe({ source }) {
      const rows = await rowsOf(source)
      const [columns, further] = [csvColumns, furtherColumns].map((some) =>
        some.map(({ heading }) => heading),
      )
      const described = {
        items: rows.length,
        columns: columns ?? [],
        furtherColumns: further ?? [],
        printedColumns: [...printedColumns],
        screenColumns: { ...screenColumns },
      }
      return { ...described, ...(await reader.contentOf(rows)) }
    },
    open,
    openReport: reportOf,
    openFindings: findingsOf,
    /**
     * Starts to write to `file`, or to a file for `download`; returns at once. @throws PlainError as `open`
     * does
     */
    start: async ({ file, ...request }) => startJob(request.format, file, await open(request)),
    startReport: async ({ file, ...request }) => startJob(request.format, file, await reportOf(request)),
    startFindings: async ({ file, ...request }) => startJob(request.format, file, await findingsOf(request)),
    openPictures,
    /** Starts to write the pictures; returns at once. */
    async startPictures(request) {
      const opened = await openPictures(request)
      const { folder: file } = request
      const job = createJob({
        ...{ id: randomUUID(), format: 'pictures', itemsTotal: opened.items, fileName: basename(file), file },
      })
      jobs.set(job.now().id, job)
      job.ended = writePictures(job, opened)
      await deleteOldJobs()
      return job.now()
    },
    /**
     * Resolves when the revision differs from `after`, or after 25 s. @throws PlainError `EXPORT_NOT_FOUND`
     */
    async job({ id, after }) {
      const job = find(id)
      if (after !== undefined) await job.changed(after)
      return job.now()
    },
    async cancel({ id }) {
      const job = find(id)
      job.stop.abort()
      await job.ended
      return job.now()
    },
    /** A completed file to download; undefined if it does not exist (any more). */
    download(id: string): { path: string; fileName: string; mimeType: string; bytes: number } | undefined {
      const job = jobs.get(id)?.now()
      if (job?.download === undefined) return undefined
      const { fileName, format, bytes } = job
      return { path: pathOf(id), fileName, mimeType: mimeTypeOf(format), bytes }
    },
    /**
     * Deletes the download files of a killed program. Called by the app only, which alone creates such files.
     */
    deleteLeftovers,
    /** Whether an export is being written. */
    isRunning: (): boolean => [...jobs.values()].some((job) => job.now().state === 'running'),
    /** Stops running exports and deletes the files for download. */
    async close(): Promise<void> {
      for (const job of jobs.values()) job.stop.abort()
      await Promise.all([...jobs.values()].map((job) => job.ended))
      if (emptied) await emptyFolder()
    },
  } satisfies Room<typeof exportContract>
}

function fail(code: ExportErrorCode, message: string): never {
  throw new PlainError<ExportErrorCode>(code, message)
}
