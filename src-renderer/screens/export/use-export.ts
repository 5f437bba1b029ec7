import { useSyncExternalStore } from 'react'
import {
  type ExportJob,
  type ExportRequest,
  exportFileName,
  type FindingsRequest,
  findingsFileName,
  type PictureFolderRequest,
  type ReportRequest,
  reportFileName,
} from '../../../src-shared/export/model.ts'
import { client } from '../../rpc/client.ts'
import { desktop } from '../../rpc/desktop.ts'
import {
  cancelExport,
  type ExportState,
  type ExportStep,
  exportStateOf,
  forgetExport,
  onExportChange,
  runExport,
} from './running-exports.ts'

interface Export extends ExportState {
  /**
   * Shows the save dialog (in the desktop window), starts the export and, in a browser, downloads the file.
   * The export continues when the screen is left. Resolves to the ended job; to undefined if the person
   * cancelled the dialog.
   */
  start: (request: ExportRequest) => Promise<ExportJob | undefined>
  /**
   * Writes pictures into a folder. In the desktop window, the system asks a person to confirm a typed
   * folder.
   */
  startPictures: (request: PictureFolderRequest) => Promise<ExportJob | undefined>
  /** Like `start`, for the report of a feed or a batch with this name. */
  startReport: (request: ReportRequest, name: string) => Promise<ExportJob | undefined>
  /** Like `start`, for the findings of the picture check. */
  startFindings: (request: FindingsRequest) => Promise<ExportJob | undefined>
  cancel: () => void
  reset: () => void
}

/**
 * @param key identifies the source of the export; an export running under this key is continued
 * @param onFailure called with the error when the export could not be started or followed
 */
export function useExport(key: string, onFailure?: (error: unknown, step: ExportStep) => void): Export {
  const state = useSyncExternalStore(onExportChange, () => exportStateOf(key))
  const follow = (startJob: () => Promise<ExportJob | undefined>) => runExport(key, startJob, onFailure)
  const write = (name: string, startJob: (file: string | undefined) => Promise<ExportJob>) =>
    follow(async () => {
      const file = await desktop?.chooseSaveFile(name)
      return desktop && file === undefined ? undefined : startJob(file)
    })
  return {
    ...state,
    start: (request) =>
      write(exportFileName(request, Date.now()), (file) => client.exports.start({ ...request, file })),
    startReport: (request, name) =>
      write(reportFileName(name, request.format, Date.now()), (file) =>
        client.exports.startReport({ ...request, file }),
      ),
    startFindings: (request) =>
      write(findingsFileName(request.format, Date.now()), (file) =>
        client.exports.startFindings({ ...request, file }),
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
