/**
 * The rpc room: answers the contract of `src-shared/rpc` from the services. One transport-independent handler serves
 * both hosts: Electron hands it the requests of the app's own scheme, the headless host those of its loopback page.
 */
import { implement } from '@orpc/server'
import { topics } from '../../src-shared/rpc/changes.ts'
import { contract } from '../../src-shared/rpc/contract.ts'
import type { Desk, OpenWorkspace } from '../app/desk.ts'
import { catalogProcedures } from '../catalog/procedures.ts'
import { draftProcedures } from '../drafts/procedures.ts'
import { exportProcedures } from '../export/procedures.ts'
import { historyProcedures } from '../history/procedures.ts'
import { importProcedures } from '../import/procedures.ts'
import { localApiProcedures } from '../local-api/procedures.ts'
import { mediaProcedures } from '../media/procedures.ts'
import { outboxProcedures } from '../outbox/procedures.ts'
import type { FaceSession } from '../platform/face-session.ts'
import { syncProcedures } from '../sync/procedures.ts'
import { upkeepProcedures, workspaceProcedures } from '../workspace/procedures.ts'
import { createChangeWaiter } from './change-waiter.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { deskProcedures } from './desk-procedures.ts'
import { toRpcError } from './rpc-error.ts'
import type { Uploads } from './uploads.ts'

/** Answers every call for the workspace that is open. */
export function createRouter(desk: Desk, { services, backups }: OpenWorkspace, uploads: Uploads) {
  const os = implement(contract)
    .$context<FaceSession>()
    .use(async ({ next }) => {
      try {
        return await next()
      } catch (error) {
        const rpcError = toRpcError(error)
        if (rpcError.status >= 500) services.log.error({ err: error }, 'a call from the face failed')
        throw rpcError
      }
    })
  const waiter = createChangeWaiter(
    services.storage,
    topics.map((topic) => ({ topic })),
  )
  services.onClose(() => waiter.close())
  const ofDesk = deskProcedures(desk)
  const paths = createChosenPaths(desk)

  return os.router({
    ...ofDesk,
    backups: {
      ...ofDesk.backups,
      state: os.backups.state.handler(() => backups.state()),
      setPlan: os.backups.setPlan.handler(async ({ input: { folder, ...plan }, context }) =>
        backups.setPlan({
          ...plan,
          folder: folder === undefined ? undefined : await paths.backupFolder(context, folder),
        }),
      ),
      make: os.backups.make.handler(() => backups.make()),
    },
    workspace: workspaceProcedures(services.workspace, services),
    upkeep: upkeepProcedures(services.upkeep),
    catalog: catalogProcedures(services.catalog),
    history: historyProcedures(services.history),
    feeds: draftProcedures(services.drafts, services.outbox),
    outbox: outboxProcedures(services.outbox),
    media: mediaProcedures(services.media),
    sync: syncProcedures(services.sync, services.syncState),
    imports: importProcedures(services.imports, uploads.removeAfter),
    exports: exportProcedures(services.exports),
    localApi: localApiProcedures(services.localApi),
    changes: {
      next: os.changes.next.handler(async ({ input, signal }) => {
        // A window that still shows another workspace learns at once that there is nothing to wait for.
        const isOther = input.workspace !== undefined && input.workspace !== services.directory
        const batch = isOther
          ? { changeNumber: services.storage.changeNumber(), changes: [] }
          : await waiter.next(input.after, signal)
        return { ...batch, workspace: services.directory }
      }),
    },
  })
}
