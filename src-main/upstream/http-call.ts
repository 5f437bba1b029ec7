import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { Agent, DecoratorHandler, Dispatcher } from 'undici'
import { answerLimits } from '../../src-shared/vocabulary/kit/limits.ts'
import { joined } from '../platform/memory/joined.ts'
import { unlessEnded } from '../platform/unless-ended.ts'
import { type CallEnd, startCallEnd } from './call-end.ts'
import { AnswerTooLarge, failure } from './call-failure.ts'

/** Time limits of a call, in milliseconds. */
export interface CallLimits {
  connect: number
  /** Between two pieces of the request, and from its end to the first byte of the answer. */
  answer: number
  /** Between two pieces of the answer. */
  silence: number
  /** The whole call, with a millisecond more for each byte of the request and of the answer. */
  whole: number
  /** The largest answer read, in bytes. */
  maxAnswer: number
}
export const defaultCallLimits: CallLimits = {
  connect: 10_000,
  answer: 120_000,
  silence: 60_000,
  whole: 300_000,
  maxAnswer: answerLimits.documentBytes,
}

interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: Uint8Array
  signal?: AbortSignal | undefined
  /** Makes the memory for an answer of that many bytes; the answer has its own memory when absent. */
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
  /** Stops reading the answer. */
  discard(): void
}

interface HttpCalls {
  /** The whole answer, whatever its status. @throws UpstreamError `unreachable` or `invalid-answer` (too large) */
  call(request: HttpRequest): Promise<HttpAnswer>
  /**
   * Makes a call on a new connection. The other end may have closed one kept open from earlier, and nobody could say
   * whether a feed written to such a connection has arrived.
   */
  callOnce(request: HttpRequest): Promise<HttpAnswer>
  stream(request: HttpRequest): Promise<HttpStream>
  close(): Promise<void>
}

/** Plain HTTP over undici: no redirects, no retries, no cookies. A failure says whether the request may have arrived. */
export function openHttpCalls(
  limits: CallLimits = defaultCallLimits,
  /** Looks up the names of hosts; the system's way when absent. */
  { lookup }: { lookup?: LookupFunction } = {},
): HttpCalls {
  const timing = {
    connect: { timeout: limits.connect, ...(lookup && { lookup }) },
    headersTimeout: limits.answer,
    bodyTimeout: limits.silence,
  }
  const open = async (): Promise<Connections> => {
    const { Agent, DecoratorHandler } = await import('undici')
    return {
      kept: new Agent({ ...timing, connections: 10, keepAliveTimeout: 5_000 }),
      single: new Agent({ ...timing, pipelining: 0 }),
      noticeStart: noticeStartWith(DecoratorHandler),
    }
  }
  let opening: Promise<Connections> | undefined
  let isClosed = false

  async function dispatch(
    which: 'kept' | 'single',
    request: HttpRequest,
    { began, sent }: { began: () => void; sent: (bytes: number) => void },
  ): Promise<Dispatcher.ResponseData> {
    const { body } = request
    opening ??= open()
    const { [which]: agent, noticeStart } = await opening
    if (isClosed) await agent.destroy()
    return agent.compose(noticeStart(began)).request({
      ...splitUrl(request.url),
      method: request.method,
      headers: body ? { ...request.headers, 'content-length': String(body.byteLength) } : request.headers,
      body: body ? Readable.from(inPieces(body, sent)) : null,
      signal: request.signal ?? null,
    })
  }

  async function begin(which: 'kept' | 'single', request: HttpRequest): Promise<HttpStream> {
    const end = startCallEnd(limits.whole, request.signal)
    let began = false
    const failed = (error: unknown): unknown =>
      failure(end.signal.aborted ? end.signal.reason : error, request, began)
    try {
      const asked = dispatch(
        which,
        { ...request, signal: end.signal },
        {
          began() {
            began = true
          },
          sent: end.moved,
        },
      )
      // A call that waits for its connection does not listen to the signal yet.
      const { statusCode, headers, body } = await unlessEnded(end.signal, asked)
      return {
        status: statusCode,
        headers: flat(headers),
        body: timed(body, end, failed),
        discard() {
          end.done()
          body.on('error', () => {}).destroy()
        },
      }
    } catch (error) {
      end.done()
      throw failed(error)
    }
  }

  async function whole(which: 'kept' | 'single', request: HttpRequest): Promise<HttpAnswer> {
    const { body, discard, ...answer } = await begin(which, request)
    try {
      const announced = Number(answer.headers['content-length'] ?? Number.NaN)
      const { memory } = request
      return { ...answer, body: await readAll(body, { largest: limits.maxAnswer, announced, memory }) }
    } catch (error) {
      discard()
      throw error instanceof AnswerTooLarge ? failure(error, request, true) : error
    }
  }

  return {
    call: (request) => whole('kept', request),
    callOnce: (request) => whole('single', request),
    stream: (request) => begin('kept', request),
    async close() {
      isClosed = true
      const opened = await opening
      await Promise.all([opened?.kept.destroy(), opened?.single.destroy()])
    },
  }
}

/** What the calls go through. The library is loaded at the first call, as storage threads and most commands make none. */
interface Connections {
  kept: Agent
  single: Agent
  /** Notes when the writing of a request begins: before that moment, nothing can have arrived. */
  noticeStart(began: () => void): Dispatcher.DispatcherComposeInterceptor
}

function noticeStartWith(decorator: typeof DecoratorHandler): Connections['noticeStart'] {
  // Forwards every callback; undici's own types lack some methods of the class.
  const Forwarding = decorator as new (handler: Dispatcher.DispatchHandler) => Dispatcher.DispatchHandler
  class StartNoticing extends Forwarding {
    readonly #began: () => void
    constructor(handler: Dispatcher.DispatchHandler, began: () => void) {
      super(handler)
      this.#began = began
    }
    override onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
      this.#began()
      super.onRequestStart?.(controller, context)
    }
  }
  return (began) => (dispatch) => (options, handler) => dispatch(options, new StartNoticing(handler, began))
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
  /** The length that the answer's header names, which undici enforces; NaN without such a header. */
  announced: number
  memory: HttpRequest['memory']
}

async function readAll(
  body: AsyncIterable<Uint8Array>,
  { largest, announced, memory = (length) => new Uint8Array(length) }: ReadAll,
): Promise<Uint8Array> {
  if (announced > largest) throw new AnswerTooLarge(largest)
  // Each piece is copied to its place as it comes, so that the answer is never in memory twice.
  const place = Number.isNaN(announced) ? undefined : memory(announced)
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    if (length + piece.byteLength > largest) throw new AnswerTooLarge(largest)
    if (place) place.set(piece, length)
    else pieces.push(piece)
    length += piece.byteLength
  }
  if (place) return place
  return joined(pieces, memory)
}

/** The bytes written at once. */
const pieceLength = 64 * 1024

/**
 * The pieces of a request, each of which gives the call more time. undici counts the wait for the answer from the last
 * piece; a body written as one it would count from its first byte, however slow the line.
 */
function* inPieces(body: Uint8Array, sent: (bytes: number) => void): Iterable<Uint8Array> {
  for (let start = 0; start < body.byteLength; start += pieceLength) {
    const piece = body.subarray(start, start + pieceLength)
    sent(piece.byteLength)
    yield piece
  }
}

/** The pieces of an answer, each of which gives the call more time. */
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
