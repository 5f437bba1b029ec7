import type { importContract } from '../../src-shared/import/contract.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { PageSession } from '../platform/page-session.ts'
import type { Imports } from './imports.ts'

/**
 * Import procedures of the user interface, limited to files that the person chose.
 * @param removeAfter deletes an uploaded file once its import has ended
 */
export const importProcedures = (
  imports: Imports,
  removeAfter: (file: string, ended: Promise<unknown>) => void,
): Procedures<typeof importContract, PageSession> => ({
  ...imports,
  preview: ({ file, ...chosen }, { grants }) =>
    imports.preview({ file: grants.require(file, 'import'), ...chosen }),
  look: (chosen, { grants }) =>
    imports.start({ ...chosen, file: grants.require(chosen.file, 'import'), dry: true }),
  async start(chosen, { grants }) {
    const job = await imports.start({ ...chosen, file: grants.require(chosen.file, 'import') })
    removeAfter(chosen.file, imports.finished(job))
    return job
  },
})
