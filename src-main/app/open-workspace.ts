import { join } from 'node:path'
import { mediaHostsOf } from '../../src-shared/media-hosts.ts'
import { isReadableOnTheWay, readableOnTheWay } from '../../src-shared/readable-on-the-way.ts'
import { defaultNamespaceBase } from '../../src-shared/vocabulary/namespaces.ts'
import { withoutEnd } from '../../src-shared/without-end.ts'
import type { WorkspaceRole, WorkspaceState } from '../../src-shared/workspace/model.ts'
import { catalogReader } from '../catalog/index.ts'
import { loadSample } from '../import/index.ts'
import type { LocalApiHost } from '../local-api/index.ts'
import type { Media } from '../media/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../storage/index.ts'
import { answerReader } from '../sync/index.ts'
import { createUpstream } from '../upstream/index.ts'
import {
  lacksConsent,
  type Workspace,
  WorkspaceError,
  type WorkspaceSettingsAccess,
} from '../workspace/index.ts'
import { upstreamPasswordKey } from './roles.ts'
import type { SampleService } from './sample-service.ts'

export interface WorkspaceOptions {
  config: {
    directory: string
    host: WorkspaceState['host']
    version: string
    /** The folder with the sample catalog. */
    resources: string
    log: Logger
  }
  storage: Storage
  settings: WorkspaceSettingsAccess
  secrets: Secrets
  localApi: LocalApiHost
  sampleService: SampleService
  media: Media
  clock: Clock
  /** Builds what depends on role and connection anew. */
  reopen(): Promise<void>
  startSync(): Promise<void>
  /** Whether it works by itself; a command that only looks does not. */
  isActive(): boolean
}

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { config, storage, settings, secrets, localApi, sampleService, media, clock, reopen } = options
  const reader = storage.reader(catalogReader)

  /** A catalog never changes sides: a copy that became the service, or the reverse, would mix two truths. */
  const takeRole = async (wanted: WorkspaceRole): Promise<void> => {
    const { role } = await settings.read()
    if (role === 'new' || role === wanted) return
    const is = role === 'sandbox' ? 'a sandbox' : 'connected to a service'
    throw new WorkspaceError(
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

  const workspace: Workspace = {
    async state() {
      const [{ role, connection }, { items }, sample, { username }, password] = await Promise.all([
        settings.read(),
        reader.counts(),
        sampleService.state(),
        localApi.credentials(),
        secrets.get(upstreamPasswordKey),
      ])
      const unwritable = storage.unwritable()
      return {
        role,
        directory: config.directory,
        host: config.host,
        version: config.version,
        items,
        ...(unwritable && { unwritable: { code: unwritable.code, message: unwritable.message } }),
        localApi: { ...localApi.state(), username },
        ...(connection ? { connection } : {}),
        ...(connection && password === undefined ? { passwordMissing: true as const } : {}),
        ...(connection && lacksConsent(connection) ? { consentMissing: true as const } : {}),
        ...(sample ? { sampleService: sample } : {}),
      }
    },

    async connect(input) {
      await takeRole('connected')
      const address = withoutEnd(input.address, '/')
      const connection = {
        address,
        username: input.username,
        namespaceBase: input.namespaceBase ?? defaultNamespaceBase,
        mediaHosts: await mediaHostsFor(address, input.mediaHosts),
        ...(input.allowPlainHttp && isReadableOnTheWay(input.address) && { plainHttpAllowed: true as const }),
      }
      // Before a byte of the password has left.
      if (lacksConsent(connection))
        throw new WorkspaceError('PLAIN_HTTP', `${readableOnTheWay} Nothing was sent: agree to it first.`)
      const upstream = createUpstream({
        ...connection,
        password: input.password,
        read: storage.apart(answerReader),
        clock,
        log: config.log,
      })
      try {
        await upstream.probe()
      } finally {
        await upstream.close()
      }
      await secrets.set(upstreamPasswordKey, input.password)
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
      if (sample && (await reader.counts()).items === 0)
        await loadSample({ storage, media, directory: join(config.resources, 'sample'), clock })
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

    async allowPlainHttp() {
      const { connection } = await settings.read()
      if (!connection) return workspace.refuseSync()
      await settings.write({ connection: { ...connection, plainHttpAllowed: true } })
      await reopen()
      return workspace.state()
    },

    refuseSync({ passwordMissing, consentMissing } = {}) {
      if (consentMissing)
        throw new WorkspaceError(
          'PLAIN_HTTP',
          `${readableOnTheWay} Nothing is synced or sent until you agree, under Settings, Connection, or with "desk connect --allow-http".`,
        )
      if (passwordMissing)
        throw new WorkspaceError(
          'PASSWORD_MISSING',
          'This computer does not have the password of the service. Enter it under Settings, Connection.',
        )
      throw new WorkspaceError(
        'NOT_CONNECTED',
        'This workspace is not connected to a service. Connect it first.',
      )
    },
  }
  return workspace
}
