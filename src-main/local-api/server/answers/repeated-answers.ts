import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../../platform/clock.ts'
import { boundedCache } from '../../../platform/memory/bounded-cache.ts'
import { memoryLimits } from '../../../platform/memory/memory-limits.ts'
import type { Storage } from '../../../storage/index.ts'
import type { AnsweredRequest } from '../answered-request.ts'
import type { ApiUser, ApiUsers } from '../requests/credentials.ts'
import type { ReadyAnswer } from '../requests/repeated-requests.ts'
import type { ServiceConditions } from '../service-conditions.ts'
import type { ApiUsage } from '../usage-meter.ts'
import { lengthOf } from './body.ts'
import { ageHeaders } from './freshness.ts'
import type { Repeatable, Reply } from './reply.ts'

interface CachedAnswer extends Repeatable {
  status: number
  /** The constant header lines. */
  lines: string
  own: readonly Uint8Array[]
  bodyBytes: number
  method: string
  target: string
  client: string | undefined
  head?: { second: number; age: string; bytes: Buffer }
}

interface Services {
  storage: Pick<Storage, 'changeNumber'>
  users: ApiUsers
  usage: Pick<ApiUsage, 'takeNow'>
  clock: Clock
  conditions: Readonly<ServiceConditions>
  readonly namespaceBase: string
  /** Called after the credentials were accepted, before the answer is sent. */
  vouch(socket: Socket, username: string): void
  observe?: ((request: AnsweredRequest) => void) | undefined
  /** Milliseconds that an idle connection is kept open. */
  keepAlive: number
}

const topics = ['items', 'lookups', 'workspace', 'sync'] as const

/**
 * Caches answers by the complete bytes of their requests, including credentials, while the catalog does not
 * change.
 */
export function createRepeatedAnswers(services: Services, maxBytes: number = memoryLimits.knownRequests) {
  const { storage, users, usage, clock, conditions, vouch, observe, keepAlive } = services
  const cache = boundedCache<CachedAnswer>(
    maxBytes,
    ({ lines, target, own }) => 600 + lines.length + target.length + lengthOf(own),
  )
  let lastChange = -1
  let cachedFor = ''
  let state = 0

  const stateNumber = () => {
    const last = storage.changeNumber()
    if (last === lastChange) return state
    lastChange = last
    const now = topics.map((topic) => storage.changeNumber(topic)).join(' ')
    if (now === cachedFor) return state
    cachedFor = now
    cache.clear()
    return ++state
  }
  const hasNoFaults = () => conditions.latency === 0 && !conditions.maintenance && conditions.errorRate === 0
  /** The current user, unless the credentials have changed. */
  const currentUser = ({ user }: CachedAnswer): ApiUser | undefined =>
    users().find(
      ({ username, password, runPassword }) =>
        username === user.username && password === user.password && runPassword === user.runPassword,
    )
  const currentHead = (one: CachedAnswer): Buffer => {
    const now = clock.now()
    const second = Math.floor(Date.now() / 1000)
    const age = one.copy ? linesOf(ageHeaders(one.copy.of, one.copy.isDated, now)) : ''
    if (one.head?.second === second && one.head.age === age) return one.head.bytes
    const bytes = Buffer.from(
      `${one.lines}${age}Date: ${new Date().toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`,
      'latin1',
    )
    one.head = { second, age, bytes }
    return bytes
  }

  return {
    /** A number that changes when answers from the catalog may change. */
    stateNumber,
    /** Caches the answer to a request with these bytes, unless something has changed since. */
    remember(
      bytes: string,
      { method = '', url = '', headers }: IncomingMessage,
      { status, headers: given, body, repeatable }: Reply,
    ): void {
      if (!repeatable || repeatable.state !== stateNumber() || 'pieces' in body) return
      const { copy } = repeatable
      const lines: Record<string, string | number> = {
        ...(status === 304 ? {} : { 'Content-Length': lengthOf(body) }),
        ...given,
      }
      // These are computed for each answer.
      if (copy) for (const name of Object.keys(ageHeaders(copy.of, copy.isDated, 0))) delete lines[name]
      const ownBody = body instanceof Uint8Array ? [body] : body
      cache.set(bytes, {
        ...repeatable,
        conditions: { ...repeatable.conditions },
        status,
        lines: `HTTP/1.1 ${status} ${status === 304 ? 'Not Modified' : 'OK'}\r\n${linesOf(lines)}`,
        own: method === 'HEAD' || repeatable.body ? [] : ownBody,
        body: method === 'HEAD' ? undefined : repeatable.body,
        bodyBytes: method === 'HEAD' ? 0 : lengthOf(body),
        method,
        target: url,
        client: headers['user-agent'] || undefined,
      })
    },
    /**
     * The cached answer to a request with the same bytes. Everything that can change or forbid the answer is
     * checked again; undefined if anything has changed, so that all checks run in order. Counts and logs the
     * answer.
     */
    answer(bytes: string, socket: Socket): ReadyAnswer | undefined {
      const start = performance.now()
      stateNumber()
      const one = cache.get(bytes)
      if (!one || !hasNoFaults()) return undefined
      if (
        one.namespaceBase !== services.namespaceBase ||
        one.conditions.mostItems !== conditions.mostItems ||
        one.conditions.searchWithoutSelector !== conditions.searchWithoutSelector
      )
        return undefined
      const user = currentUser(one)
      if (!user) return undefined
      const body = one.body?.()
      if (one.body && !body) return undefined
      const limit = user.dailyItemLimit ?? conditions.dailyItemLimit ?? Number.POSITIVE_INFINITY
      if (one.items !== undefined && !usage.takeNow(user.username, one.items, limit)) {
        body?.release()
        return undefined
      }
      const head = currentHead(one)
      vouch(socket, user.username)
      observe?.({
        at: clock.now(),
        method: one.method,
        target: one.target,
        status: one.status,
        milliseconds: performance.now() - start,
        bytes: one.bodyBytes,
        username: user.username,
        detail: undefined,
        client: one.client,
      })
      return {
        pieces: [head, ...(body?.pieces ?? one.own)],
        bytes: one.bodyBytes,
        release: body?.release ?? (() => {}),
      }
    },
  }
}

const linesOf = (headers: Record<string, string | number>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
