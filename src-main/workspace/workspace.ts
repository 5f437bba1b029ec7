import { mediaHostsOf } from '../../src-shared/media/media-hosts.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { withoutEnd } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { defaultNamespaceBase } from '../../src-shared/vocabulary/namespaces.ts'
import type { ConnectionInput, WorkspaceRole, WorkspaceState } from '../../src-shared/workspace/model.ts'
import { isReadableOnTheWay, readableOnTheWay } from '../../src-shared/workspace/model.ts'
import { type Connection, type FeedSize, initialFeedSize } from '../../src-shared/workspace/settings.ts'
import { catalogReader } from '../catalog/index.ts'
import type { Media } from '../media/index.ts'
import type { Storage, WorkspaceSettingsStore } from '../storage/index.ts'
import type { SampleService } from './sample-service.ts'

/** Whether the password may not go out to it: it would be in the clear over a network, and the person did not agree. */
export const lacksConsent = ({ address, plainHttpAllowed }: Connection): boolean =>
  plainHttpAllowed !== true && isReadableOnTheWay(address)

export interface Workspace {
  state(): Promise<WorkspaceState>
  /** Asks the service with these credentials first; keeps nothing when it refuses. @throws UpstreamError */
  connect(input: ConnectionInput): Promise<WorkspaceState>
  startSample(): Promise<WorkspaceState>
  startSandbox(options: { sample: boolean }): Promise<WorkspaceState>
  /** Replaces the hosts that pictures may come from; what is missing is fetched. @throws PlainError `NOT_CONNECTED` */
  setMediaHosts(input: { hosts: string[] }): Promise<WorkspaceState>
  /** How much is sent in one feed from now on. @throws PlainError `NOT_CONNECTED` */
  setFeedSize(size: FeedSize): Promise<WorkspaceState>
  /** Agrees that the present connection is plain http over a network. @throws PlainError `NOT_CONNECTED` */
  allowPlainHttp(): Promise<WorkspaceState>
  /** @throws PlainError, saying why this workspace cannot sync */
  refuseSync(lacking?: { passwordMissing?: true; consentMissing?: true }): never
}

/** What cannot be done with a workspace of this role. */
type WorkspaceErrorCode = 'NOT_CONNECTED' | 'ROLE_IS_FIXED' | 'PASSWORD_MISSING' | 'PLAIN_HTTP'

interface WorkspaceOptions {
  config: { directory: string; host: WorkspaceState['host']; version: string }
  storage: Storage
  settings: WorkspaceSettingsStore
  /** The password of the connection, where passwords are kept. */
  password: { read(): Promise<string | undefined>; write(password: string): Promise<void> }
  localApi: {
    state(): Omit<WorkspaceState['localApi'], 'username'>
    credentials(): Promise<{ username: string }>
  }
  sampleService: SampleService
  media: Media
  /** Asks the service with these credentials. @throws UpstreamError */
  probe(connection: Connection, password: string): Promise<void>
  /** Fills an empty sandbox. */
  loadSample(): Promise<void>
  /** Builds what depends on role and connection anew. */
  reopen(): Promise<void>
  startSync(): Promise<void>
  /** Whether it works by itself; a command that only looks does not. */
  isActive(): boolean
}

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { config, storage, settings, password, localApi, sampleService, media, reopen } = options
  const reader = storage.reader(catalogReader)

  /** A catalog never changes sides: a copy that became the service, or the reverse, would mix two truths. */
  const takeRole = async (wanted: WorkspaceRole): Promise<void> => {
    const { role } = await settings.read()
    if (role === 'new' || role === wanted) return
    const is = role === 'sandbox' ? 'a sandbox' : 'connected to a service'
    throw new PlainError<WorkspaceErrorCode>(
      'ROLE_IS_FIXED',
      `This workspace is ${is}. Use another folder for another catalog.`,
    )
  }

  /** Whoever enters a password anew has not taken back what was allowed before. */
  const mediaHostsFor = async (address: string, given: string[] | undefined): Promise<string[]> => {
    if (given) return mediaHostsOf(given)
    const { connection } = await settings.read()
    return connection?.address === address ? connection.mediaHosts : []
  }

  const feedSizeFor = async (address: string): Promise<FeedSize> => {
    const { connection } = await settings.read()
    return connection?.address === address ? connection.feedSize : initialFeedSize
  }

  const workspace: Workspace = {
    async state() {
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
        ...(connection && kept === undefined && { passwordMissing: true as const }),
        ...(connection && lacksConsent(connection) && { consentMissing: true as const }),
        sampleService: sample,
      }
    },

    async connect(input) {
      await takeRole('connected')
      const address = withoutEnd(input.address, '/')
      const connection: Connection = {
        address,
        username: input.username,
        namespaceBase: input.namespaceBase ?? defaultNamespaceBase,
        mediaHosts: await mediaHostsFor(address, input.mediaHosts),
        feedSize: await feedSizeFor(address),
        plainHttpAllowed: input.allowPlainHttp && isReadableOnTheWay(input.address) ? true : undefined,
      }
      // Before a byte of the password has left.
      if (lacksConsent(connection))
        throw new PlainError<WorkspaceErrorCode>(
          'PLAIN_HTTP',
          `${readableOnTheWay} Nothing was sent: agree to it first.`,
        )
      await options.probe(connection, input.password)
      await password.write(input.password)
      await settings.write({ role: 'connected', connection })
      await reopen()
      return workspace.state()
    },

    async startSample() {
      await takeRole('connected')
      await workspace.connect(await sampleService.start())
      await options.startSync()
      return workspace.state()
    },

    async startSandbox({ sample }) {
      await takeRole('sandbox')
      const { role } = await settings.read()
      if (role !== 'sandbox') {
        await settings.write({ role: 'sandbox' })
        await reopen()
      }
      if (sample && (await reader.counts()).items === 0) await options.loadSample()
      return workspace.state()
    },

    async setMediaHosts({ hosts }) {
      const { connection } = await settings.read()
      if (!connection) return workspace.refuseSync()
      const mediaHosts = mediaHostsOf(hosts)
      await settings.write({ connection: { ...connection, mediaHosts } })
      await media.keeping.allowHosts(mediaHosts, { now: options.isActive() })
      return workspace.state()
    },

    async setFeedSize(feedSize) {
      const { connection } = await settings.read()
      if (!connection) return workspace.refuseSync()
      await settings.write({ connection: { ...connection, feedSize } })
      return workspace.state()
    },

    async allowPlainHttp() {
      const { connection } = await settings.read()
      if (!connection) return workspace.refuseSync()
      await settings.write({ connection: { ...connection, plainHttpAllowed: true } })
      await reopen()
      return workspace.state()
    },

    refuseSync({ passwordMissing, consentMissing } = {}) {
      if (consentMissing)
        throw new PlainError<WorkspaceErrorCode>(
          'PLAIN_HTTP',
          `${readableOnTheWay} Nothing is synced or sent until you agree, under Settings, Connection, or with "desk connect --allow-http".`,
        )
      if (passwordMissing)
        throw new PlainError<WorkspaceErrorCode>(
          'PASSWORD_MISSING',
          'This computer does not have the password of the service. Enter it under Settings, Connection.',
        )
      throw new PlainError<WorkspaceErrorCode>(
        'NOT_CONNECTED',
        'This workspace is not connected to a service. Connect it first.',
      )
    },
  }
  return workspace
}
