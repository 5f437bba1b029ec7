import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import {
  type ExportJob,
  type ExportSubject,
  exportRequest,
  exportSource,
  findingsRequest,
  pictureFolderRequest,
  reportRequest,
} from './model.ts'

const jobId = z.object({ id: z.string() })

export const exportContract = {
  describe: query('items', 'lookups')
    .input(z.object({ source: exportSource }))
    .output(type<ExportSubject>()),
  /**
   * Starts the export and returns immediately. `file`: a path that the person chose in the system's dialog.
   */
  start: call.input(exportRequest.extend({ file: z.string().min(1).optional() })).output(type<ExportJob>()),
  /** Starts the export of the report of a feed or a batch. */
  startReport: call
    .input(reportRequest.extend({ file: z.string().min(1).optional() }))
    .output(type<ExportJob>()),
  /** Starts the export of the findings of the picture check. */
  startFindings: call
    .input(findingsRequest.extend({ file: z.string().min(1).optional() }))
    .output(type<ExportJob>()),
  /** Starts writing pictures into a folder that the person chose. */
  startPictures: call.input(pictureFolderRequest).output(type<ExportJob>()),
  /** The job; with `after`, waits until its revision changes or about 25 s have passed. */
  job: call.input(jobId.extend({ after: z.int().optional() })).output(type<ExportJob>()),
  /**
   * Stops the job and deletes its file; pictures already written to a folder remain. A job that has ended
   * is returned unchanged.
   */
  cancel: call.input(jobId).output(type<ExportJob>()),
}
