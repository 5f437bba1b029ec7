/** A real HTTP proxy in front of a real service. It forwards calls, and fails when a test requests it. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

export type Fault =
  /** Forwards the call after a delay. */
  | { kind: 'latency'; milliseconds: number }
  /** Cuts the connection without forwarding the call. */
  | { kind: 'reset-before' }
  /** Forwards the call and cuts the connection instead of answering: a lost acknowledgement. */
  | { kind: 'reset-after' }
  /** Forwards the call and never answers. */
  | { kind: 'hang' }
  /** Announces the whole answer and cuts the connection after a part of it (0 to 1). */
  | { kind: 'cut-body'; part: number }
  /** Sends a complete HTTP answer with a part (0 to 1) of the document. */
  | { kind: 'truncate'; part: number }
  /** Answers itself, without forwarding the call. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Forwards the call and answers with another status, as an intermediary may do. */
  | { kind: 'instead'; status: number; headers?: Record<string, string>; body?: string }
  /** Forwards the call twice and returns the second answer. */
  | { kind: 'double' }
  /** Cuts the connection immediately, and forwards the call after a delay. */
  | { kind: 'late'; milliseconds: number }
  /** Answers with a sign-in page, as hotel networks do, without forwarding the call. */
  | { kind: 'html' }
  /** Forwards the call and changes the answer. */
  | { kind: 'rewrite'; rewrite: (body: Buffer) => Buffer | string }
  /** Forwards the call and sends the answer slowly. */
  | { kind: 'slow'; bytesPerSecond: number }
  /**
   * Forwards the call and answers without a content length; the connection is closed after a delay to end the
   * answer.
   */
  | { kind: 'slow-close'; milliseconds: number }
  /** Forwards the call and answers in ISO 8859-1, with a header and a declaration of UTF-8. */
  | { kind: 'wrong-charset' }
  /** Forwards another call instead, for example one for the previous page. */
  | { kind: 'other-call'; path: (path: string) => string }
  /** Runs an action first, for example setting a clock, and then forwards the call. */
  | { kind: 'meanwhile'; action: () => void | Promise<void> }

export interface SeenCall {
  method: string
  /** With the query. */
  path: string
  idempotencyKey?: string
  /** The hash of the request's body. */
  sha256: string
  /** The size of the request's body. */
  bytes: number
  /** Whether the service behind the proxy received the call. */
  passedOn: boolean
  /** How many additional times the service received it because of the proxy. */
  copies?: number
  /** The status that the service behind the proxy answered. */
  status?: number
}

export interface FaultyUpstream {
  /** The address for a client, in place of the service's own. */
  address: string
  /** Every call so far, in order of arrival. */
  calls: SeenCall[]
  /** From now on, matching calls fail, `times` times (default: once; Infinity: until `heal`). */
  fail(fault: Fault, options?: { when?: (call: SeenCall) => boolean; times?: number }): void
  /** Called first to choose the fault of a call; when absent, only the faults of `fail` apply. */
  onCall: ((call: SeenCall) => Fault | undefined) | undefined
  /** Removes all faults. */
  heal(): void
  /** Refuses connections and cuts open ones. */
  stop(): Promise<void>
  /** Listens again on the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

interface PlannedFault {
  fault: Fault
  when: (call: SeenCall) => boolean
  left: number
}
interface PassedAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const signInPage =
  '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please sign in</body></html>'

/**
 * Starts a proxy on loopback in front of the service at `target` (an origin, or a base address).
 * @param withoutKeys whether to remove idempotency keys, so that the service behaves like one without them
 */
export async function startFaultyUpstream(
  target: string,
  { withoutKeys = false } = {},
): Promise<FaultyUpstream> {
  const calls: SeenCall[] = []
  let faults: PlannedFault[] = []
  let port = 0
  let server: Server | undefined

  const nextFault = (call: SeenCall): Fault | undefined => {
    const planned = faults.find(({ when, left }) => left > 0 && when(call))
    if (planned) planned.left--
    return planned?.fault
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const key = incoming.headers['idempotency-key']
    const call: SeenCall = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      sha256: createHash('sha256').update(body).digest('hex'),
      bytes: body.byteLength,
      passedOn: false,
      ...(typeof key === 'string' && { idempotencyKey: key }),
    }
    calls.push(call)
    const fault = upstream.onCall?.(call) ?? nextFault(call)
    if (fault?.kind === 'reset-before') return cut(outgoing)
    if (fault?.kind === 'status')
      return send(outgoing, fault.status, fault.headers ?? {}, Buffer.from(fault.body ?? ''))
    if (fault?.kind === 'html')
      return send(outgoing, 200, { 'content-type': 'text/html' }, Buffer.from(signInPage))
    if (fault?.kind === 'latency') await delay(fault.milliseconds)
    if (fault?.kind === 'meanwhile') await fault.action()
    call.passedOn = true
    const path = fault?.kind === 'other-call' ? fault.path(call.path) : call.path
    if (withoutKeys) delete incoming.headers['idempotency-key']
    if (fault?.kind === 'late') {
      cut(outgoing)
      await delay(fault.milliseconds)
    }
    if (fault?.kind === 'double') {
      await forward(target, path, incoming, body)
      call.copies = 1
    }
    const passed = await forward(target, path, incoming, body)
    call.status = passed.status
    if (fault?.kind === 'late') return
    // The length in an answer to HEAD is that of the body which GET would send.
    if (call.method === 'HEAD' && !fault) return void outgoing.writeHead(passed.status, passed.headers).end()
    await answerWith(outgoing, passed, fault)
  }

  async function listen(): Promise<void> {
    const started = createServer((incoming, outgoing) => {
      answer(incoming, outgoing).catch(() => cut(outgoing))
    })
    started.listen(port, '127.0.0.1')
    await once(started, 'listening')
    port = (started.address() as AddressInfo).port
    server = started
  }
  async function stop(): Promise<void> {
    const stopped = server
    server = undefined
    if (!stopped) return
    const closed = once(stopped, 'close')
    stopped.close()
    stopped.closeAllConnections()
    await closed
  }

  const upstream: FaultyUpstream = {
    onCall: undefined,
    get address() {
      return `http://127.0.0.1:${port}`
    },
    calls,
    fail(fault, { when = () => true, times = 1 } = {}) {
      faults.push({ fault, when, left: times })
    },
    heal() {
      faults = []
    },
    stop,
    start: listen,
    close: stop,
  }
  await listen()
  return upstream
}

async function forward(
  target: string,
  path: string,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<PassedAnswer> {
  const forwarded = request(`${target.replace(/\/$/, '')}${path}`, {
    method: incoming.method,
    headers: { ...incoming.headers, host: new URL(target).host },
    agent: false,
  })
  forwarded.end(body)
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
}

async function answerWith(
  outgoing: ServerResponse,
  passed: PassedAnswer,
  fault: Fault | undefined,
): Promise<void> {
  const { status, body } = passed
  const headers = { ...passed.headers }
  delete headers['transfer-encoding']
  switch (fault?.kind) {
    case 'hang':
      return
    case 'reset-after':
      return cut(outgoing)
    case 'cut-body': {
      outgoing.writeHead(status, { ...headers, 'content-length': body.byteLength })
      const part = body.subarray(0, Math.floor(body.byteLength * fault.part))
      outgoing.write(part, () => setImmediate(() => outgoing.destroy()))
      return
    }
    case 'truncate':
      return send(outgoing, status, headers, body.subarray(0, Math.floor(body.byteLength * fault.part)))
    case 'instead':
      return send(outgoing, fault.status, fault.headers ?? {}, Buffer.from(fault.body ?? ''))
    case 'rewrite':
      return send(outgoing, status, headers, Buffer.from(fault.rewrite(body)))
    case 'wrong-charset':
      return send(outgoing, status, headers, Buffer.from(body.toString('utf8'), 'latin1'))
    case 'slow-close':
      delete headers['content-length']
      outgoing.writeHead(status, { ...headers, connection: 'close' })
      outgoing.write(body)
      await delay(fault.milliseconds)
      return void outgoing.end()
    case 'slow':
      return trickle(outgoing, { ...passed, headers }, fault.bytesPerSecond)
    default:
      return send(outgoing, status, headers, body)
  }
}

function send(outgoing: ServerResponse, status: number, headers: IncomingHttpHeaders, body: Buffer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': body.byteLength })
  outgoing.end(body)
}

async function trickle(
  outgoing: ServerResponse,
  { status, headers, body }: PassedAnswer,
  bytesPerSecond: number,
) {
  outgoing.writeHead(status, { ...headers, 'content-length': body.byteLength })
  const step = Math.max(1, Math.floor(bytesPerSecond / 20))
  for (let at = 0; at < body.byteLength && !outgoing.destroyed; at += step) {
    outgoing.write(body.subarray(at, at + step))
    await delay(50)
  }
  outgoing.end()
}

/** Resets the connection instead of closing it in order. */
const cut = (outgoing: ServerResponse): void =>
  void (outgoing.socket?.resetAndDestroy() ?? outgoing.destroy())
