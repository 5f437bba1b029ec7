import { implement } from '@orpc/server'
import { importContract } from '../../src-shared/import/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Imports } from './imports.ts'

/** What the face may ask of imports. `removeAfter` takes an uploaded file away once its import has ended. */
export function importProcedures(
  imports: Imports,
  removeAfter: (file: string, ended: Promise<unknown>) => void,
) {
  const os = implement(importContract).$context<FaceSession>()
  return {
    preview: os.preview.handler(({ input: { file, ...chosen }, context }) =>
      imports.preview({
        file: context.grants.require(file, 'import'),
        ...chosen,
      }),
    ),
    look: os.look.handler(({ input, context }) =>
      imports.start({
        ...input,
        file: context.grants.require(input.file, 'import'),
        dry: true,
      }),
    ),
    start: os.start.handler(async ({ input, context }) => {
      const file = context.grants.require(input.file, 'import')
      const job = await imports.start({ ...input, file })
      removeAfter(input.file, imports.finished(job.id))
      return job
    }),
    goOn: os.goOn.handler(({ input }) => imports.goOn(input.id)),
    cancel: os.cancel.handler(({ input }) => imports.cancel(input.id)),
    jobs: os.jobs.handler(() => imports.jobs()),
    job: os.job.handler(({ input }) => imports.job(input.id)),
    report: os.report.handler(({ input }) => imports.report(input.id)),
    nearNames: os.nearNames.handler(({ input }) => imports.nearNames(input.kind, input.names)),
    mendRow: os.mendRow.handler(({ input }) => imports.mendRow(input)),
    rejected: os.rejected.handler(({ input }) => imports.rejected(input)),
  }
}
