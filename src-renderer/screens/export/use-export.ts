import { useState } from 'react'
import { type ExportJob, type ExportRequest, exportFileName } from '../../../src-shared/export/model.ts'
import { client } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import { errorMessage } from '../../rpc/errors.ts'

interface Export {
  /** The job as it stands; undefined before one was started, and after `reset`. */
  job: ExportJob | undefined
  /** Why it could not be started or followed, in words. */
  failure: string | undefined
  /** A place was asked for or the export is being started. */
  starting: boolean
  /**
   * Asks where to (in the desktop window), writes, and hands the file over: in a browser as a download. It goes on
   * when the screen is left. Resolves with the job when it has ended; undefined when the person chose no place.
   */
  start: (request: ExportRequest) => Promise<ExportJob | undefined>
  cancel: () => void
  reset: () => void
}

/** @param onFailure told, besides `failure`, why it could not be started or followed */
export function useExport(onFailure?: (error: unknown) => void): Export {
  const [job, setJob] = useState<ExportJob>()
  const [failure, setFailure] = useState<string>()
  const [starting, setStarting] = useState(false)

  const begin = async (request: ExportRequest): Promise<ExportJob | undefined> => {
    const file = await desktop?.chooseSaveFile(exportFileName(request, Date.now()))
    if (desktop && file === undefined) return undefined
    return client.exports.start({ ...request, file })
  }
  const start = async (request: ExportRequest): Promise<ExportJob | undefined> => {
    setFailure(undefined)
    setJob(undefined)
    setStarting(true)
    try {
      let now = await begin(request)
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
  return {
    job,
    failure,
    starting,
    start,
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

/** Lets the browser fetch a file that waits for it. A file in a place that was chosen is there already. */
export function fetchFile({ download, fileName }: ExportJob): void {
  if (download === undefined) return
  const link = document.createElement('a')
  link.href = download
  link.download = fileName
  link.click()
}
