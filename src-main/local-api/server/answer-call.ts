import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Endpoint, maxHeaderLength, maxParameters } from '../../../src-shared/api/endpoint.ts'
import { type EndpointName, endpoints } from '../../../src-shared/api/endpoints.ts'
import { imageParameterNames } from '../../../src-shared/api/item-parameters.ts'
import { checkTogether, readParameters } from '../../../src-shared/api/read-parameters.ts'
import { findRoute, type Route } from '../../../src-shared/api/route.ts'
import type { Clock } from '../../platform/clock.ts'
import { ApiError } from './answers/api-error.ts'
import { isStream } from './answers/body.ts'
import {
  ageHeaders,
  type CopyState,
  type CopyStateOf,
  type EntityTag,
  fromCatalog,
  isListed,
} from './answers/freshness.ts'
import type { Repeatable, Reply, RequestNotes } from './answers/reply.ts'
import type { ApiContext, Call, Handler } from './handler.ts'
import { handlers } from './handlers.ts'
import { beginning } from './request-log.ts'
import type { ApiUser, Authenticate } from './requests/credentials.ts'
import { readBody, type SlowestBody, type UploadQueue } from './requests/request-body.ts'
import { calledAddress } from './requests/request-head.ts'
import type { WrongPasswordBook } from './requests/wrong-passwords.ts'
import type { ServiceConditions } from './service-conditions.ts'
import type { ApiUsage } from './usage-meter.ts'

interface CallServices extends ApiContext {
  authenticate: Authenticate
  copyState?: CopyStateOf
  usage: ApiUsage
  uploads: UploadQueue
  entityTag: EntityTag
  clock: Clock
  random(): number
  protocol: 'http' | 'https'
  publicAddress?: string | undefined
  wrongPasswords: WrongPasswordBook
  slowestBody?: SlowestBody
  /** Called after the credentials were accepted, before the answer is made. */
  vouch(request: IncomingMessage, username: string): void
  /** A number that changes when answers from the catalog may change. */
  stateNumber(): number
}

/** Maximum length of a stored client name, in characters. */
const maxClientLength = 100

/**
 * Checks a call in the order of the specification, calls the endpoint's handler, and counts downloaded items.
 */
export async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, query }: { pathname: string; query: URLSearchParams },
  services: CallServices,
  notes: RequestNotes,
): Promise<Reply> {
  const { conditions, usage, clock, random, copyState, namespaceBase } = services
  const state = services.stateNumber()
  if (conditions.latency > 0) await clock.sleep(conditions.latency)

  const route = findRoute(pathname)
  if (!route)
    throw new ApiError(404, `There is no service at ${pathname}. See the reference for the paths there are.`)
  const user = await admit(request, services)
  notes.username = user.username
  services.vouch(request, user.username)
  const name = chooseEndpoint(route, request.method ?? '')
  const endpoint: Endpoint = endpoints[name]

  if (conditions.maintenance)
    throw new ApiError(503, 'The service is down for maintenance. Try again in a few minutes.', {
      headers: { 'Retry-After': '120' },
    })
  if (random() < conditions.errorRate)
    throw new ApiError(500, 'A fault that was asked for: see the error rate setting.')
  const counted = name === 'item' && request.method === 'GET'
  const limit = limitOf(user, conditions) ?? Number.POSITIVE_INFINITY
  if (counted && limit < Number.POSITIVE_INFINITY && (await usage.used(user.username)).items >= limit)
    throw limitReached(limit, usage)

  if (query.size > maxParameters)
    throw new ApiError(400, `The query has ${query.size} parameters; there may be ${maxParameters}.`)
  const { values, problems } = readParameters(endpoint.parameters, route.version, query)
  const isSelected = route.identifier !== undefined || conditions.searchWithoutSelector
  problems.push(...checkTogether(endpoint, isSelected, values, problems))
  if (problems.length > 0)
    throw new ApiError(400, problems.map(({ name, reason }) => `${name} ${reason}`).join('; '), {
      invalidParams: problems,
    })

  let leave: (() => void) | undefined
  const key = idempotencyKeyOf(request)
  const call: Call = {
    version: route.version,
    values,
    username: user.username,
    headOnly: request.method === 'HEAD',
    origin: calledAddress(request, services),
    async body() {
      leave = await services.uploads.take(request)
      return readBody(request, response, services.slowestBody)
    },
    identifier: route.identifier,
    idempotencyKey: key,
  }
  const tag = isTagged(name, values) ? services.entityTag(request.url ?? '', namespaceBase) : undefined
  const ifNoneMatch = request.headers['if-none-match']
  const isDated = name === 'item'
  const findCopy = async () => (fromCatalog.includes(name) ? await copyState?.() : undefined)
  const ageOf = (copy: CopyState | undefined) => (copy ? ageHeaders(copy, isDated, clock.now()) : {})
  const repeatable = (copy: CopyState | undefined, items: number, body?: Repeatable['body']) =>
    tag === undefined
      ? undefined
      : {
          user,
          items: counted ? items : undefined,
          namespaceBase,
          conditions,
          copy: copy && { of: copy, isDated },
          state,
          body,
        }
  if (tag !== undefined && ifNoneMatch !== undefined && isListed(ifNoneMatch, tag)) {
    const copy = await findCopy()
    return {
      status: 304,
      headers: { ETag: tag, ...ageOf(copy) },
      body: [],
      repeatable: repeatable(copy, 0),
    }
  }

  // The types of each handler are checked where it is declared; here the call goes to the handler of its own
  // endpoint.
  const answer = await (handlers[name] as Handler)(call, services).finally(() => leave?.())

  if (counted && !(await usage.takeItems(user.username, answer.items ?? 0, limit))) {
    answer.release?.()
    throw limitReached(limit, usage)
  }
  if (endpoint.request && random() < conditions.lostAcknowledgementRate) notes.cut = true
  const copy = await findCopy()
  return {
    status: endpoint.success,
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      ...(tag === undefined ? {} : { ETag: tag }),
      ...answer.headers,
      ...ageOf(copy),
    },
    body: answer.body,
    release: answer.release,
    repeatable: isStream(answer.body) ? undefined : repeatable(copy, answer.items ?? 0, answer.again),
  }
}

/**
 * The user with the credentials of a request. A refusal does not reveal which part was wrong; the log does.
 */
export async function admit(
  { headers, socket }: IncomingMessage,
  { authenticate, wrongPasswords }: Pick<CallServices, 'authenticate' | 'wrongPasswords'>,
): Promise<ApiUser> {
  const found = await authenticate(headers)
  if ('user' in found) return found.user
  const { refused } = found
  const detail = 'The headers username and password are missing, or not those of a user.'
  if (refused === 'missing') throw new ApiError(403, detail)
  if (refused === 'busy') {
    const close = await closing(wrongPasswords.hold(1000))
    throw new ApiError(503, 'Too many passwords are being checked. Try again in a few seconds.', {
      headers: { 'Retry-After': '2', ...close },
    })
  }
  const client = headers['user-agent']
  const milliseconds = wrongPasswords.count({
    address: socket.remoteAddress ?? '',
    username: refused === 'wrong' ? found.username : undefined,
    client: client ? beginning(client, maxClientLength) : undefined,
  })
  // An unknown user name may be a misplaced password, so the log does not repeat it.
  const logged = refused === 'wrong' ? `Wrong password for ${found.username}.` : 'Unknown user name.'
  throw new ApiError(403, detail, { logged, headers: await closing(wrongPasswords.hold(milliseconds)) })
}

/** A client that could not be delayed must reconnect. */
const closing = async (hasWaited: Promise<boolean>): Promise<Record<string, string>> =>
  (await hasWaited) ? {} : { Connection: 'close' }

function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const name = 'idempotency-key'
  const key = headers[name]
  if (typeof key !== 'string' || key === '') return undefined
  if (key.length <= maxHeaderLength.idempotencyKey) return key
  const reason = `must be no longer than ${maxHeaderLength.idempotencyKey} characters`
  throw new ApiError(400, `Idempotency-Key ${reason}`, {
    invalidParams: [{ name: 'Idempotency-Key', reason }],
  })
}

/** The endpoint of the path for this method; HEAD is GET without a body. */
function chooseEndpoint({ candidates }: Route, method: string): EndpointName {
  const wanted = method === 'HEAD' ? 'GET' : method
  const found = candidates.find((name) => endpoints[name].method === wanted)
  if (found) return found
  const allowed = candidates.flatMap((name) =>
    endpoints[name].method === 'GET' ? ['GET', 'HEAD'] : endpoints[name].method,
  )
  const allow = allowed.toSorted().join(', ')
  throw new ApiError(405, `${method} is not allowed here; ${allow} is.`, { headers: { Allow: allow } })
}

/** The user's daily limit of item records; undefined or null means unlimited. */
const limitOf = (user: ApiUser, conditions: ServiceConditions) =>
  user.dailyItemLimit ?? conditions.dailyItemLimit

const limitReached = (limit: number, usage: ApiUsage) =>
  new ApiError(
    406,
    `The daily limit of ${limit} items has been reached. It resets at midnight UTC; request fewer items until then.`,
    { headers: { 'Retry-After': String(usage.secondsToMidnight()) } },
  )

/**
 * Whether the answer depends on the catalog alone: answers with pictures contain expiring addresses, and
 * depend on stored files.
 */
const isTagged = (name: EndpointName, values: Readonly<Record<string, unknown>>): boolean =>
  fromCatalog.includes(name) && !imageParameterNames.some((parameter) => values[parameter] !== undefined)
