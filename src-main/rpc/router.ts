import { type Change, type ChangeBatch, topics } from '../../src-shared/rpc/changes.ts'
import { contract } from '../../src-shared/rpc/contract.ts'
import type { Desk, OpenWorkspace } from '../app/desk.ts'
import { duplicateProcedures } from '../duplicates/procedures.ts'
import { photographProcedures } from '../evidence/procedures.ts'
import { exportProcedures } from '../export/procedures.ts'
import { draftProcedures, teamProcedures } from '../feeds/drafts/procedures.ts'
import { outboxProcedures } from '../feeds/outbox/procedures.ts'
import { importProcedures } from '../import/procedures.ts'
import { localApiProcedures } from '../local-api/procedures.ts'
import { mediaProcedures } from '../media/procedures.ts'
import type { Storage } from '../storage/index.ts'
import { peopleProcedures } from '../team/procedures.ts'
import { workspaceProcedures } from '../workspace/procedures.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { deskProcedures } from './desk-procedures.ts'
import { lateBound, type Rooms, serve } from './serve.ts'
import type { Uploads } from './uploads.ts'

/**
 * Implements the contract of `src-shared/rpc` with the services. One transport-independent handler serves
 * both hosts: Electron passes the requests of the app's own scheme, the headless host those of its loopback
 * page.
 */

/** Handles all calls for the open workspace. */
export function createRouter(desk: Desk, { services, backups }: OpenWorkspace, uploads: Uploads) {
  const waiter = createChangeWaiter(
    services.storage,
    topics.map((topic) => ({ topic })),
  )
  services.onClose(() => waiter.close())
  const ofDesk = deskProcedures(desk)
  const paths = createChosenPaths(desk)
  const rooms: Rooms<typeof contract> = {
    ...ofDesk,
    backups: {
      ...ofDesk.backups,
      state: backups.state,
      setPlan: async ({ folder, ...plan }, session) =>
        backups.setPlan({
          ...plan,
          folder: folder === undefined ? undefined : await paths.backupFolder(session, folder),
        }),
      make: backups.make,
      archive: ({ file }, session) => {
        // The save dialog of the system has asked before it replaces a file; a typed path replaces none.
        const replaces = session.grants.isGranted(file, 'export')
        return backups.archive(
          paths.chosen(session, file, replaces ? 'export' : 'archive'),
          replaces,
          session.signal,
        )
      },
    },
    workspace: workspaceProcedures(services.workspace, {
      ...services,
      settingsCare: services.settingsCare(desk.computer),
    }),
    upkeep: services.upkeep,
    catalog: services.catalog,
    completeness: services.completeness,
    quality: services.quality,
    duplicates: duplicateProcedures(services.duplicates, services.catalog),
    evidence: services.evidence,
    photographs: photographProcedures(services.photographs, uploads.removeAfter),
    history: services.history,
    feeds: draftProcedures(services.drafts, services.outbox),
    reviews: services.review,
    presence: services.presence,
    team: teamProcedures(services.review),
    outbox: lateBound(contract.outbox, () => outboxProcedures(services.outbox(), services.catalog)),
    media: mediaProcedures(services.media, uploads.removeAfter),
    sync: { ...lateBound(contract.sync, services.sync), state: services.syncState },
    imports: importProcedures(services.imports, uploads.removeAfter),
    names: services.names,
    exports: exportProcedures(services.exports),
    localApi: localApiProcedures(services.localApi),
    people: peopleProcedures(services.people),
    changes: {
      async next({ after, workspace }, { signal }) {
        // A window that still shows another workspace gets a response at once.
        const isOther = workspace !== undefined && workspace !== services.directory
        const batch = isOther
          ? { changeNumber: services.storage.changeNumber(), changes: [] }
          : await waiter.next(after, signal)
        return { ...batch, workspace: services.directory }
      },
    },
  }
  return serve(contract, rooms, (error, path) =>
    services.log.error({ err: error, procedure: path.join('.') }, 'a procedure failed'),
  )
}

/** Batches stored for a listener that is between two calls. */
const batchesKept = 500
const maxWait = 25_000

export function createChangeWaiter(
  storage: Pick<Storage, 'changes' | 'changeNumber'>,
  everything: readonly Change[],
) {
  const batches: ChangeBatch[] = []
  const waiting = new Set<() => void>()
  const wakeAll = (): void => {
    for (const wake of waiting) wake()
  }
  const unsubscribe = storage.changes.subscribe((batch) => {
    batches.push(batch)
    if (batches.length > batchesKept) batches.shift()
    wakeAll()
  })
  const since = (after: number): ChangeBatch => {
    const changeNumber = storage.changeNumber()
    // A listener with 0 is new, and has just requested everything.
    if (after === 0 || after >= changeNumber) return { changeNumber, changes: [] }
    const missed = batches.filter((batch) => batch.changeNumber > after)
    const complete = (batches[0]?.changeNumber ?? Number.POSITIVE_INFINITY) <= after + 1
    return { changeNumber, changes: complete ? missed.flatMap((batch) => batch.changes) : [...everything] }
  }
  return {
    /**
     * Long poll: resolves with all changes after `after`, at once if there are any, otherwise with the next
     * change, otherwise with none after 25 seconds or when `signal` is aborted. A listener that missed more
     * changes than are stored gets a change of every topic.
     */
    async next(after: number, signal?: AbortSignal): Promise<ChangeBatch> {
      if (after === 0 || storage.changeNumber() > after) return since(after)
      if (signal?.aborted) return since(after)
      await new Promise<void>((resolve) => {
        const done = (): void => {
          waiting.delete(done)
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, maxWait)
        waiting.add(done)
        signal?.addEventListener('abort', done)
      })
      return since(after)
    },
    close(): void {
      unsubscribe()
      wakeAll()
    },
  }
}
