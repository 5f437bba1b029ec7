/**
 * The server of the local API: transport and semantics of the eleven calls and of the picture addresses.
 * Records come from the catalog, posted feeds go to a `FeedIntake`, and pictures come from a `MediaSource`.
 * PARITY.md lists the behaviour of the server line by line.
 *
 * Order of checks: head, host and origin, path 404, credentials 403, method 405, limits 503 and 406,
 * parameters 400.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { defaultNamespaceBase } from '../../../src-shared/vocabulary/namespaces.ts'
import { cacheAnswers, catalogReader, type FoundItems, type ItemQuery } from '../../catalog/index.ts'
import type { FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import { type MediaSource, mediaPath } from '../../media/index.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { type ConnectionLimits, limitConnections } from '../../platform/connection-limits.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { AnsweringStorage, Storage } from '../../storage/index.ts'
import type { Hub } from '../hub/hub.ts'
import { hubPath } from '../hub/protocol.ts'
import { admit, answerCall } from './answer-call.ts'
import type { AnsweredRequest } from './answered-request.ts'
import { ApiError, ClientGone, problemDocument, storageTrouble } from './answers/api-error.ts'
import { type CopyStateOf, createEntityTag, type EntityTag } from './answers/freshness.ts'
import { openLargeItems } from './answers/item-answer.ts'
import { answerPicture, imageAddresses, noMedia } from './answers/pictures.ts'
import { createRepeatedAnswers } from './answers/repeated-answers.ts'
import { type Reply, type RequestNotes, sendReply } from './answers/reply.ts'
import {
  answerInOrder,
  type ClientTimeouts,
  clientTimeouts,
  createLargeAnswers,
} from './requests/connections.ts'
import { type ApiUsers, createAuthenticator } from './requests/credentials.ts'
import { answerMalformed, type RequestFault, refuseTunnel } from './requests/malformed-request.ts'
import { answerRepeated } from './requests/repeated-requests.ts'
import { createUploadQueue, type SlowestBody } from './requests/request-body.ts'
import { checkedTarget, requestTarget } from './requests/request-head.ts'
import { createWrongPasswordCounter, type WrongPasswordBook } from './requests/wrong-passwords.ts'
import { noConditions, type ServiceConditions } from './service-conditions.ts'
import { type ApiUsage, createUsageMeter } from './usage-meter.ts'

export interface ApiServerParts {
  feedIntake: FeedIntake
  users: ApiUsers
  /**
   * A secret of the workspace, 32 bytes, that signs picture addresses; it is stored, so they stay valid after
   * a restart. A replica has none until it knows that of its hub.
   */
  mediaKey: Uint8Array | (() => Uint8Array)
  media?: MediaSource
  /** Key and certificate for TLS, in PEM; plain HTTP if absent. */
  tls?: { key: string; cert: string }
  /** Freshness of the copy in a connected workspace. */
  copyState?: CopyStateOf
  /** Delays refusals, across restarts of the server; created by the server if absent. */
  wrongPasswords?: WrongPasswordBook
  /** A name for this run of the program, for its entity tags; a new one if absent. */
  run?: string
  /** Entity tags made elsewhere, for a replica; made from `run` and the catalog's changes if absent. */
  entityTag?: EntityTag
  /** Why every other call than those of replicas is 503; undefined while calls are answered. */
  refusal?: () => string | undefined
  /** The address at which other computers reach this server through a proxy, without a path; none if absent. */
  publicAddress?: string | undefined
  /** Answers the calls of replicas; they are 404 if absent. */
  hub?: Hub | undefined
  /** Read for every request; all off if absent. */
  conditions?: ServiceConditions
  /** The namespace base of the answers, read for every call; our own if undefined. */
  namespaceBase?: () => string | undefined
  clock?: Clock
  log?: Logger
  /** A number from 0 to 1, for the error rates. */
  random?: () => number
  /** Timeouts for slow clients; defaults if absent. */
  patience?: Partial<ClientTimeouts>
  slowestBody?: SlowestBody
  /** Connection limits; defaults if absent. */
  connections?: Partial<ConnectionLimits>
  /** Called for every request after it was answered. */
  observe?: (request: AnsweredRequest) => void
}

/** `usage`: counts for the daily limits; created by the server if absent, which takes a storage that can be written. */
type ApiServerOptions = ApiServerParts &
  ({ storage: AnsweringStorage; usage: ApiUsage } | { storage: Storage; usage?: undefined })

export type ApiServer = ReturnType<typeof createApiServer>

export function createApiServer(options: ApiServerOptions) {
  const { storage, users, media = noMedia, clock = systemClock, log, observe, tls, publicAddress } = options
  const protocol: 'http' | 'https' = tls ? 'https' : 'http'
  /** Set when the server listens. */
  let port = 0
  const { mediaKey } = options
  const keyOfImages = typeof mediaKey === 'function' ? mediaKey : () => mediaKey
  const images = imageAddresses(keyOfImages, () => clock.now())
  const catalog = storage.reader(catalogReader)
  const wrongPasswords = options.wrongPasswords ?? createWrongPasswordCounter(clock)
  const usage: ApiUsage = options.usage ?? createUsageMeter(options.storage, () => clock.now())
  const services = {
    ...options,
    authenticate: createAuthenticator(users),
    wrongPasswords,
    vouch: (request: IncomingMessage, username: string) => keeper.vouch(request.socket, username),
    protocol,
    media,
    images,
    usage,
    uploads: createUploadQueue(),
    entityTag: options.entityTag ?? createEntityTag(storage, options.run),
    items: cacheAnswers(storage, (query) => catalog.sharedAnswer(query)),
    stateNumber: () => repeated.stateNumber(),
    largeItems: (query: ItemQuery, found: FoundItems) => openLargeItems(storage, largeAnswers, query, found),
    clock,
    random: options.random ?? Math.random,
    conditions: options.conditions ?? noConditions(),
    get namespaceBase() {
      return options.namespaceBase?.() ?? defaultNamespaceBase
    },
  }

  const reply = async (
    request: IncomingMessage,
    response: ServerResponse,
    notes: RequestNotes,
  ): Promise<Reply> => {
    const { pathname, query, isHostless } = checkedTarget(request, { port, protocol, publicAddress })
    if (options.hub && pathname.startsWith(hubPath))
      return options.hub.answer(request, response, { pathname, query }, services)
    const refusal = options.refusal?.()
    if (refusal !== undefined) throw new ApiError(503, refusal, { headers: { 'Retry-After': '5' } })
    if (!pathname.startsWith(mediaPath))
      return answerCall(request, response, { pathname, query }, services, notes)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError(405, 'Pictures can only be read.', { headers: { Allow: 'GET, HEAD' } })
    if (isHostless) await admit(request, services)
    const { 'if-none-match': ifNoneMatch, range, 'if-range': ifRange } = request.headers
    return answerPicture(
      pathname,
      query,
      { ifNoneMatch, range, ifRange: ifRange?.toString() },
      { images, media },
    )
  }

  let isClosing = false
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const at = clock.now()
    const start = performance.now()
    const notes: RequestNotes = {}
    // A client that disconnects ends only its own request.
    request.on('error', () => {})
    let sent: Reply
    try {
      sent = await reply(request, response, notes)
      const bytes = requests.bytesOf(request)
      // Immediately, before anything can change.
      if (bytes !== undefined && sent.repeatable) repeated.remember(bytes, request, sent)
    } catch (error) {
      if (error instanceof ClientGone) notes.cut = true
      sent = failure(error, request, notes, log)
    }
    // A client that keeps sending requests would keep its connection open, and the server running.
    if (isClosing) response.setHeader('Connection', 'close')
    let bytes = 0
    if (notes.cut) {
      request.socket.destroy()
      sent.release?.()
    } else {
      const outcome = await sendReply(request, response, sent, largeAnswers, patience.maxAnswer)
      bytes = outcome.bytes
      notes.cut = !outcome.isWhole
      if (outcome.failure) log?.error({ err: outcome.failure, url: request.url }, 'an answer was broken off')
    }
    observe?.({
      at,
      method: request.method ?? '',
      target: request.url ?? '',
      status: notes.cut ? 0 : sent.status,
      milliseconds: performance.now() - start,
      bytes,
      username: notes.username,
      detail: notes.detail,
      client: request.headers['user-agent'] || undefined,
    })
  }

  const largeAnswers = createLargeAnswers()
  const patience: ClientTimeouts = { ...clientTimeouts, ...options.patience }
  // A request without a Host header is refused by our own check, with a problem document.
  const serverOptions = { ...patience, requireHostHeader: false }
  const answer = answerInOrder(listener)
  const server = tls
    ? createTlsServer({ ...serverOptions, handshakeTimeout: patience.headersTimeout, ...tls }, answer)
    : createServer(serverOptions, answer)
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.timeout = patience.stalled
  const keeper = limitConnections(server, options.connections)
  const repeated = createRepeatedAnswers({
    ...services,
    vouch(socket, username) {
      keeper.vouch(socket, username)
      keeper.served(socket)
    },
    get namespaceBase() {
      return services.namespaceBase
    },
    observe,
    keepAlive: patience.keepAliveTimeout,
  })
  const requests = answerRepeated(server, {
    isTls: tls !== undefined,
    answer: repeated.answer,
    sending: keeper.sending,
    largeAnswers,
    stalled: patience.stalled,
    keepAlive: patience.keepAliveTimeout,
  })
  const observeRefused = (method: string, target: string, { status, message }: ApiError) =>
    observe?.({ at: clock.now(), method, target, status, milliseconds: 0, bytes: 0, detail: message })
  server.on('clientError', (fault: RequestFault, socket) => {
    const malformed = answerMalformed(fault, socket)
    if (malformed) observeRefused(malformed.method, malformed.target, malformed.error)
  })
  server.on('connect', (request, socket) =>
    observeRefused('CONNECT', request.url ?? '', refuseTunnel(socket)),
  )

  return {
    /**
     * @param at port 0 picks a free port. Rejects if the port is taken. @returns the base address, without a
     * version, and the port
     */
    async listen({
      port: wanted,
      host = '127.0.0.1',
    }: {
      port: number
      host?: string
    }): Promise<{ address: string; port: number }> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(wanted, host, () => {
          server.off('error', reject)
          resolve()
        })
      })
      const name = host.includes(':') ? `[${host}]` : host
      port = (server.address() as AddressInfo).port
      return { address: `${protocol}://${name}:${port}`, port }
    },
    /** Finishes the answers in progress, then stops. */
    async close(): Promise<void> {
      isClosing = true
      options.hub?.close()
      const killTimer = setTimeout(() => server.closeAllConnections(), 5000).unref()
      // Otherwise the server would close connections for which it knows of no pending answer.
      await requests.close()
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      keeper.closeUnused()
      wrongPasswords.close()
      await closed
      clearTimeout(killTimer)
      // Counts that cannot be written, for example on a full disk, are lost; the server still stops.
      await usage.close().catch((error: unknown) => log?.warn({ err: error }, 'counts were not written'))
    },
  }
}

/**
 * The problem document for a failure. Defects and storage problems are logged; the caller learns no details
 * of a defect.
 */
function failure(thrown: unknown, request: IncomingMessage, notes: RequestNotes, log?: Logger): Reply {
  let error: ApiError
  const isUpload = request.method === 'POST' || request.method === 'PUT'
  const trouble = isUpload ? storageTrouble(thrown) : undefined
  if (thrown instanceof ApiError) error = thrown
  else if (trouble) {
    log?.warn({ err: thrown, method: request.method, url: request.url }, 'nothing was stored')
    error = trouble
  } else {
    log?.error({ err: thrown, method: request.method, url: request.url }, 'a call of the local API failed')
    error = new ApiError(500, 'The service failed to answer. The cause is in its log; try again later.')
  }
  notes.detail = error.logged
  return {
    status: error.status,
    headers: { 'Content-Type': 'application/problem+xml; charset=utf-8', ...error.headers },
    body: problemDocument(error, requestTarget(request.url).pathname),
  }
}
