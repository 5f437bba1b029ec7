import { implement } from '@orpc/server'
import { localApiContract } from '../../src-shared/local-api/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { LocalApiHost } from './host/host.ts'

/** What the face may ask of the local API: its state, users, conditions, log, documents and trial calls. */
export function localApiProcedures(localApi: LocalApiHost) {
  const os = implement(localApiContract).$context<FaceSession>()
  return {
    state: os.state.handler(() => localApi.details()),
    set: os.set.handler(async ({ input }) => {
      await localApi.set(input)
      return localApi.details()
    }),
    users: os.users.handler(() => localApi.users.list()),
    createUser: os.createUser.handler(({ input }) => localApi.users.create(input)),
    rotatePassword: os.rotatePassword.handler(({ input }) => localApi.users.rotate(input.username)),
    deleteUser: os.deleteUser.handler(async ({ input }) => {
      await localApi.users.remove(input.username)
      return localApi.users.list()
    }),
    setUserLimit: os.setUserLimit.handler(async ({ input }) => {
      await localApi.users.setLimit(input.username, input.dailyItemLimit)
      return localApi.users.list()
    }),
    conditions: os.conditions.handler(() => localApi.conditions.state()),
    setConditions: os.setConditions.handler(async ({ input }) => {
      await localApi.conditions.set(input)
      return localApi.conditions.state()
    }),
    log: os.log.handler(({ input }) => localApi.log(input)),
    clearLog: os.clearLog.handler(() => localApi.clearLog()),
    curl: os.curl.handler(({ input }) => ({ text: localApi.curl(input.id) })),
    tryCall: os.tryCall.handler(({ input }) => localApi.tryCall(input)),
    certificate: os.certificate.handler(() => localApi.certificate()),
    renewCertificate: os.renewCertificate.handler(() => localApi.renewCertificate()),
    schemas: os.schemas.handler(() => localApi.documents.schemas()),
    schema: os.schema.handler(({ input }) => localApi.documents.schema(input.file)),
  }
}
