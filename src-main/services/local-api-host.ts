import { randomBytes } from 'node:crypto'
import type { FeedIntake } from '../feeds/feed-intake.ts'
import { type ApiServer, createApiServer } from '../local-api/api-server.ts'
import type { MediaSource } from '../media/media-contract.ts'
import type { Logger } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../storage/storage.ts'
import { type LocalApiCredentials, localApiCredentials } from '../workspace/local-api-credentials.ts'
import type { WorkspaceSettingsAccess } from '../workspace/workspace-settings.ts'

export interface LocalApiHostOptions {
  storage: Storage
  settings: WorkspaceSettingsAccess
  secrets: Secrets
  feedIntake: FeedIntake
  media: MediaSource
  log: Logger
}

export interface LocalApiHost {
  /**
   * Listens on `port`, or on the port of last time, or on any free one.
   * @throws when a port was asked for and is taken
   */
  start(port?: number): Promise<{ address: string }>
  stop(): Promise<void>
  /** Starts or stops it by the person's choice, and remembers that. */
  set(choice: { running: boolean; port?: number | undefined }): Promise<void>
  /** Starts it when the person wanted it running; a port that is taken is told in `state`, not thrown. */
  resume(): Promise<void>
  state(): { running: boolean; address?: string; reason?: string }
  credentials(): Promise<LocalApiCredentials>
  rotateCredentials(): Promise<LocalApiCredentials>
}

/** Where the local API is found unless the person says otherwise. */
export const defaultPort = 8642

/** The local API server of one workspace: when it runs, where, and for whom. */
export async function createLocalApiHost(options: LocalApiHostOptions): Promise<LocalApiHost> {
  const { settings, secrets } = options
  const keeper = localApiCredentials(secrets)
  let credentials = await keeper.read()
  const mediaKey = await mediaKeyOf(secrets)
  let running: { server: ApiServer; address: string } | undefined
  let reason: string | undefined

  const listen = async (port: number): Promise<{ address: string }> => {
    const server = createApiServer({ ...options, mediaKey, users: () => [credentials] })
    const { address, port: actual } = await server.listen({ port })
    running = { server, address }
    reason = undefined
    await settings.write({ localApi: { enabled: true, port: actual } })
    return { address }
  }

  const host: LocalApiHost = {
    async start(port) {
      if (running) {
        if (port === undefined || running.address.endsWith(`:${port}`)) return { address: running.address }
        await host.stop()
      }
      if (port !== undefined) return listen(port).catch(inPlainWords(port))
      const { localApi } = await settings.read()
      return listen(localApi?.port ?? defaultPort).catch(() => listen(0))
    },
    async stop() {
      const stopping = running
      running = undefined
      await stopping?.server.close()
    },
    async set({ running: wanted, port }) {
      if (wanted) await host.start(port)
      else {
        const { localApi } = await settings.read()
        await host.stop()
        await settings.write({ localApi: { enabled: false, port: port ?? localApi?.port ?? defaultPort } })
      }
    },
    async resume() {
      const { localApi } = await settings.read()
      if (localApi?.enabled === false) return
      await host.start().catch((error: Error) => {
        reason = error.message
      })
    },
    state: () => ({
      running: running !== undefined,
      ...(running ? { address: running.address } : {}),
      ...(reason === undefined ? {} : { reason }),
    }),
    credentials: async () => credentials,
    async rotateCredentials() {
      credentials = await keeper.rotate()
      return credentials
    },
  }
  return host
}

const inPlainWords =
  (port: number) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use by another program. Choose another one.`)
    if (error.code === 'EACCES')
      throw new Error(`Port ${port} needs more rights than you have. Choose one above 1023.`)
    throw error
  }

/** Signs picture addresses; kept, so that an address outlives a restart. */
async function mediaKeyOf(secrets: Secrets): Promise<Uint8Array> {
  const stored = await secrets.get('media-key')
  if (stored) return Buffer.from(stored, 'base64')
  const key = randomBytes(32)
  await secrets.set('media-key', key.toString('base64'))
  return key
}
