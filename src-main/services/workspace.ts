import { join } from 'node:path'
import type {
  ConnectionInput,
  WorkspaceRole,
  WorkspaceState,
} from '../../src-shared/rpc/workspace-contract.ts'
import { defaultNamespaceBase } from '../../src-shared/vocabulary/namespaces.ts'
import { withoutEnd } from '../../src-shared/without-end.ts'
import { catalogReader } from '../catalog/catalog-reader.ts'
import { loadSample } from '../import/sample.ts'
import type { Media } from '../media/media.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../storage/storage.ts'
import { answerReader } from '../sync/foreign-documents.ts'
import { createUpstream } from '../upstream/create-upstream.ts'
import type { WorkspaceSettingsAccess } from '../workspace/workspace-settings.ts'
import type { LocalApiHost } from './local-api-host.ts'
import { upstreamPasswordKey } from './role-services.ts'
import type { SampleService } from './sample-service.ts'

export interface Workspace {
  state(): Promise<WorkspaceState>
  /** Asks the service with these credentials first; keeps nothing when it refuses. @throws UpstreamError */
  connect(input: ConnectionInput): Promise<WorkspaceState>
  startSample(): Promise<WorkspaceState>
  startSandbox(options: { sample: boolean }): Promise<WorkspaceState>
  /** @throws WorkspaceError, saying why this workspace cannot sync */
  refuseSync(passwordMissing?: boolean): never
}

/** What cannot be done with a workspace of this role. */
export class WorkspaceError extends Error {
  readonly code: 'NOT_CONNECTED' | 'ROLE_IS_FIXED' | 'PASSWORD_MISSING'
  constructor(code: WorkspaceError['code'], message: string) {
    super(message)
    this.name = 'WorkspaceError'
    this.code = code
  }
}

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

  const workspace: Workspace = {
    async state() {
      const [{ role, connection }, { items }, sample, { username }, password] = await Promise.all([
        settings.read(),
        reader.counts(),
        sampleService.state(),
        localApi.credentials(),
        secrets.get(upstreamPasswordKey),
      ])
      return {
        role,
        directory: config.directory,
        host: config.host,
        version: config.version,
        items,
        localApi: { ...localApi.state(), username },
        ...(connection ? { connection } : {}),
        ...(connection && password === undefined ? { passwordMissing: true as const } : {}),
        ...(sample ? { sampleService: sample } : {}),
      }
    },

    async connect(input) {
      await takeRole('connected')
      const connection = {
        address: withoutEnd(input.address, '/'),
        username: input.username,
        namespaceBase: input.namespaceBase ?? defaultNamespaceBase,
        mediaHosts: input.mediaHosts ?? [],
      }
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

    refuseSync(passwordMissing = false) {
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
