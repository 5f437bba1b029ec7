/**
 * The rpc room: answers the contract of `src-shared/rpc` from the services. One transport-independent handler serves
 * both hosts: Electron hands it the requests of the app's own scheme, the headless host those of its loopback page.
 */
import { implement } from '@orpc/server'
import type { ExportJob } from '../../src-shared/export/model.ts'
import { topics } from '../../src-shared/rpc/changes.ts'
import { contract } from '../../src-shared/rpc/contract.ts'
import type { Desk, OpenWorkspace } from '../app/desk.ts'
import { createChangeWaiter } from './change-waiter.ts'
import { createChosenPaths } from './chosen-paths.ts'
import { deskProcedures } from './desk-procedures.ts'
import type { FaceSession } from './face-session.ts'
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
  const { workspace, localApi } = services
  const paths = createChosenPaths(desk)

  return os.router({
    ...deskProcedures(desk),
    backups: {
      ...deskProcedures(desk).backups,
      state: os.backups.state.handler(() => backups.state()),
      setPlan: os.backups.setPlan.handler(async ({ input: { folder, ...plan }, context }) =>
        backups.setPlan({
          ...plan,
          ...(folder !== undefined && { folder: await paths.backupFolder(context, folder) }),
        }),
      ),
      make: os.backups.make.handler(() => backups.make()),
    },
    workspace: {
      state: os.workspace.state.handler(() => workspace.state()),
      connect: os.workspace.connect.handler(({ input }) => workspace.connect(input)),
      allowPlainHttp: os.workspace.allowPlainHttp.handler(() => workspace.allowPlainHttp()),
      setMediaHosts: os.workspace.setMediaHosts.handler(({ input }) => workspace.setMediaHosts(input)),
      startSample: os.workspace.startSample.handler(() => workspace.startSample()),
      startSandbox: os.workspace.startSandbox.handler(({ input }) => workspace.startSandbox(input)),
      setSampleService: os.workspace.setSampleService.handler(async ({ input }) => {
        await services.sampleService.set(input.running)
        return workspace.state()
      }),
      setLocalApi: os.workspace.setLocalApi.handler(async ({ input }) => {
        await localApi.set(input)
        return workspace.state()
      }),
      localApiCredentials: os.workspace.localApiCredentials.handler(() => localApi.credentials()),
      rotateLocalApiCredentials: os.workspace.rotateLocalApiCredentials.handler(() =>
        localApi.rotateCredentials(),
      ),
    },
    upkeep: {
      state: os.upkeep.state.handler(() => services.upkeep.state()),
      start: os.upkeep.start.handler(({ input }) => services.upkeep.start(input.work)),
      cancel: os.upkeep.cancel.handler(() => services.upkeep.cancel()),
    },
    catalog: {
      search: os.catalog.search.handler(({ input }) => services.catalog.search(input)),
      facets: os.catalog.facets.handler(({ input }) => services.catalog.facets(input)),
      item: os.catalog.item.handler(({ input }) => services.catalog.item(input.id)),
      lookup: os.catalog.lookup.handler(({ input }) => services.catalog.lookup(input)),
    },
    history: {
      versions: os.history.versions.handler(({ input }) => services.history.versions(input.itemId)),
      version: os.history.version.handler(({ input }) =>
        services.history.version(input.itemId, input.number),
      ),
      summary: os.history.summary.handler(({ input }) => services.history.summary(input.origin)),
      changes: os.history.changes.handler(({ input }) => services.history.changes(input)),
      restore: os.history.restore.handler(({ input }) => services.history.restore(input)),
    },
    feeds: {
      drafts: os.feeds.drafts.handler(({ input }) => services.drafts.list(input)),
      draft: os.feeds.draft.handler(({ input }) => services.drafts.get(input.id)),
      createDraft: os.feeds.createDraft.handler(({ input }) =>
        services.drafts.create(withoutUndefined(input)),
      ),
      saveDraft: os.feeds.saveDraft.handler(({ input }) => services.drafts.save(withoutUndefined(input))),
      makeRefresh: os.feeds.makeRefresh.handler(({ input }) => services.drafts.makeRefresh(input)),
      deleteDraft: os.feeds.deleteDraft.handler(({ input }) => services.drafts.delete(input.id)),
      checkDraft: os.feeds.checkDraft.handler(({ input }) => services.outbox().checkDraft(input.id)),
      queueDraft: os.feeds.queueDraft.handler(({ input }) => services.outbox().queueDraft(input)),
    },
    outbox: {
      overview: os.outbox.overview.handler(() => services.outbox().overview()),
      list: os.outbox.list.handler(({ input }) => services.outbox().list(withoutUndefined(input))),
      feed: os.outbox.feed.handler(({ input }) => services.outbox().feed(input.id)),
      contentPlusOf: os.outbox.contentPlusOf.handler(({ input }) =>
        services.outbox().contentPlusOf(input.itemId),
      ),
      withdraw: os.outbox.withdraw.handler(({ input }) => services.outbox().withdraw(input.id)),
      retry: os.outbox.retry.handler(({ input }) => services.outbox().retry(input.id)),
      reconcile: os.outbox.reconcile.handler(({ input }) => services.outbox().reconcile(input.id)),
      resolve: os.outbox.resolve.handler(({ input }) => services.outbox().resolve(withoutUndefined(input))),
      settle: os.outbox.settle.handler(({ input }) => services.outbox().settle(input.id)),
      release: os.outbox.release.handler(({ input }) => services.outbox().release(input.id)),
      setPaused: os.outbox.setPaused.handler(({ input }) => services.outbox().setPaused(input.paused)),
      sendNow: os.outbox.sendNow.handler(() => services.outbox().sendNow()),
    },
    media: {
      state: os.media.state.handler(() => services.media.keeping.state()),
      setChoice: os.media.setChoice.handler(({ input }) => services.media.keeping.setChoice(input)),
      release: os.media.release.handler(({ input }) => services.media.keeping.release(input)),
      failures: os.media.failures.handler(({ input: { offset, limit } }) =>
        services.media.keeping.failures(offset, limit),
      ),
      troubles: os.media.troubles.handler(() => services.media.keeping.troubles()),
      start: os.media.start.handler(({ input }) => services.media.keeping.start(input.work)),
      cancel: os.media.cancel.handler(() => services.media.keeping.cancel()),
      item: os.media.item.handler(({ input }) => services.media.keeping.item(input.itemId)),
      fetchItem: os.media.fetchItem.handler(({ input }) => services.media.keeping.fetchItem(input.itemId)),
      setPinned: os.media.setPinned.handler(({ input: { itemId, pinned } }) =>
        services.media.keeping.setPinned(itemId, pinned),
      ),
    },
    sync: {
      state: os.sync.state.handler(() => services.syncState()),
      start: os.sync.start.handler(({ input }) => services.sync().start(input)),
      pause: os.sync.pause.handler(() => services.sync().pause()),
      resume: os.sync.resume.handler(() => services.sync().resume()),
      cancel: os.sync.cancel.handler(() => services.sync().cancel()),
      settings: os.sync.settings.handler(() => services.sync().settings()),
      setSettings: os.sync.setSettings.handler(({ input }) => services.sync().setSettings(input)),
      quarantine: os.sync.quarantine.handler(() => services.sync().quarantine()),
      quarantinedAnswer: os.sync.quarantinedAnswer.handler(({ input }) =>
        services.sync().quarantinedAnswer(input.id),
      ),
      retryQuarantined: os.sync.retryQuarantined.handler(({ input }) =>
        services.sync().retryQuarantined(input.id),
      ),
      dropQuarantined: os.sync.dropQuarantined.handler(({ input }) =>
        services.sync().dropQuarantined(input.id),
      ),
    },
    imports: {
      preview: os.imports.preview.handler(({ input: { file, ...chosen }, context }) =>
        services.imports.preview({
          file: paths.chosen(context, file, 'import'),
          ...withoutUndefined(chosen),
        }),
      ),
      look: os.imports.look.handler(({ input, context }) =>
        services.imports.start({
          ...withoutUndefined(input),
          file: paths.chosen(context, input.file, 'import'),
          dry: true,
        }),
      ),
      start: os.imports.start.handler(async ({ input, context }) => {
        const file = paths.chosen(context, input.file, 'import')
        const job = await services.imports.start({ ...withoutUndefined(input), file })
        uploads.removeAfter(input.file, services.imports.finished(job.id))
        return job
      }),
      cancel: os.imports.cancel.handler(({ input }) => services.imports.cancel(input.id)),
      jobs: os.imports.jobs.handler(() => services.imports.jobs()),
      job: os.imports.job.handler(({ input }) => services.imports.job(input.id)),
      report: os.imports.report.handler(({ input }) => services.imports.report(input.id)),
      nearNames: os.imports.nearNames.handler(({ input }) =>
        services.imports.nearNames(input.kind, input.names),
      ),
      rejected: os.imports.rejected.handler(({ input }) => services.imports.rejected(input)),
    },
    exports: {
      describe: os.exports.describe.handler(({ input }) => services.exports.describe(input.source)),
      start: os.exports.start.handler(async ({ input: { file, ...request }, context }) => {
        const to = file === undefined ? {} : { file: paths.chosen(context, file, 'export') }
        return fetchable(await services.exports.start({ ...withoutUndefined(request), ...to }), context)
      }),
      job: os.exports.job.handler(async ({ input, context }) =>
        fetchable(await services.exports.job(input.id, input.after), context),
      ),
      cancel: os.exports.cancel.handler(async ({ input, context }) =>
        fetchable(await services.exports.cancel(input.id), context),
      ),
    },
    localApi: {
      state: os.localApi.state.handler(() => localApi.details()),
      set: os.localApi.set.handler(async ({ input }) => {
        await localApi.set(input)
        return localApi.details()
      }),
      users: os.localApi.users.handler(() => localApi.users.list()),
      createUser: os.localApi.createUser.handler(({ input }) => localApi.users.create(input)),
      rotatePassword: os.localApi.rotatePassword.handler(({ input }) =>
        localApi.users.rotate(input.username),
      ),
      deleteUser: os.localApi.deleteUser.handler(async ({ input }) => {
        await localApi.users.remove(input.username)
        return localApi.users.list()
      }),
      setUserLimit: os.localApi.setUserLimit.handler(async ({ input }) => {
        await localApi.users.setLimit(input.username, input.dailyItemLimit)
        return localApi.users.list()
      }),
      conditions: os.localApi.conditions.handler(() => localApi.conditions.state()),
      setConditions: os.localApi.setConditions.handler(async ({ input }) => {
        await localApi.conditions.set(withoutUndefined(input))
        return localApi.conditions.state()
      }),
      log: os.localApi.log.handler(({ input }) => localApi.log(input)),
      clearLog: os.localApi.clearLog.handler(() => localApi.clearLog()),
      curl: os.localApi.curl.handler(({ input }) => ({ text: localApi.curl(input.id) })),
      tryCall: os.localApi.tryCall.handler(({ input }) => localApi.tryCall(withoutUndefined(input))),
      certificate: os.localApi.certificate.handler(() => localApi.certificate()),
      renewCertificate: os.localApi.renewCertificate.handler(() => localApi.renewCertificate()),
      schemas: os.localApi.schemas.handler(() => localApi.documents.schemas()),
      schema: os.localApi.schema.handler(({ input }) => localApi.documents.schema(input.file)),
      referencePages: os.localApi.referencePages.handler(() => localApi.documents.referencePages()),
      referencePage: os.localApi.referencePage.handler(({ input }) =>
        localApi.documents.referencePage(input.file),
      ),
    },
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

/** A browser's download sends no header: its address says by itself that it was given out. */
const fetchable = (job: ExportJob, { addressOf }: FaceSession): ExportJob =>
  job.download === undefined ? job : { ...job, download: addressOf(job.download) }

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** An optional member that was left out, as opposed to one that is there and undefined. */
function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>
}
