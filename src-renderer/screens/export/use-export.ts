import { useSyncExternalStore } from 'react'
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
import {
  cancelExport,
  type ExportStanding,
  type ExportTrouble,
  forgetExport,
  onStanding,
  runExport,
  standingOf,
} from './exports-under-way.ts'

interface Export extends ExportStanding {
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

/**
 * @param key what it is an export of: what runs already under this key is gone on with
 * @param onFailure called with the error when the export could not be started or followed
 */
export function useExport(key: string, onFailure?: (error: unknown, of: ExportTrouble) => void): Export {
  const standing = useSyncExternalStore(onStanding, () => standingOf(key))
  const follow = (begin: () => Promise<ExportJob | undefined>) => runExport(key, begin, onFailure)
  const write = (name: string, begin: (file: string | undefined) => Promise<ExportJob>) =>
    follow(async () => {
      const file = await desktop?.chooseSaveFile(name)
      return desktop && file === undefined ? undefined : begin(file)
    })
  return {
    ...standing,
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
    cancel: () => void cancelExport(key),
    reset: () => forgetExport(key),
  }
}
