import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { feedKinds, payloads } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadName } from '../../../src-shared/feeds/kinds/payload.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import type { MediaSource } from '../../media/index.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { errorToShape, type Storage } from '../../storage/index.ts'
import { admit } from '../server/answer-call.ts'
import { ApiError } from '../server/answers/api-error.ts'
import type { Reply } from '../server/answers/reply.ts'
import { createAuthenticator } from '../server/requests/credentials.ts'
import { readBody, type SlowestBody, type UploadQueue } from '../server/requests/request-body.ts'
import type { WrongPasswordBook } from '../server/requests/wrong-passwords.ts'
import type { ApiUsage, UsageMeter } from '../server/usage-meter.ts'
import { changeLogReader } from './change-log.ts'
import { type HubState, hubPath, longPoll, replicaUsername } from './protocol.ts'

interface HubOptions {
  storage: Pick<Storage, 'reader' | 'changes'>
  /** The password of replicas; without it, only `ready` is answered. */
  password: string | undefined
  /** The state at the time of the call; undefined while a replica has none itself. */
  state(): Promise<HubState | undefined>
  feedIntake: FeedIntake
  usage: Pick<UsageMeter, 'add'> & Pick<ApiUsage, 'used' | 'takeItems'>
  openPicture: MediaSource['open']
  /** Why this program should get no requests now; undefined if it is ready. */
  unready(): string | undefined
  clock?: Clock
}

/** The parts of the server that the calls of replicas use. */
interface HubServices {
  wrongPasswords: WrongPasswordBook
  uploads: UploadQueue
  slowestBody?: SlowestBody
  vouch(request: IncomingMessage, username: string): void
}

/** Answers the calls below `/desk/v1/`. */
export interface Hub {
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    target: { pathname: string; query: URLSearchParams },
    services: HubServices,
  ): Promise<Reply>
  /** Tells waiting replicas that the state may have changed. */
  wake(): void
  /** Ends the calls that wait. */
  close(): void
}

/** Time in milliseconds in which further commits join those that a replica is told of. */
const maxJoined = 20
/** Maximum number of replicas that wait for changes at the same time. */
const maxWaiting = 64

export function createHub(options: HubOptions): Hub {
  const { storage, password, feedIntake, usage, clock = systemClock } = options
  const log = storage.reader(changeLogReader)
  const authenticate = createAuthenticator(() =>
    password === undefined ? [] : [{ username: replicaUsername, password }],
  )
  const waiting = new Set<() => void>()
  let changed = 0
  let isClosed = false
  const wake = (): void => {
    changed++
    for (const one of waiting) one()
  }
  const unsubscribe = storage.changes.subscribe(wake)

  /** Resolves after a change later than `seen`, or at `deadline`, or when the client is gone. */
  const somethingNew = (seen: number, deadline: number, response: ServerResponse): Promise<void> => {
    if (changed !== seen || isClosed || response.closed) return Promise.resolve()
    if (waiting.size >= maxWaiting)
      throw new ApiError(503, 'Too many replicas wait for changes.', { headers: { 'Retry-After': '5' } })
    return new Promise((resolve) => {
      const done = (): void => {
        waiting.delete(done)
        clearTimeout(timer)
        response.off('close', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(0, deadline - clock.now()))
      waiting.add(done)
      response.once('close', done)
    })
  }

  async function changes(query: URLSearchParams, response: ServerResponse): Promise<Reply> {
    const after = wholeNumber(query, 'after')
    const known = query.get('log')
    if (after > 0 && known === null)
      throw wrong('log', 'is missing: it is part of the answer that the number comes from')
    const deadline = clock.now() + longPoll
    for (;;) {
      const seen = changed
      // Read before the changes: a replica may have newer items than its tag says, but not older ones.
      const state = await options.state()
      const page = await log.page(after)
      if (!state || page.log === undefined)
        throw new ApiError(503, 'This replica has no copy yet.', { headers: { 'Retry-After': '1' } })
      if (after > page.last || (known !== null && known !== page.log))
        return json({ reason: 'The log does not have this number. Begin with after=0.' }, 410)
      const text = JSON.stringify(state)
      const stateTag = hash('sha256', text, 'base64url')
      const isKnown = query.get('state') === stateTag
      const isOver = clock.now() >= deadline || isClosed || response.closed
      if (page.count > 0 || !isKnown || isOver) {
        const { number, last } = page
        const head = JSON.stringify({ log: page.log, number, more: number < last, stateTag }).slice(0, -1)
        return jsonText(`${head}${isKnown ? '' : `,"state":${text}`},"changes":${page.changes}}`)
      }
      await somethingNew(seen, deadline, response)
      await clock.sleep(maxJoined)
    }
  }

  async function submit(
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
    { uploads, slowestBody }: HubServices,
  ): Promise<Reply> {
    const kind = oneOf(query, 'kind', feedKinds)
    const leave = await uploads.take(request)
    const body = await readBody(request, response, slowestBody).finally(leave)
    try {
      const { feedId } = await feedIntake.submit({
        ...{ kind, body, username: required(query, 'username') },
        upc: query.get('upc') ?? undefined,
        idempotencyKey: query.get('key') ?? undefined,
      })
      return json({ feedId })
    } catch (error) {
      if (!(error instanceof PlainError)) throw error
      const { code, message, path, problems, data } = errorToShape(error)
      return json({ code, message, path, problems, data }, 422)
    }
  }

  const status = async (query: URLSearchParams): Promise<Reply> =>
    json({
      report:
        (await feedIntake.status({
          family: oneOf(query, 'family', Object.keys(payloads) as PayloadName[]),
          username: required(query, 'username'),
          offset: wholeNumber(query, 'offset'),
          limit: wholeNumber(query, 'limit'),
          feedId: query.get('feedId') ?? undefined,
        })) ?? null,
    })

  /** Counts items and requests; with `limit`, the items only if the user does not exceed it. */
  async function count(query: URLSearchParams): Promise<Reply> {
    const username = required(query, 'username')
    const items = wholeNumber(query, 'items')
    const requests = wholeNumber(query, 'requests')
    if (query.get('limit') !== null)
      return json({ taken: await usage.takeItems(username, items, wholeNumber(query, 'limit')) })
    await usage.add(username, { items, requests })
    return json({ taken: true })
  }

  async function picture(sha256: string): Promise<Reply> {
    const file = await options.openPicture(`${sha256}/original/picture`)
    if (!file) throw new ApiError(404, 'There is no such picture.')
    return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: file.bytes }
  }

  function ready(): Reply {
    const reason = options.unready()
    return reason === undefined ? json({ ready: true }) : json({ ready: false, reason }, 503)
  }

  return {
    wake,
    async answer(request, response, { pathname, query }, services) {
      const path = pathname.slice(hubPath.length)
      const isGet = request.method === 'GET' || request.method === 'HEAD'
      // Balancers ask without credentials; the answer says nothing about the catalog.
      if (path === 'ready') return isGet ? ready() : refuseMethod('GET, HEAD')
      const known = await admit(request, { authenticate, wrongPasswords: services.wrongPasswords })
      services.vouch(request, known.username)
      const [name = '', rest] = path.split('/')
      if (name === 'changes' && rest === undefined)
        return isGet ? changes(query, response) : refuseMethod('GET, HEAD')
      if (name === 'pictures' && rest !== undefined) return isGet ? picture(rest) : refuseMethod('GET, HEAD')
      if (name === 'feeds' && rest === undefined) {
        if (request.method === 'POST') return submit(query, request, response, services)
        return isGet ? status(query) : refuseMethod('GET, HEAD, POST')
      }
      if (name === 'usage' && rest === undefined) {
        if (request.method === 'POST') return count(query)
        return isGet ? json(await usage.used(required(query, 'username'))) : refuseMethod('GET, HEAD, POST')
      }
      throw new ApiError(404, `There is no service at ${pathname}.`)
    },
    close() {
      isClosed = true
      unsubscribe()
      wake()
    },
  }
}

const jsonText = (text: string, status = 200): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
  body: new TextEncoder().encode(text),
})
const json = (value: unknown, status?: number): Reply => jsonText(JSON.stringify(value), status)

function refuseMethod(allow: string): never {
  throw new ApiError(405, `Only ${allow} is allowed here.`, { headers: { Allow: allow } })
}

const wrong = (name: string, reason: string): ApiError =>
  new ApiError(400, `${name} ${reason}`, { invalidParams: [{ name, reason }] })

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name)
  if (value === null || value === '') throw wrong(name, 'is missing')
  return value
}

/** A number of at most 15 digits; 0 if absent. */
function wholeNumber(query: URLSearchParams, name: string): number {
  const value = query.get(name) ?? '0'
  if (!/^\d{1,15}$/.test(value)) throw wrong(name, 'must be a whole number')
  return Number(value)
}

function oneOf<Name extends string>(query: URLSearchParams, name: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === query.get(name))
  if (found === undefined) throw wrong(name, `must be one of ${names.join(', ')}`)
  return found
}
