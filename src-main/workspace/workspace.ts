import type { FeedChoice, FeedsOfService, ServiceName } from '../../src-shared/feeds/outbox/model.ts'
import { mediaHostsOf } from '../../src-shared/media/media-hosts.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Room } from '../../src-shared/rpc/procedure.ts'
import { counted, say } from '../../src-shared/texts/say.ts'
import { withoutEnd } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { defaultNamespaceBase } from '../../src-shared/vocabulary/namespaces.ts'
import type { workspaceContract } from '../../src-shared/workspace/contract.ts'
import type { ConnectionInput, WorkspaceRole, WorkspaceState } from '../../src-shared/workspace/model.ts'
import { isUnencrypted, unencryptedWarning } from '../../src-shared/workspace/model.ts'
import {
  type Connection,
  type FeedSize,
  initialFeedSize,
  type ScreenSettings,
} from '../../src-shared/workspace/settings.ts'
import { catalogReader } from '../catalog/index.ts'
import type { Media } from '../media/index.ts'
import type { Storage, WorkspaceSettingsStore } from '../storage/index.ts'
import type { SampleService } from './sample-service.ts'
import { nameIfUnnamed } from './workspace-file.ts'

/** Whether sending the password is forbidden: it could be intercepted, and the person did not consent. */
export const lacksConsent = ({ address, plainHttpAllowed }: Connection): boolean =>
  plainHttpAllowed !== true && isUnencrypted(address)

/** Why a request is refused in this workspace. */
type WorkspaceErrorCode = 'NOT_CONNECTED' | 'ROLE_IS_FIXED' | 'PASSWORD_MISSING' | 'PLAIN_HTTP' | 'FEEDS_WAIT'

interface WorkspaceOptions {
  config: { directory: string; host: WorkspaceState['host']; version: string }
  storage: Storage
  settings: WorkspaceSettingsStore
  /** Reads and writes the password of the connection in the secrets. */
  password: { read(): Promise<string | undefined>; write(password: string): Promise<void> }
  localApi: {
    state(): Omit<WorkspaceState['localApi'], 'username'>
    credentials(): Promise<{ username: string }>
  }
  sampleService: SampleService
  media: Media
  /**
   * Tests the credentials with the service, and stores the account at the proxy if they are accepted. @throws
   * UpstreamError
   */
  probe(connection: Connection, credentials: Pick<ConnectionInput, 'password' | 'proxy'>): Promise<void>
  /** Fills an empty sandbox. */
  loadSample(): Promise<void>
  /** Rebuilds the services that depend on role and connection. @param between runs while they are closed */
  reopen(between?: () => Promise<void>): Promise<void>
  feeds: {
    isOtherService(one: ServiceName, other: ServiceName): boolean
    /** Feeds of the connected service. */
    open(): Promise<FeedsOfService>
    connect(services: { before: ServiceName | undefined; now: ServiceName }): Promise<void>
    rehome(choice: ServiceName & { choice: FeedChoice }): Promise<unknown>
  }
  startSync(): Promise<void>
  /** Whether the workspace works in the background; false for a command that only reads. */
  isActive(): boolean
}

/** Other modules implement the rest (procedures.ts). */
type OwnContract = Omit<
  typeof workspaceContract,
  | 'setSampleService'
  | 'setLocalApi'
  | 'localApiCredentials'
  | 'supportReport'
  | 'settingsText'
  | 'previewSettings'
  | 'applySettings'
>

export type Workspace = ReturnType<typeof createWorkspace>

export function createWorkspace(options: WorkspaceOptions) {
  const { config, storage, settings, password, localApi, sampleService, media, reopen, feeds } = options
  const reader = storage.reader(catalogReader)

  /** @throws PlainError `ROLE_IS_FIXED`: changing between copy and service would mix two catalogs */
  const requireRole = async (wanted: WorkspaceRole): Promise<void> => {
    const { role } = await settings.read()
    if (role === 'new' || role === wanted) return
    throw new PlainError<WorkspaceErrorCode>(
      'ROLE_IS_FIXED',
      role === 'sandbox'
        ? say`This workspace is a sandbox. Use another folder for another catalog.`
        : say`This workspace is connected to a service. Use another folder for another catalog.`,
    )
  }

  /**
   * The given hosts; by default those of the present connection, so that entering a new password keeps them.
   */
  const mediaHostsFor = async (address: string, given: string[] | undefined): Promise<string[]> => {
    if (given) return mediaHostsOf(given)
    const { connection } = await settings.read()
    return connection?.address === address ? connection.mediaHosts : []
  }

  const feedSizeFor = async (address: string): Promise<FeedSize> => {
    const { connection } = await settings.read()
    return connection?.address === address ? connection.feedSize : initialFeedSize
  }

  /**
   * @throws PlainError `FEEDS_WAIT` if feeds wait for the connected service, or were sent there without a
   * final result
   */
  const refuseIfFeedsWait = async ({ address, username }: Connection): Promise<void> => {
    const { waiting, followed } = await feeds.open()
    if (waiting + followed === 0) return
    throw new PlainError<WorkspaceErrorCode>(
      'FEEDS_WAIT',
      say`In the outbox for ${address} (${username}): ${counted(waiting, 'feed')} waiting, ${counted(followed, 'feed')} sent without a result yet. Choose what to do with them, then connect.`,
    )
  }

  const screens = async (): Promise<ScreenSettings> => {
    const { catalogChoices, catalogPlace } = await settings.read()
    return { catalogChoices, catalogPlace }
  }

  async function state(): Promise<WorkspaceState> {
    const [{ role, connection }, { items }, sample, { username }, kept] = await Promise.all([
      settings.read(),
      reader.counts(),
      sampleService.state(),
      localApi.credentials(),
      password.read(),
    ])
    const unwritable = storage.unwritable()
    return {
      role,
      directory: config.directory,
      host: config.host,
      version: config.version,
      items,
      unwritable: unwritable && { code: unwritable.code, message: unwritable.message },
      localApi: { ...localApi.state(), username },
      connection,
      passwordMissing: connection && kept === undefined ? true : undefined,
      consentMissing: connection && lacksConsent(connection) ? true : undefined,
      sampleService: sample,
    }
  }

  /** Tests the credentials first, and stores nothing if the service rejects them. @throws UpstreamError */
  async function connect(input: ConnectionInput): Promise<WorkspaceState> {
    await requireRole('connected')
    const address = withoutEnd(input.address, '/')
    const connection: Connection = {
      address,
      username: input.username,
      namespaceBase: input.namespaceBase ?? defaultNamespaceBase,
      mediaHosts: await mediaHostsFor(address, input.mediaHosts),
      feedSize: await feedSizeFor(address),
      plainHttpAllowed: input.allowPlainHttp && isUnencrypted(input.address) ? true : undefined,
    }
    // Checked before a byte of the password is sent.
    if (lacksConsent(connection))
      throw new PlainError<WorkspaceErrorCode>(
        'PLAIN_HTTP',
        `${unencryptedWarning} ${say`Nothing was sent: agree to it first.`}`,
      )
    await options.probe(connection, input)
    const { role, connection: before } = await settings.read()
    const isOther = before !== undefined && feeds.isOtherService(before, connection)
    if (isOther && input.feeds === undefined) await refuseIfFeedsWait(before)
    await password.write(input.password)
    const isNew = role === 'new'
    await settings.write({ role: 'connected', connection })
    const { hostname } = new URL(address)
    // A numeric address is not a meaningful name.
    if (isNew && /[a-z]/i.test(hostname) && !hostname.includes(':'))
      await nameIfUnnamed(config.directory, hostname)
    await reopen(() => feeds.connect({ before, now: connection }))
    if (isOther && input.feeds !== undefined) await feeds.rehome({ ...before, choice: input.feeds })
    return state()
  }

  /** @throws PlainError with the reason why this workspace cannot sync */
  function refuseSync({
    passwordMissing,
    consentMissing,
  }: {
    passwordMissing?: true
    consentMissing?: true
  } = {}): never {
    if (consentMissing)
      throw new PlainError<WorkspaceErrorCode>(
        'PLAIN_HTTP',
        `${unencryptedWarning} ${say`Nothing is synced or sent until you agree, under Settings, Connection, or with "desk connect --allow-http".`}`,
      )
    if (passwordMissing)
      throw new PlainError<WorkspaceErrorCode>(
        'PASSWORD_MISSING',
        say`This computer does not have the password of the service. Enter it under Settings, Connection.`,
      )
    throw new PlainError<WorkspaceErrorCode>(
      'NOT_CONNECTED',
      say`This workspace is not connected to a service. Connect it first.`,
    )
  }

  return {
    screens,
    async setScreens(remembered) {
      await settings.write(remembered)
      return screens()
    },
    state,
    connect,
    refuseSync,

    async startSample() {
      await requireRole('connected')
      await nameIfUnnamed(config.directory, 'Sample catalog')
      await connect(await sampleService.start())
      await options.startSync()
      return state()
    },

    async startSandbox({ sample }) {
      await requireRole('sandbox')
      const { role } = await settings.read()
      if (role !== 'sandbox') {
        await settings.write({ role: 'sandbox' })
        await nameIfUnnamed(config.directory, sample ? 'Sample catalog' : 'Sandbox')
        await reopen()
      }
      if (sample && (await reader.counts()).items === 0) await options.loadSample()
      return state()
    },

    /** Pictures refused because of these hosts are downloaded. @throws PlainError `NOT_CONNECTED` */
    async setMediaHosts({ hosts }) {
      const { connection } = await settings.read()
      if (!connection) return refuseSync()
      const mediaHosts = mediaHostsOf(hosts)
      await settings.write({ connection: { ...connection, mediaHosts } })
      await media.keeping.allowHosts(mediaHosts, { now: options.isActive() })
      return state()
    },

    /** @throws PlainError `NOT_CONNECTED` */
    async setFeedSize(feedSize) {
      const { connection } = await settings.read()
      if (!connection) return refuseSync()
      await settings.write({ connection: { ...connection, feedSize } })
      return state()
    },

    /** @throws PlainError `NOT_CONNECTED` */
    async allowPlainHttp() {
      const { connection } = await settings.read()
      if (!connection) return refuseSync()
      await settings.write({ connection: { ...connection, plainHttpAllowed: true } })
      await reopen()
      return state()
    },
  } satisfies Room<OwnContract>
}
