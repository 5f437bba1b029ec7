import type { exportContract } from '../../src-shared/export/contract.ts'
import type { ExportJob } from '../../src-shared/export/model.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { PageSession } from '../platform/page-session.ts'
import type { Exports } from './exports.ts'

/** Adds a proof of the session to the address, because a browser's download sends no header. */
const fetchable = (job: ExportJob, { addressOf }: PageSession): ExportJob =>
  job.download === undefined ? job : { ...job, download: addressOf(job.download) }

/**
 * Export procedures of the user interface: files are written only where the person chose, and downloaded only
 * by this session.
 */
export const exportProcedures = (exports: Exports): Procedures<typeof exportContract, PageSession> => ({
  ...exports,
  async start({ file, ...request }, session) {
    const to = file === undefined ? undefined : session.grants.require(file, 'export')
    return fetchable(await exports.start({ ...request, file: to }), session)
  },
  async startReport({ file, ...request }, session) {
    const to = file === undefined ? undefined : session.grants.require(file, 'export')
    return fetchable(await exports.startReport({ ...request, file: to }), session)
  },
  async startFindings({ file, ...request }, session) {
    const to = file === undefined ? undefined : session.grants.require(file, 'export')
    return fetchable(await exports.startFindings({ ...request, file: to }), session)
  },
  startPictures: ({ folder, ...request }, { grants }) =>
    exports.startPictures({ ...request, folder: grants.require(folder, 'pictures') }),
  job: async (question, session) => fetchable(await exports.job(question), session),
  cancel: async (question, session) => fetchable(await exports.cancel(question), session),
})
