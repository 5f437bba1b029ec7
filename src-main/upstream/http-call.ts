import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { joined } from '../platform/memory/joined.ts'
import { rejectOnAbort } from '../platform/reject-on-abort.ts'
import { type CallEnd, startCallEnd } from './call-end.ts'
import { failure, ResponseTooLarge } from './call-failure.ts'
import { type CallLimits, defaultCallLimits } from './call-limits.ts'
import { type CallConnection, type ConnectionKind, openConnections } from './network/connections.ts'
import { directNetwork, type Network } from './network/network.ts'
import { withSystemAuthorities } from './network/system-authorities.ts'

interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: Uint8Array
  signal?: AbortSignal | undefined
  /** Allocates memory for a response of that many bytes; new memory when absent. */
  memory?: ((length: number) => Uint8Array) | undefined
}
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}
export interface HttpStream {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
  /** Stops reading the response. */
  discard(): void
}

interface HttpCallOptions {
  /** The proxies to use; none when absent. */
  network?: Network | undefined
  /** Resolves host names; the system resolver when absent. */
  lookup?: LookupFunction | undefined
}

interface HttpCalls {
  /**
   * Returns the complete response with any status. @throws UpstreamError `unreachable` or `invalid-answer`
   * (too large)
   */
  call(request: HttpRequest): Promise<HttpAnswer>
  /**
   * Makes a call on a new connection. The other end may have closed a kept-alive one, and then it is unknown
   * whether a feed written to it has arrived.
   */
  callOnce(request: HttpRequest): Promise<HttpAnswer>
  stream(request: HttpRequest): Promise<HttpStream>
  close(): Promise<void>
}

/**
 * Plain HTTP with undici: no redirects, no retries, no cookies. An error states whether the request may have
 * arrived.
 */
export function openHttpCalls(
  limits: CallLimits = defaultCallLimits,
  { network = directNetwork, lookup }: HttpCallOptions = {},
): HttpCalls {
  const connections = openConnections(limits, { network, lookup })

  async function dispatch(
    { dispatcher, interceptStart }: CallConnection,
    request: HttpRequest,
    { onStart, onSent }: { onStart: () => void; onSent: (bytes: number) => void },
  ): Promise<Dispatcher.ResponseData> {
    const { body } = request
    return dispatcher.compose(interceptStart(onStart)).request({
      ...splitUrl(request.url),
      method: request.method,
      headers: body ? { ...request.headers, 'content-length': String(body.byteLength) } : request.headers,
      body: body ? Readable.from(inChunks(body, onSent)) : null,
      signal: request.signal ?? null,
    })
  }

  async function start(kind: ConnectionKind, request: HttpRequest): Promise<HttpStream> {
    const end = startCallEnd(limits.whole, request.signal)
    let hasStarted = false
    let connection: CallConnection | undefined
    const done = () => {
      end.done()
      connection?.release()
    }
    const failed = (error: unknown): unknown =>
      failure(end.signal.aborted ? end.signal.reason : error, request, {
        hasStarted,
        proxy: connection?.proxy,
      })
    const send = async (): Promise<Dispatcher.ResponseData> => {
      connection = await connections.of(kind, request.url)
      const onStart = () => {
        hasStarted = true
      }
      const whole = { ...request, signal: end.signal }
      return dispatch(connection, whole, { onStart, onSent: end.moved })
    }
    try {
      // undici does not listen to the signal while a call waits for its connection.
      const { statusCode, headers, body } = await rejectOnAbort(end.signal, withSystemAuthorities(send))
      return {
        status: statusCode,
        headers: flat(headers),
        body: timed(body, { ...end, done }, failed),
        discard() {
          body.on('error', () => {}).destroy()
          done()
        },
      }
    } catch (error) {
      done()
      throw failed(error)
    }
  }

  async function complete(kind: ConnectionKind, request: HttpRequest): Promise<HttpAnswer> {
    const { body, discard, ...answer } = await start(kind, request)
    try {
      const announced = Number(answer.headers['content-length'] ?? Number.NaN)
      const { memory } = request
      return { ...answer, body: await readAll(body, { largest: limits.maxAnswer, announced, memory }) }
    } catch (error) {
      discard()
      throw error instanceof ResponseTooLarge ? failure(error, request, { hasStarted: true }) : error
    }
  }

  return {
    call: (request) => complete('keepAlive', request),
    callOnce: (request) => complete('single', request),
    stream: (request) => start('keepAlive', request),
    close: connections.close,
  }
}

function splitUrl(address: string): { origin: string; path: string } {
  const url = new URL(address)
  return { origin: url.origin, path: `${url.pathname}${url.search}` }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

interface ReadAll {
  largest: number
  /** The Content-Length of the response, which undici enforces; NaN if the header is missing. */
  announced: number
  memory: HttpRequest['memory']
}

async function readAll(
  body: AsyncIterable<Uint8Array>,
  { largest, announced, memory = (length) => new Uint8Array(length) }: ReadAll,
): Promise<Uint8Array> {
  if (announced > largest) throw new ResponseTooLarge(largest)
  // Each chunk is copied to its final position on arrival, so the response is never in memory twice.
  const place = Number.isNaN(announced) ? undefined : memory(announced)
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    if (length + piece.byteLength > largest) throw new ResponseTooLarge(largest)
    if (place) place.set(piece, length)
    else pieces.push(piece)
    length += piece.byteLength
  }
  if (place) return place
  return joined(pieces, memory)
}

/** Bytes per write. */
const pieceLength = 64 * 1024

/**
 * Splits a request body into chunks; each extends the time limit of the call. undici starts the response
 * timeout at the last chunk. For a body in one piece it would start at the first byte, even on a slow line.
 */
function* inChunks(body: Uint8Array, onSent: (bytes: number) => void): Iterable<Uint8Array> {
  for (let start = 0; start < body.byteLength; start += pieceLength) {
    const piece = body.subarray(start, start + pieceLength)
    onSent(piece.byteLength)
    yield piece
  }
}

/** Passes on the chunks of a response; each extends the time limit of the call. */
async function* timed(
  body: AsyncIterable<Uint8Array>,
  end: CallEnd,
  failed: (error: unknown) => unknown,
): AsyncIterable<Uint8Array> {
  try {
    for await (const piece of body) {
      end.moved(piece.byteLength)
      yield piece
    }
  } catch (error) {
    throw failed(error)
  } finally {
    end.done()
  }
}
