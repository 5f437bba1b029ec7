import type { localApiContract } from '../../src-shared/local-api/contract.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { LocalApiHost } from './host/host.ts'

/** The procedures for the page: the local API, its users, conditions and documents. */
export function localApiProcedures(localApi: LocalApiHost): Procedures<typeof localApiContract> {
  const { users, conditions, documents } = localApi
  return {
    ...localApi,
    ...documents,
    state: localApi.details,
    users: users.list,
    createUser: users.create,
    rotatePassword: users.rotate,
    deleteUser: users.remove,
    setUserLimit: users.setLimit,
    conditions: conditions.state,
    setConditions: conditions.set,
  }
}
