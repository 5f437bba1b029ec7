import { say } from '../../src-shared/texts/say.ts'
import type { Connection, FeedSize, WorkspaceSettings } from '../../src-shared/workspace/settings.ts'
import type { Drafts } from '../feeds/drafts/index.ts'
import type { Outbox } from '../feeds/outbox/index.ts'
import { createGateway, createOutbox, openSendingRecord } from '../feeds/outbox/index.ts'
import { catalogService } from '../feeds/targets/index.ts'
import { createIngestion, type FeedIntake, sandboxTarget } from '../feeds/targets/sandbox/index.ts'
import type { ConditionsKeeper } from '../local-api/index.ts'
import { localApiUsername } from '../local-api/index.ts'
import type { Media } from '../media/index.ts'
import type { Clock } from '../platform/clock.ts'
import { homeDirectory } from '../platform/files/home.ts'
import type { Logger } from '../platform/log/log.ts'
import type { PowerState } from '../platform/power.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../storage/index.ts'
import type { Sync } from '../sync/index.ts'
import { answerReader, createSync } from '../sync/index.ts'
import { createUpstream } from '../upstream/index.ts'
import { lacksConsent } from '../workspace/index.ts'

/** The services that depend on the workspace's role and connection, and are built again when either changes. */
export interface RoleServices {
  outbox: Outbox
  /** Only a connected workspace with its password, and consent where needed, has a sync. */
  sync?: Sync
  /** The workspace is connected, but came from another computer: its password is not known on this one. */
  passwordMissing?: true
  /** The workspace is connected over plain http, and nobody has agreed to plain http. */
  consentMissing?: true
  /** Takes the feeds that are posted to the local API: the sandbox's ingestion, or the outbox. */
  feedIntake: FeedIntake
  close(): Promise<void>
}

interface RoleOptions {
  storage: Storage
  directory: string
  secrets: Secrets
  clock: Clock
  log: Logger
  drafts: Drafts
  media: Media
  settings: WorkspaceSettings
  /** How much is sent in one feed, asked anew each time. */
  feedLimits: () => Promise<FeedSize>
  /** How fast the sandbox ingests. */
  conditions: ConditionsKeeper
  /** Whether the services send, follow and ingest in the background; for a command that only reads, they do not. */
  active: boolean
  power?: PowerState
}

/** The secret under which the password of a connection is kept. */
export const upstreamPasswordKey = 'upstream-password'

export async function openRole(options: RoleOptions): Promise<RoleServices> {
  const { role, connection } = options.settings
  if (role === 'sandbox') return openSandbox(options)
  if (role === 'connected' && connection) return openConnected(options, connection)
  return openOffline(options)
}

/** Builds an outbox that keeps feeds and sends none, and no sync. */
function openOffline(options: RoleOptions, connection?: Connection): RoleServices {
  const outbox = createOutbox({
    ...options,
    sendingRecord: openSendingRecord(homeDirectory(), options.directory),
  })
  const { storage } = options
  const feedIntake = createGateway({
    storage,
    outbox,
    namespaceBase: connection?.namespaceBase,
  })
  return { outbox, feedIntake, close: () => outbox.close() }
}

async function openConnected(options: RoleOptions, connection: Connection): Promise<RoleServices> {
  const { active, secrets, media, power, ...rest } = options
  const sendingRecord = openSendingRecord(homeDirectory(), options.directory)
  const password = await secrets.get(upstreamPasswordKey)
  if (password === undefined) return { ...openOffline(options, connection), passwordMissing: true }
  if (lacksConsent(connection)) return { ...openOffline(options, connection), consentMissing: true }
  let outbox: Outbox | undefined
  const upstream = createUpstream({
    ...rest,
    ...connection,
    password,
    read: rest.storage.apart(answerReader),
    onContact: (contact) =>
      void outbox
        ?.noteContact(contact)
        .catch((error: unknown) => rest.log.warn({ err: error }, 'whether the service can be reached')),
  })
  const pictures = media.keeping.connect(upstream, connection.mediaHosts)
  const sync = createSync({ ...rest, upstream, media: pictures, scheduled: active, power })
  outbox = createOutbox({
    ...rest,
    target: active ? catalogService(upstream) : undefined,
    destination: connection,
    sendingRecord,
    // The service's catalog has just changed by our own doing: bring that home.
    onFeedDone: () =>
      void sync.start().catch((error: unknown) => rest.log.warn({ err: error }, 'sync after a feed')),
  })
  return {
    outbox,
    sync,
    feedIntake: createGateway({ storage: rest.storage, outbox, namespaceBase: connection.namespaceBase }),
    async close() {
      try {
        // The outbox may wait for the answer to a feed, for which the pictures need not wait.
        await Promise.all([outbox?.close(), sync.close().finally(pictures.close)])
      } finally {
        await upstream.close()
      }
    },
  }
}

/** Builds the services of a sandbox: its outbox sends feeds to its own ingestion. */
function openSandbox(options: RoleOptions): RoleServices {
  if (!options.active) {
    const outbox = createOutbox(options)
    return { outbox, feedIntake: closedIntake(options.storage), close: () => outbox.close() }
  }
  const { storage, clock, log, conditions } = options
  const ingestion = createIngestion({
    storage,
    clock,
    log,
    itemsPerSecond: () => conditions.current.ingestionRate ?? undefined,
  })
  const unsubscribe = conditions.subscribe(() => ingestion.wake())
  const target = sandboxTarget({ storage, intake: ingestion, username: localApiUsername, clock })
  const outbox = createOutbox({ ...options, target })
  return {
    outbox,
    feedIntake: ingestion,
    async close() {
      unsubscribe()
      await outbox.close()
      await ingestion.close()
    },
  }
}

/** Refuses every feed: for a sandbox that is only read, by a command or because its disk cannot be written. */
const closedIntake = ({ unwritable }: Storage): FeedIntake => ({
  async submit() {
    throw unwritable() ?? new Error(say`This workspace takes no feeds while it is not served.`)
  },
  status: async () => undefined,
})
