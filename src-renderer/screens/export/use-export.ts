import { useState } from 'react'
import {
  type ExportJob,
  type ExportRequest,
  exportFileName,
  type PictureFolderRequest,
  type ReportRequest,
  reportFileName,
} from '../../../src-shared/export/model.ts'
import { client } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { errorMessage } from '../../rpc/errors.ts'

interface Export {
  /** The present state of the job; undefined before the first start and after `reset`. */
  job: ExportJob | undefined
  /** Why the export could not be started or followed, for a person. */
  failure: string | undefined
  /** Whether a person is asked for a place, or the export is being started. */
  starting: boolean
  /**
   * Asks for a place (in the desktop window), starts the export and, in a browser, downloads the file. The export
   * continues when the screen is left. Resolves with the ended job; with undefined when the person chose no place.
   */
  start: (request: ExportRequest) => Promise<ExportJob | undefined>
  /** Writes pictures into a folder; the system's window asks about one that was typed. */
  startPictures: (request: PictureFolderRequest) => Promise<ExportJob | undefined>
  /** The same for the report of a feed or a batch of this name. */
  startReport: (request: ReportRequest, name: string) => Promise<ExportJob | undefined>
  cancel: () => void
  reset: () => void
}

/** @param onFailure called with the error when the export could not be started or followed */
export function useExport(onFailure?: (error: unknown) => void): Export {
  const [job, setJob] = useState<ExportJob>()
  const [failure, setFailure] = useState<string>()
  const [starting, setStarting] = useState(false)

  /** @param begin undefined when the person chose no place */
  const follow = async (begin: () => Promise<ExportJob | undefined>): Promise<ExportJob | undefined> => {
    setFailure(undefined)
    setJob(undefined)
    setStarting(true)
    try {
      let now = await begin()
      setStarting(false)
      setJob(now)
      while (now?.state === 'running') {
        now = await client.exports.job({ id: now.id, after: now.revision })
        setJob(now)
      }
      if (now) fetchFile(now)
      return now
    } catch (error) {
      setStarting(false)
      setJob(undefined)
      setFailure(errorMessage(error))
      onFailure?.(error)
      return undefined
    }
  }
  const write = (name: string, begin: (file: string | undefined) => Promise<ExportJob>) =>
    follow(async () => {
      const file = await desktop?.chooseSaveFile(name)
      return desktop && file === undefined ? undefined : begin(file)
    })
  return {
    job,
    failure,
    starting,
    start: (request) =>
      write(exportFileName(request, Date.now()), (file) => client.exports.start({ ...request, file })),
    startReport: (request, name) =>
      write(reportFileName(name, request.format, Date.now()), (file) =>
        client.exports.startReport({ ...request, file }),
      ),
    startPictures: (request) =>
      follow(async () => {
        const { path } = await client.files.confirm({ path: request.folder, purpose: 'pictures' })
        return client.exports.startPictures({ ...request, folder: path })
      }),
    cancel: () => {
      if (job?.state === 'running')
        client.exports.cancel({ id: job.id }).catch((error: unknown) => setFailure(errorMessage(error)))
    },
    reset: () => {
      setJob(undefined)
      setFailure(undefined)
    },
  }
}

/** Downloads the file of an export in a browser. In the desktop window the file is already in the chosen place. */
export function fetchFile({ download, fileName }: ExportJob): void {
  if (download === undefined) return
  const link = document.createElement('a')
  link.href = download
  link.download = fileName
  link.click()
}
