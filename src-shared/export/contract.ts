import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { type ExportJob, type ExportSubject, exportRequest, exportSource } from './model.ts'

const jobId = z.object({ id: z.string() })

export const exportContract = {
  describe: query('items', 'lookups')
    .input(z.object({ source: exportSource }))
    .output(type<ExportSubject>()),
  /** Begins to write; answers at once. `file`: a path the person chose in the desktop's own dialog. */
  start: call.input(exportRequest.extend({ file: z.string().min(1).optional() })).output(type<ExportJob>()),
  /** The job; with `after`, as soon as its revision is another one, else after about 25 s. */
  job: call.input(jobId.extend({ after: z.int().optional() })).output(type<ExportJob>()),
  /** Stops it; nothing of the file remains. A job that has ended is answered as it is. */
  cancel: call.input(jobId).output(type<ExportJob>()),
}
