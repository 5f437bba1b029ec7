import { implement } from '@orpc/server'
import { exportContract } from '../../src-shared/export/contract.ts'
import type { ExportJob } from '../../src-shared/export/model.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Exports } from './exports.ts'

/** A browser's download sends no header, so that its address carries a proof of the session. */
const fetchable = (job: ExportJob, { addressOf }: FaceSession): ExportJob =>
  job.download === undefined ? job : { ...job, download: addressOf(job.download) }

/** What the face may ask of exports. */
export function exportProcedures(exports: Exports) {
  const os = implement(exportContract).$context<FaceSession>()
  return {
    describe: os.describe.handler(({ input }) => exports.describe(input.source)),
    start: os.start.handler(async ({ input: { file, ...request }, context }) => {
      const to = file === undefined ? undefined : context.grants.require(file, 'export')
      return fetchable(await exports.start({ ...request, file: to }), context)
    }),
    startReport: os.startReport.handler(async ({ input: { file, ...request }, context }) => {
      const to = file === undefined ? undefined : context.grants.require(file, 'export')
      return fetchable(await exports.startReport({ ...request, file: to }), context)
    }),
    startPictures: os.startPictures.handler(({ input: { folder, ...request }, context }) =>
      exports.startPictures({ ...request, folder: context.grants.require(folder, 'pictures') }),
    ),
    job: os.job.handler(async ({ input, context }) =>
      fetchable(await exports.job(input.id, input.after), context),
    ),
    cancel: os.cancel.handler(async ({ input, context }) =>
      fetchable(await exports.cancel(input.id), context),
    ),
  }
}
