import { randomBytes } from 'node:crypto'
import { curlCommand } from '../../src-shared/api/curl.ts'
import type {
  LocalApiCertificate,
  LocalApiConditionName,
  LocalApiScheme,
  LocalApiState,
  RequestLog,
  RequestLogFilter,
  TrialAnswer,
  TrialCall,
} from '../../src-shared/rpc/local-api-contract.ts'
import type { FeedIntake } from '../feeds/feed-intake.ts'
import { type AnsweredRequest, type ApiServer, createApiServer } from '../local-api/api-server.ts'
import { apiUserWriter, type LocalApiTopicPart } from '../local-api/api-user-store.ts'
import { createRequestLog } from '../local-api/request-log.ts'
import { createUsageMeter } from '../local-api/usage-meter.ts'
import type { MediaSource } from '../media/media-contract.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../storage/storage.ts'
import { localApiCertificate } from '../workspace/local-api-certificate.ts'
import type { LocalApiCredentials } from '../workspace/local-api-credentials.ts'
import type { LocalApiSettings } from '../workspace/local-api-settings.ts'
import type { WorkspaceSettingsAccess } from '../workspace/workspace-settings.ts'
import type { ConditionsKeeper } from './local-api-conditions.ts'
import { createCopyState } from './local-api-copy-state.ts'
import { createLocalApiDocuments, type LocalApiDocuments } from './local-api-documents.ts'
import { LocalApiError } from './local-api-error.ts'
import { certificateFile, tryCall } from './local-api-trial.ts'
import { describeCertificate } from './local-api-trust.ts'
import { createLocalApiUsers, type LocalApiUsers } from './local-api-users.ts'
import { throttled } from './throttled.ts'

export interface LocalApiHostOptions {
  storage: Storage
  settings: WorkspaceSettingsAccess
  secrets: Secrets
  feedIntake: FeedIntake
  media: MediaSource
  conditions: ConditionsKeeper
  /** The folder with schemas and reference. */
  resources: string
  clock: Clock
  log: Logger
}

export interface LocalApiChoice {
  running?: boolean | undefined
  port?: number | undefined
  scheme?: LocalApiScheme | undefined
}

export interface LocalApiHost {
  /**
   * Listens on `port`, or on the port of last time, or on any free one.
   * @throws LocalApiError when a port was asked for and cannot be had
   */
  start(port?: number): Promise<{ address: string }>
  stop(): Promise<void>
  /** Starts, stops or moves it by the person's choice, and remembers that. What cannot be had leaves it as it was. */
  set(choice: LocalApiChoice): Promise<void>
  /** Starts it when the person wanted it running; a port that is taken is told in `state`, not thrown. */
  resume(): Promise<void>
  state(): {
    running: boolean
    address?: string
    reason?: string
    activeConditions: LocalApiConditionName[]
  }
  details(): Promise<LocalApiState>
  /** Of the default user. */
  credentials(): Promise<LocalApiCredentials>
  rotateCredentials(): Promise<LocalApiCredentials>
  users: LocalApiUsers
  conditions: ConditionsKeeper
  documents: LocalApiDocuments
  log(query: RequestLogFilter & { after: number; limit: number }): RequestLog
  clearLog(): RequestLog
  /** @throws LocalApiError `NOT_LOGGED` */
  curl(id: number): string
  /** @throws LocalApiError `NOT_RUNNING`, `USER_UNKNOWN`, `CALL_FAILED` */
  tryCall(call: TrialCall): Promise<TrialAnswer>
  certificate(): Promise<LocalApiCertificate>
  /** The server, when it runs under https, goes on with the new one. */
  renewCertificate(): Promise<LocalApiCertificate>
  /** Stops it and lets go of the workspace. */
  close(): Promise<void>
}

/** Where the local API is found unless the person says otherwise. */
export const defaultPort = 8642
/** Milliseconds between two notices of new lines in the log, and how long after a look at it somebody is watching. */
const noticeEvery = 500
const watchedFor = 60_000

interface Running {
  server: ApiServer
  address: string
  port: number
  scheme: LocalApiScheme
  cert?: string
}

/** The local API server of one workspace: when it runs, where, for whom, in what weather, and what it was asked. */
export async function createLocalApiHost(options: LocalApiHostOptions): Promise<LocalApiHost> {
  const { storage, settings, secrets, conditions, clock } = options
  const usage = createUsageMeter(storage, () => clock.now())
  const users = await createLocalApiUsers({ storage, secrets, usage })
  const certificates = localApiCertificate(secrets, () => clock.now())
  const notices = storage.writer(apiUserWriter)
  const copyState = createCopyState(storage, settings)
  const mediaKey = await mediaKeyOf(secrets)
  const book = createRequestLog()
  let running: Running | undefined
  let reason: string | undefined
  let watchedUntil = 0

  const tell = (what: LocalApiTopicPart): Promise<void> => notices.tell(what)
  // A notice is a transaction: it is made only while somebody looks.
  const tellOfLog = throttled(noticeEvery, () => tell('log').catch(() => {}))
  const unsubscribe = conditions.subscribe(() => void tell('conditions').catch(() => {}))
  const observe = (request: AnsweredRequest): void => {
    book.add(request)
    if (request.username !== undefined) void usage.add(request.username, { requests: 1 }).catch(() => {})
    if (clock.now() < watchedUntil) tellOfLog()
  }

  const chosen = async (): Promise<Required<LocalApiSettings>> => {
    const { localApi } = await settings.read()
    return {
      enabled: localApi?.enabled ?? true,
      port: localApi?.port ?? defaultPort,
      scheme: localApi?.scheme ?? 'http',
    }
  }
  const remember = async (changes: Partial<LocalApiSettings>): Promise<void> => {
    await settings.write({ localApi: { ...(await chosen()), ...changes } })
    await tell('server')
  }
  const listen = async (port: number, scheme: LocalApiScheme): Promise<{ address: string }> => {
    const tls = scheme === 'https' ? await certificates.read() : undefined
    const server = createApiServer({
      ...options,
      conditions: conditions.current,
      mediaKey,
      users: users.all,
      usage,
      copyState,
      observe,
      ...(tls ? { tls } : {}),
    })
    const { address, port: actual } = await server.listen({ port })
    running = { server, address, port: actual, scheme, ...(tls ? { cert: tls.cert } : {}) }
    reason = undefined
    await remember({ enabled: true, port: actual, scheme })
    return { address }
  }
  /** Closes what runs and listens anew; where that fails, what ran runs again. */
  const move = async (port: number, scheme: LocalApiScheme): Promise<{ address: string }> => {
    const before = running
    await host.stop()
    try {
      return await listen(port, scheme)
    } catch (error) {
      if (before) await listen(before.port, before.scheme)
      throw inPlainWords(port, error as NodeJS.ErrnoException)
    }
  }

  const host: LocalApiHost = {
    users,
    conditions,
    documents: createLocalApiDocuments(options.resources),
    async start(port) {
      const { port: last, scheme } = await chosen()
      if (port !== undefined)
        return running?.port === port ? { address: running.address } : move(port, scheme)
      if (running) return { address: running.address }
      return listen(last, scheme).catch(() => listen(0, scheme))
    },
    async stop() {
      const stopping = running
      running = undefined
      await stopping?.server.close()
    },
    async set({ running: wanted = running !== undefined, port, scheme }) {
      const last = await chosen()
      const next = { port: port ?? last.port, scheme: scheme ?? last.scheme }
      if (wanted) {
        const stays = running?.port === next.port && running.scheme === next.scheme
        // Only a port that was asked for must be had; another may be taken in place of that of last time.
        if (!stays) {
          if (port === undefined && !running)
            await listen(next.port, next.scheme).catch(() => listen(0, next.scheme))
          else await move(next.port, next.scheme)
        }
      } else {
        await host.stop()
        reason = undefined
        await remember({ enabled: false, ...next })
      }
    },
    async resume() {
      if (!(await chosen()).enabled) return
      await host.start().catch((error: Error) => {
        reason = error.message
      })
    },
    state: () => ({
      running: running !== undefined,
      activeConditions: conditions.state().active,
      ...(running ? { address: running.address } : {}),
      ...(reason === undefined ? {} : { reason }),
    }),
    async details() {
      const [{ role }, { port, scheme }] = await Promise.all([settings.read(), chosen()])
      return { ...host.state(), role, port: running?.port ?? port, scheme: running?.scheme ?? scheme }
    },
    credentials: async () => users.credentials(),
    async rotateCredentials() {
      await users.rotate(users.credentials().username)
      await tell('users')
      return users.credentials()
    },
    log(query) {
      watchedUntil = clock.now() + watchedFor
      return book.read(query)
    },
    clearLog() {
      book.clear()
      return book.read({ after: 0, limit: 1 })
    },
    curl(id) {
      const logged = book.find(id)
      if (!logged) throw new LocalApiError('NOT_LOGGED', 'This request is not in the log any more.')
      const { method, target, username } = logged
      const address = running?.address ?? 'http://127.0.0.1'
      return curlCommand({
        address,
        method,
        target,
        username,
        ...(running?.cert ? { certificate: certificateFile } : {}),
      })
    },
    tryCall(call) {
      if (!running) throw new LocalApiError('NOT_RUNNING', 'The local API is stopped. Start it first.')
      return tryCall(call, users.runPassword(call.username), running)
    },
    certificate: async () => describeCertificate((await certificates.read()).cert),
    async renewCertificate() {
      const { cert } = await certificates.renew()
      if (running?.scheme === 'https') await move(running.port, 'https')
      await tell('server')
      return describeCertificate(cert)
    },
    async close() {
      unsubscribe()
      users.close()
      await host.stop()
      await tellOfLog.done()
      await usage.close()
    },
  }
  return host
}

function inPlainWords(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE')
    return new LocalApiError('PORT_TAKEN', `Port ${port} is in use by another program. Choose another one.`)
  if (error.code === 'EACCES')
    return new LocalApiError(
      'PORT_FORBIDDEN',
      `Port ${port} needs more rights than you have. Choose one above 1023.`,
    )
  return error
}

/** Signs picture addresses; kept, so that an address outlives a restart. */
async function mediaKeyOf(secrets: Secrets): Promise<Uint8Array> {
  const stored = await secrets.get('media-key')
  if (stored) return Buffer.from(stored, 'base64')
  const key = randomBytes(32)
  await secrets.set('media-key', key.toString('base64'))
  return key
}
