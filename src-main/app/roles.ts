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
import { answerReader, createSync, openIdleState } from '../sync/index.ts'
import { createUpstream, type Network } from '../upstream/index.ts'
import { lacksConsent } from '../workspace/index.ts'

/** The services that depend on the workspace's role and connection, and are rebuilt when either changes. */
export interface RoleServices {
  outbox: Outbox
  /** Present only in a connected workspace with its password and, if required, consent. */
  sync?: Sync
  /**
   * The workspace is connected, but was copied from another computer: its password is not known on this one.
   */
  passwordMissing?: true
  /** The workspace is connected over plain http, and no person has consented to that. */
  consentMissing?: true
  /** Accepts the feeds posted to the local API: the sandbox's ingestion, or the outbox. */
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
  network: Network
  settings: WorkspaceSettings
  /** Maximum size of one feed, queried for each feed. */
  feedLimits: () => Promise<FeedSize>
  /** Ingestion speed of the sandbox. */
  conditions: ConditionsKeeper
  /**
   * Whether the services send, follow and ingest feeds in the background; false for a command that only
   * reads.
   */
  active: boolean
  power?: PowerState
}

/** Key of the connection's password in the secrets. */
export const upstreamPasswordKey = 'upstream-password'

export async function openRole(options: RoleOptions): Promise<RoleServices> {
  const { role, connection } = options.settings
  if (role === 'sandbox') return openSandbox(options)
  if (role === 'connected' && connection) return openConnected(options, connection)
  return openOffline(options)
}

/** Creates an outbox that stores feeds without sending them, and no sync. */
function openOffline(options: RoleOptions, connection?: Connection): RoleServices {
  const { storage } = options
  const outbox = createOutbox({
    ...options,
    sendingRecord: openSendingRecord(homeDirectory(), options.directory),
    copiedAt: lastCopy(storage),
  })
  const feedIntake = createGateway({
    storage,
    outbox,
    namespaceBase: connection?.namespaceBase,
  })
  return { outbox, feedIntake, close: () => outbox.close() }
}

/** Beginning of the last completed sync of the entire catalog, in milliseconds. */
function lastCopy(storage: Storage): () => Promise<number | undefined> {
  const syncState = openIdleState(storage)
  return async () => {
    const { history } = await syncState()
    const last = history.find(
      ({ kind, outcome }) => outcome === 'completed' && (kind === 'full' || kind === 'incremental'),
    )
    return last && Date.parse(last.startedAt)
  }
}

async function openConnected(options: RoleOptions, connection: Connection): Promise<RoleServices> {
  const { active, secrets, media, network, power, ...rest } = options
  const sendingRecord = openSendingRecord(homeDirectory(), options.directory)
  const password = await secrets.get(upstreamPasswordKey)
  if (password === undefined) return { ...openOffline(options, connection), passwordMissing: true }
  if (lacksConsent(connection)) return { ...openOffline(options, connection), consentMissing: true }
  let outbox: Outbox | undefined
  const upstream = createUpstream({
    ...rest,
    ...connection,
    password,
    network,
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
    power,
    target: active ? catalogService(upstream) : undefined,
    destination: connection,
    sendingRecord,
    copiedAt: lastCopy(rest.storage),
    // A feed of ours has just changed the service's catalog: download the change.
    onFeedDone: () =>
      void sync.start().catch((error: unknown) => rest.log.warn({ err: error }, 'sync after a feed')),
  })
  return {
    outbox,
    sync,
    feedIntake: createGateway({ storage: rest.storage, outbox, namespaceBase: connection.namespaceBase }),
    async close() {
      try {
        // The outbox may wait for the response to a feed; the pictures are closed meanwhile.
        await Promise.all([outbox?.close(), sync.close().finally(pictures.close)])
      } finally {
        await upstream.close()
      }
    },
  }
}

/** Creates the services of a sandbox: its outbox sends feeds to its own ingestion. */
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

/**
 * Rejects every feed: for a sandbox that is only read, either by a command or because its disk is read-only.
 */
const closedIntake = ({ unwritable }: Storage): FeedIntake => ({
  async submit() {
    throw unwritable() ?? new Error(say`This workspace takes no feeds while it is not served.`)
  },
  status: async () => undefined,
})
