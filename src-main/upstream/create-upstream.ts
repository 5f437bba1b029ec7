import { type EndpointName, endpoints } from '../../src-shared/api/endpoints.ts'
import { callPath } from '../../src-shared/api/route.ts'
import { kinds } from '../../src-shared/feeds/kinds/kinds.ts'
import { maxInlineBytes } from '../../src-shared/vocabulary/kit/limits.ts'
import { withoutEnd } from '../../src-shared/vocabulary/kit/xml/characters.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import { type CallLimits, defaultCallLimits } from './call-limits.ts'
import { type HttpAnswer, openHttpCalls } from './http-call.ts'
import { openMediaCalls } from './media-calls.ts'
import type { Network } from './network/network.ts'
import type { LookupAll } from './private-address.ts'
import {
  answerReaders,
  type CallAnswerReader,
  invalidAnswer,
  type ReadAnswer,
  requireItemsDocument,
  rootOf,
} from './read-answer.ts'
import { requireSuccess } from './require-success.ts'
import type { ItemPageOptions, ItemPageQuery, Upstream } from './upstream.ts'
import { UpstreamError } from './upstream-error.ts'

interface UpstreamOptions {
  /** The base address, without a version. */
  address: string
  username: string
  password: string
  /** Base of the XML namespaces; the program's default when absent. */
  namespaceBase?: string | undefined
  clock?: Clock
  log?: Logger
  limits?: Partial<CallLimits>
  /** The proxies to use; none when absent. */
  network?: Network | undefined
  /**
   * Parses large responses in another thread. When absent, the calling thread parses them and can be blocked.
   */
  read?: CallAnswerReader
  /** Resolves the hosts of pictures; the system resolver when absent. */
  lookup?: LookupAll
  /** Called after every call: whether the service was reachable, and the reason if not. */
  onContact?: (contact: Contact) => void
}

/** Whether the last call could reach the service. */
type Contact = { reachable: true } | { reachable: false; reason: string }

/** A client of the Catalog Data Service, version 2.1. Keeps connections open until `close`. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { username, password, namespaceBase, network, clock = systemClock, log, onContact } = options
  const address = withoutEnd(options.address, '/')
  const limits = { ...defaultCallLimits, ...options.limits }
  const http = openHttpCalls(limits, { network })
  const read: CallAnswerReader = async (name, args, callOptions) =>
    options.read && args.some((value) => value instanceof Uint8Array && value.byteLength > maxInlineBytes)
      ? options.read(name, args, callOptions)
      : callReader(name, args)
  // HTTP headers carry bytes; user names and passwords are UTF-8.
  const asHeader = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  const credentials = { username: asHeader(username), password: asHeader(password) }
  const media = openMediaCalls({ address, credentials, limits, clock, network, lookup: options.lookup })

  interface RequestOptions extends ItemPageOptions {
    identifier?: string | undefined
    query?: Parameters<typeof callPath>[1] extends infer C
      ? C extends { query?: infer Q }
        ? Q
        : never
      : never
    body?: Uint8Array
    headers?: Record<string, string>
  }

  const watched =
    (send: typeof http.call): typeof http.call =>
    async (request) => {
      try {
        const answer = await send(request)
        onContact?.({ reachable: true })
        return answer
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === 'unreachable')
          onContact?.({ reachable: false, reason: error.message })
        throw error
      }
    }

  /** Makes one call and returns the body of a 200 response. @throws UpstreamError */
  async function request(
    name: EndpointName,
    callOptions: RequestOptions = {},
  ): Promise<{ body: Uint8Array; call: string }> {
    const { method } = endpoints[name]
    const { identifier, query, signal, memory, fresh, onHeaders } = callOptions
    const path = callPath(name, {
      identifier,
      query,
    })
    const call = `${method} ${address}${path}`
    const started = clock.now()
    const send = callOptions.body ? http.callOnce : http.call
    const answer: HttpAnswer = await watched(send)({
      method,
      url: `${address}${path}`,
      headers: {
        ...credentials,
        accept: 'application/xml',
        ...(callOptions.body && { 'content-type': 'application/xml' }),
        ...(fresh && { 'cache-control': 'no-cache' }),
        ...callOptions.headers,
      },
      body: callOptions.body,
      signal,
      memory,
    })
    log?.debug(
      { call, status: answer.status, bytes: answer.body.byteLength, ms: clock.now() - started },
      'upstream',
    )
    onHeaders?.(answer.headers)
    const namesOne = identifier !== undefined || name === 'itemFeedStatus'
    if (answer.status !== 200) {
      const problem = await read('problem', [answer.body], { signal }).catch(
        unlessAborted(signal, () => ({ isProblemDocument: false, problems: [] })),
      )
      requireSuccess(answer, { call, namesOne, now: clock.now(), problem })
    }
    return { body: answer.body, call }
  }

  const lookups: Upstream['lookups'] = async (kind, query = {}, options = {}) => {
    const { body, call } = await request(kind, { ...options, query })
    const args: Parameters<typeof answerReaders.lookups> = [kind, body, namespaceBase]
    const list = await required(read('lookups', args, options), call, rootOf.lookups(kind), options.signal)
    return { total: list.total, startIndex: list.start, entries: list.entries }
  }

  /** @throws UpstreamError `invalid-answer` if the response is another document or takes too long to parse */
  async function required<T>(
    reading: Promise<ReadAnswer<T>>,
    call: string,
    root: string,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const found = await reading.catch(
      unlessAborted(signal, (error) => ({ why: error instanceof Error ? error.message : String(error) })),
    )
    if ('why' in found) throw invalidAnswer(call, root, found.why)
    return found.value
  }

  return {
    address,
    username,
    async probe(options) {
      await lookups('retailer', { idx: 0, limit: 1 }, options)
    },
    lookups,
    async itemPage(query: ItemPageQuery, options = {}) {
      const { body, call } = await request('item', {
        ...options,
        identifier: query.id,
        query: itemPageParameters(query),
      })
      requireItemsDocument(body, call)
      return body
    },
    async submitFeed({ kind, body, upc, idempotencyKey }, options = {}) {
      const answer = await request(kinds[kind].endpoint, {
        ...options,
        identifier: kinds[kind].hasCodeInPath ? upc : undefined,
        body,
        headers: { 'idempotency-key': idempotencyKey },
      })
      const args: Parameters<typeof answerReaders.acknowledgement> = [kind, answer.body, namespaceBase]
      return required(
        read('acknowledgement', args, options),
        answer.call,
        rootOf.acknowledgement(kind),
        options.signal,
      )
    },
    async feedStatus({ kind, feedId, offset, limit }, options = {}) {
      const name = kinds[kind].payload.status.endpoint
      try {
        const { body, call } = await request(name, {
          ...options,
          identifier: feedId,
          query: { offset, limit },
        })
        const args: Parameters<typeof answerReaders.status> = [kind, body, { offset, namespaceBase }]
        return await required(read('status', args, options), call, rootOf.status(kind), options.signal)
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === 'not-found') return undefined
        throw error
      }
    },
    media(url, { range, ifRange, hosts, signal } = {}) {
      // A range counts bytes of the file itself, so the response must not be compressed.
      const headers = {
        'accept-encoding': 'identity',
        ...(range && { range }),
        ...(ifRange && { 'if-range': ifRange }),
      }
      return media.get(url, { headers, hosts, signal })
    },
    checkMediaAddress: media.check,
    async close() {
      await Promise.all([http.close(), media.close()])
    },
  }
}

/**
 * Parses a response in this thread. The cast: no type links a reader's name to its arguments, but callers
 * pass matching ones.
 */
const callReader = <N extends keyof typeof answerReaders>(
  name: N,
  args: Parameters<(typeof answerReaders)[N]>,
) => (answerReaders[name] as (...given: typeof args) => ReturnType<(typeof answerReaders)[N]>)(...args)

/** Handles a rejection with `otherwise`, but rethrows the signal's reason if the caller aborted. */
const unlessAborted =
  <T>(signal: AbortSignal | undefined, otherwise: (error: unknown) => T) =>
  (error: unknown): T => {
    signal?.throwIfAborted()
    return otherwise(error)
  }

/** Parameters that add media to the records: edited and original pictures. */
const withMedia = { pi: 'b' } as const

/** The query parameters of an item search as they are sent. */
export const itemPageParameters = ({ id: _, media = false, ...query }: ItemPageQuery) => ({
  ...query,
  ...(media && withMedia),
})
