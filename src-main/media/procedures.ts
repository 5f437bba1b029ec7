import type { mediaContract } from '../../src-shared/media/contract.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { PageSession } from '../platform/page-session.ts'
import type { Media } from './media.ts'

/**
 * Picture procedures of the user interface; a person adds only files that they chose.
 * @param removeAfter deletes an uploaded file once it is stored
 */
export const mediaProcedures = (
  { keeping, addresses }: Media,
  removeAfter: (file: string, ended: Promise<unknown>) => void,
): Procedures<typeof mediaContract, PageSession> => ({
  ...keeping,
  ...addresses,
  add({ file, ...about }, { grants }) {
    const added = Promise.resolve(addresses.add({ file: grants.require(file, 'import'), ...about }, {}))
    removeAfter(file, added)
    return added
  },
})
