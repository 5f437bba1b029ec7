import { randomBytes } from 'node:crypto'
import { curlCommand } from '../../../src-shared/api/curl.ts'
import type { LocalApiConditionName } from '../../../src-shared/local-api/conditions.ts'
import type {
  LocalApiCertificate,
  LocalApiErrorCode,
  LocalApiScheme,
  LocalApiState,
  RequestLog,
  RequestLogFilter,
  TrialAnswer,
  TrialCall,
} from '../../../src-shared/local-api/model.ts'
import { certificateFile } from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type WorkspaceSettings, workspaceSettings } from '../../../src-shared/workspace/settings.ts'
import type { FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import type { MediaSource } from '../../media/index.ts'
import { type Clock, throttled } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../storage/index.ts'
import type { WorkspaceSettingsAccess } from '../../workspace/index.ts'
import type { Hub } from '../hub/hub.ts'
import type { AnsweredRequest } from '../server/answered-request.ts'
import { createCopyState, newRunName } from '../server/answers/freshness.ts'
import { type ApiServer, createApiServer } from '../server/api-server.ts'
import { apiUserWriter, type LocalApiTopicPart } from '../server/api-store.ts'
import { createRequestLog } from '../server/request-log.ts'
import { createWrongPasswordCounter } from '../server/requests/wrong-passwords.ts'
import { createUsageMeter } from '../server/usage-meter.ts'
import type { WorkerReport } from '../workers/protocol.ts'
import { createWorkerGroup, type WorkerGroup } from '../workers/worker-group.ts'
import { describeCertificate, type KeyAndCertificate, localApiCertificate } from './certificate.ts'
import type { ConditionsKeeper } from './conditions.ts'
import { createLocalApiDocuments } from './documents.ts'
import { createListener } from './listener.ts'
import { tryCall } from './trial.ts'
import { createLocalApiUsers } from './users.ts'

interface LocalApiHostOptions {
  storage: Storage
  settings: WorkspaceSettingsAccess
  secrets: Secrets
  feedIntake: FeedIntake
  media: MediaSource
  conditions: ConditionsKeeper
  /** The folder with schemas and reference. */
  resources: string
  /** How many processes answer, 0 for this one, and the entry module of a storage thread. */
  workers: { count: number; thread: URL }
  /** Password of replicas; no replica is served when absent. */
  replicaPassword: string | undefined
  clock: Clock
  log: Logger
}

interface LocalApiChoice {
  running?: boolean | undefined
  port?: number | undefined
  scheme?: LocalApiScheme | undefined
}

type LocalApiSettings = WorkspaceSettings['localApi']

/** Milliseconds between two notices about new log entries. */
const noticeInterval = 500
/** Milliseconds for which notices are sent after the log was read. */
const watchTime = 60_000

export type LocalApiHost = Awaited<ReturnType<typeof createLocalApiHost>>

/** Runs the local API server of one workspace, and manages its address, users, conditions and request log. */
export async function createLocalApiHost(options: LocalApiHostOptions) {
  const { storage, settings, secrets, conditions, clock } = options
  const usage = createUsageMeter(storage, () => clock.now())
  let workers: WorkerGroup | undefined
  let hub: Hub | undefined
  const updateWorkers = async (): Promise<void> => {
    hub?.wake()
    await workers?.update()
  }
  const users = await createLocalApiUsers({ storage, secrets, usage, onChange: updateWorkers })
  const certificates = localApiCertificate(secrets, () => clock.now())
  const notices = storage.writer(apiUserWriter)
  const copyState = createCopyState(storage, async () => (await settings.read()).role)
  const mediaKey = await mediaKeyOf(secrets)
  const requestLog = createRequestLog()
  const wrongPasswords = createWrongPasswordCounter(clock)
  let reason: string | undefined
  let watchedUntil = 0

  const notify = (part: LocalApiTopicPart): Promise<void> => notices.tell(part)
  // A notice is a transaction, so notices are only sent while the log is watched.
  const notifyLog = throttled(noticeInterval, () => notify('log').catch(() => {}))
  const unsubscribe = conditions.subscribe(() => {
    void notify('conditions').catch(() => {})
    return updateWorkers()
  })
  const observe = (request: AnsweredRequest): void => {
    requestLog.add(request)
    if (request.username !== undefined) void usage.add(request.username, { requests: 1 }).catch(() => {})
    if (clock.now() < watchedUntil) notifyLog()
  }
  const observeWorker = ({ newest, used }: WorkerReport): void => {
    for (const request of newest) requestLog.add(request)
    for (const [username, counts] of Object.entries(used)) void usage.add(username, counts).catch(() => {})
    if (clock.now() < watchedUntil) notifyLog()
  }

  const ignoreIfUnwritable = (error: unknown): void => {
    if (storage.unwritable() === undefined) throw error
  }
  const chosen = async (): Promise<LocalApiSettings> => (await settings.read()).localApi
  const remember = async (changes: Partial<LocalApiSettings>): Promise<void> => {
    await settings.write({ localApi: { ...(await chosen()), ...changes } })
    await notify('server')
  }
  // Answers use the namespaces of the connected service, because its clients know them.
  let { connection } = await settings.read()
  const unwatch = settings.watch('connection', (changed) => {
    connection = changed
    void updateWorkers()
  })
  const run = newRunName()
  const startWorkers = (tls: KeyAndCertificate | undefined): WorkerGroup => {
    const { feedIntake, media } = options
    workers = createWorkerGroup({
      ...{ count: options.workers.count, path: storage.path, way: storage.way, mediaKey, run, tls },
      thread: options.workers.thread.href,
      state: () => ({
        users: users.all(),
        conditions: conditions.current,
        namespaceBase: connection?.namespaceBase,
      }),
      program: {
        submit: feedIntake.submit,
        status: feedIntake.status,
        pictureEntries: media.entries,
        picturesNamed: media.named,
        openPicture: media.open,
        used: usage.used,
        takeItems: usage.takeItems,
        report: observeWorker,
        noteWrongPassword: (attempt) => void wrongPasswords.count(attempt),
      },
      log: options.log,
    })
    return workers
  }
  const openHub = async (password: string): Promise<() => Hub> => {
    const { serveReplicas } = await import('../hub/serve-replicas.ts')
    return serveReplicas({
      ...{ storage, settings, conditions, users, usage, copyState, mediaKey, run, password },
      ...{ feedIntake: options.feedIntake, openPicture: options.media.open },
      namespaceBase: () => connection?.namespaceBase,
    })
  }
  const newHub = options.replicaPassword === undefined ? undefined : await openHub(options.replicaPassword)
  const startServer = (tls: KeyAndCertificate | undefined): ApiServer => {
    hub = newHub?.()
    return createApiServer({
      ...options,
      hub,
      conditions: conditions.current,
      namespaceBase: () => connection?.namespaceBase,
      mediaKey,
      run,
      users: users.all,
      usage,
      wrongPasswords,
      copyState,
      observe,
      tls,
    })
  }
  const listener = createListener({
    create: (tls) => (options.workers.count > 0 ? startWorkers(tls) : startServer(tls)),
    certificate: () => certificates.read(),
    async onListening({ port, scheme }) {
      reason = undefined
      // The server also runs if nothing can be written; then its address is not stored.
      await remember({ enabled: true, port, scheme }).catch(ignoreIfUnwritable)
    },
  })
  const running = listener.current

  /**
   * Listens on `port`, or on the last port, or on any free port; uses the last scheme if none is given.
   * @returns the address, and the last port if another program uses it
   * @throws PlainError when the given port is not available
   */
  async function start(
    port?: number,
    wanted?: LocalApiScheme,
  ): Promise<{ address: string; takenPort?: number }> {
    const { port: last, scheme: usual } = await chosen()
    const scheme = wanted ?? usual
    const now = running()
    if (now && (port === undefined || port === now.port) && now.scheme === scheme)
      return { address: now.address }
    if (port !== undefined) return { address: (await listener.listen(port, scheme)).address }
    const opened = await listener.listenAnywhere(last, scheme)
    return { address: opened.address, ...(last !== 0 && opened.port !== last && { takenPort: last }) }
  }

  function state(): {
    running: boolean
    address?: string
    reason?: string
    activeConditions: LocalApiConditionName[]
  } {
    const now = running()
    return {
      running: now !== undefined,
      activeConditions: conditions.state().active,
      address: now?.address,
      reason,
    }
  }

  async function details(): Promise<LocalApiState> {
    watchedUntil = clock.now() + watchTime
    const [{ role }, last] = await Promise.all([settings.read(), chosen()])
    const { port, scheme } = running() ?? last
    return { ...state(), role, port, scheme, wrongPasswords: wrongPasswords.report() }
  }

  async function choose({
    running: wanted = running() !== undefined,
    port,
    scheme,
  }: LocalApiChoice): Promise<void> {
    const last = await chosen()
    const next = { port: port ?? last.port, scheme: scheme ?? last.scheme }
    if (!wanted) {
      await listener.stop()
      reason = undefined
      await remember({ enabled: false, ...next })
      return
    }
    const now = running()
    if (now?.port === next.port && now.scheme === next.scheme) return
    // If the choice has no port, any free port may replace the last one.
    if (port === undefined && !now) await listener.listenAnywhere(next.port, next.scheme)
    else await listener.listen(next.port, next.scheme)
  }

  return {
    users,
    conditions,
    documents: createLocalApiDocuments(options.resources),
    start,
    stop: listener.stop,
    /**
     * Starts, stops or moves the server by a person's choice, and stores the choice. A failure changes
     * nothing.
     */
    async set(choice: LocalApiChoice): Promise<LocalApiState> {
      await choose(choice)
      return details()
    },
    /** Starts the server if it was enabled. A failure is reported in `state`, not thrown. */
    async resume(): Promise<void> {
      if (!(await chosen()).enabled) return
      await start().catch((error: Error) => {
        reason = error.message
      })
    },
    state,
    details,
    /** The credentials of the default user. */
    credentials: async () => users.credentials(),
    log(query: RequestLogFilter & { after: number; limit: number }): RequestLog {
      watchedUntil = clock.now() + watchTime
      return requestLog.read(query)
    },
    clearLog(): RequestLog {
      requestLog.clear()
      return requestLog.read({ after: 0, limit: 1 })
    },
    /** @throws PlainError `NOT_LOGGED` */
    curl({ id }: { id: number }): { text: string } {
      const logged = requestLog.find(id)
      if (!logged)
        throw new PlainError<LocalApiErrorCode>('NOT_LOGGED', say`This request is no longer in the log.`)
      const { method, target, username } = logged
      const now = running()
      const text = curlCommand({
        address: now?.address ?? `http://127.0.0.1:${workspaceSettings.localApi.initial.port}`,
        method,
        target,
        username,
        certificate: now?.cert ? certificateFile : undefined,
      })
      return { text }
    },
    /** @throws PlainError `NOT_RUNNING`, `USER_UNKNOWN`, `CALL_FAILED` */
    async tryCall(call: TrialCall): Promise<TrialAnswer> {
      const now = running()
      if (!now)
        throw new PlainError<LocalApiErrorCode>('NOT_RUNNING', say`The local API is stopped. Start it first.`)
      return tryCall(call, await users.runPassword(call.username), now)
    },
    certificate: async (): Promise<LocalApiCertificate> =>
      describeCertificate((await certificates.read()).cert),
    /** Creates a new certificate; a server under https restarts with it. */
    async renewCertificate(): Promise<LocalApiCertificate> {
      const { cert } = await certificates.renew()
      const now = running()
      if (now?.scheme === 'https') await listener.listen(now.port, 'https')
      await notify('server')
      return describeCertificate(cert)
    },
    /** Stops the server and all use of the workspace. */
    async close(): Promise<void> {
      unsubscribe()
      unwatch()
      users.close()
      await listener.stop()
      await notifyLog.done()
      await usage.close()
    },
  }
}

/** The key that signs picture addresses; it is stored, so that addresses stay valid after a restart. */
async function mediaKeyOf(secrets: Secrets): Promise<Uint8Array> {
  const stored = await secrets.get('media-key')
  if (stored) return Buffer.from(stored, 'base64')
  const key = randomBytes(32)
  await secrets.set('media-key', key.toString('base64'))
  return key
}
