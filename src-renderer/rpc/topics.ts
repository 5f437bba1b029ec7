import type { Change, Topic } from '../../src-shared/rpc/changes.ts'
import type { contract } from '../../src-shared/rpc/contract.ts'

type Contract = typeof contract
/** Every procedure by its dotted name, e.g. `catalog.search`. */
export type ProcedureName = {
  [Room in keyof Contract]: `${Room}.${keyof Contract[Room] & string}`
}[keyof Contract]

const never: readonly Topic[] = []

/** What each procedure's answer depends on. Actions depend on nothing: they are not kept. */
export const topicsOf: Record<ProcedureName, readonly Topic[]> = {
  'computer.settings': never,
  'computer.setSettings': never,
  'workspace.state': ['workspace', 'local-api', 'items'],
  'workspace.connect': never,
  'workspace.allowPlainHttp': never,
  'workspace.setMediaHosts': never,
  'workspace.startSample': never,
  'workspace.startSandbox': never,
  'workspace.setSampleService': never,
  'workspace.setLocalApi': never,
  'workspace.localApiCredentials': ['local-api', 'workspace'],
  'workspace.rotateLocalApiCredentials': never,
  'upkeep.state': ['upkeep'],
  'upkeep.start': never,
  'upkeep.cancel': never,
  'workspaces.list': ['workspace', 'items'],
  'workspaces.create': never,
  'workspaces.open': never,
  'workspaces.rename': never,
  'workspaces.forget': never,
  'backups.state': ['workspace'],
  'backups.setPlan': never,
  'backups.make': never,
  'backups.verify': never,
  'backups.preview': never,
  'backups.restore': never,
  'files.confirm': never,
  'catalog.search': ['items', 'lookups', 'media'],
  'catalog.facets': ['items', 'lookups'],
  'catalog.item': ['items', 'media', 'received-feeds'],
  'catalog.lookup': ['lookups'],
  'history.versions': ['items'],
  'history.version': ['items'],
  'history.summary': ['items', 'sync'],
  'history.changes': ['items', 'sync'],
  'history.restore': never,
  'feeds.drafts': ['drafts'],
  'feeds.draft': ['drafts'],
  'feeds.createDraft': never,
  'feeds.saveDraft': never,
  'feeds.makeRefresh': never,
  'feeds.deleteDraft': never,
  'feeds.checkDraft': ['drafts', 'items', 'lookups', 'outbox'],
  'feeds.queueDraft': never,
  'outbox.overview': ['outbox', 'workspace'],
  'outbox.list': ['outbox', 'workspace'],
  'outbox.feed': ['outbox'],
  'outbox.contentPlusOf': ['outbox'],
  'outbox.withdraw': never,
  'outbox.retry': never,
  'outbox.reconcile': never,
  'outbox.resolve': never,
  'outbox.settle': never,
  'outbox.release': never,
  'outbox.setPaused': never,
  'outbox.sendNow': never,
  'media.state': ['media', 'media-work', 'workspace'],
  'media.setChoice': never,
  'media.release': never,
  'media.failures': ['media', 'items'],
  'media.troubles': ['media'],
  'media.start': never,
  'media.cancel': never,
  'media.item': ['media', 'items'],
  'media.fetchItem': never,
  'media.setPinned': never,
  'sync.state': ['sync', 'items', 'lookups', 'workspace'],
  'sync.start': never,
  'sync.pause': never,
  'sync.resume': never,
  'sync.cancel': never,
  'sync.settings': ['workspace'],
  'sync.setSettings': never,
  'sync.quarantine': ['sync'],
  'sync.quarantinedAnswer': never,
  'sync.retryQuarantined': never,
  'sync.dropQuarantined': never,
  'imports.preview': never,
  'imports.start': never,
  'imports.cancel': never,
  'imports.jobs': ['imports'],
  'imports.rejected': ['imports'],
  'exports.describe': ['items', 'lookups'],
  'exports.start': never,
  'exports.job': never,
  'exports.cancel': never,
  'localApi.state': ['local-api', 'workspace'],
  'localApi.set': never,
  'localApi.users': ['local-api'],
  'localApi.createUser': never,
  'localApi.rotatePassword': never,
  'localApi.deleteUser': never,
  'localApi.setUserLimit': never,
  'localApi.conditions': ['local-api'],
  'localApi.setConditions': never,
  'localApi.log': ['local-api'],
  'localApi.clearLog': never,
  'localApi.curl': never,
  'localApi.tryCall': never,
  'localApi.certificate': ['local-api'],
  'localApi.renewCertificate': never,
  'localApi.schemas': never,
  'localApi.schema': never,
  'localApi.referencePages': never,
  'localApi.referencePage': never,
  'changes.next': never,
}

/** The procedure a query key of oRPC belongs to, or undefined for a key of another kind. */
export function procedureOf(queryKey: readonly unknown[]): ProcedureName | undefined {
  const path = queryKey[0]
  if (!Array.isArray(path)) return undefined
  const name = path.join('.')
  return name in topicsOf ? (name as ProcedureName) : undefined
}

/** Procedures that answer about one thing, whose identifier (`id` of what is asked) changes of the topic name. */
const aboutOne: ReadonlySet<ProcedureName> = new Set(['outbox.feed', 'feeds.draft'])

/** Whether a change of a topic that an answer depends on may concern it: not, when it names other things only. */
export function isAbout(queryKey: readonly unknown[], procedure: ProcedureName, { ids }: Change): boolean {
  if (!ids || !aboutOne.has(procedure)) return true
  const { input } = (queryKey[1] ?? {}) as { input?: { id?: string } }
  return input?.id === undefined || ids.includes(input.id)
}
