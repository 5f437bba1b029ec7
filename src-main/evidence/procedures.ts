import type { photographContract } from '../../src-shared/evidence/photograph-contract.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { PageCall } from '../platform/page-session.ts'
import type { Photographs } from './ask-photograph.ts'

/**
 * Procedures about photographs; a person looks up only files that they chose.
 * @param removeAfter deletes an uploaded file when the photograph is closed
 */
export const photographProcedures = (
  photographs: Photographs,
  removeAfter: (file: string, ended: Promise<unknown>) => void,
): Procedures<typeof photographContract, PageCall> => ({
  ...photographs,
  async open({ file }, { grants, signal }) {
    const opened = photographs.openFile(grants.require(file, 'import'), signal)
    removeAfter(
      file,
      opened.then(({ closed }) => closed),
    )
    return (await opened).photograph
  },
})
