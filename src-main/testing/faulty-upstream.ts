/**
 * A real HTTP proxy before a real service, which passes calls on and fails when a test says so.
 */
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
  /** Passes on after a while. */
  | { kind: 'latency'; milliseconds: number }
  /** Cuts the connection without passing the call on. */
  | { kind: 'reset-before' }
  /** Passes the call on and cuts the connection instead of answering: a lost acknowledgement. */
  | { kind: 'reset-after' }
  /** Passes the call on and never answers. */
  | { kind: 'hang' }
  /** Announces the whole answer and cuts the connection after a part of it (0 to 1). */
  | { kind: 'cut-body'; part: number }
  /** A complete HTTP answer with a part (0 to 1) of the document. */
  | { kind: 'truncate'; part: number }
  /** Answers itself, without passing on. */
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Passes on and answers with another status, as something between here and the service does. */
  | { kind: 'instead'; status: number; headers?: Record<string, string>; body?: string }
  /** Passes on twice and gives the second answer. */
  | { kind: 'double' }
  /** Cuts the connection at once, and passes the call on after a while. */
  | { kind: 'late'; milliseconds: number }
  /** A sign-in page, as hotels serve it, without passing on. */
  | { kind: 'html' }
  /** Passes on and changes the answer. */
  | { kind: 'rewrite'; rewrite: (body: Buffer) => Buffer | string }
  /** Passes on and trickles the answer. */
  | { kind: 'slow'; bytesPerSecond: number }
  /** Passes on and answers without saying how long the answer is; the connection that ends it is closed a while later. */
  | { kind: 'slow-close'; milliseconds: number }
  /** Passes on and answers in ISO 8859-1, with the header and the declaration of UTF-8. */
  | { kind: 'wrong-charset' }
  /** Passes on another call in its place, such as one for the page before. */
  | { kind: 'other-call'; path: (path: string) => string }
  /** Does something first, such as setting a clock, and passes on. */
  | { kind: 'meanwhile'; action: () => void | Promise<void> }

export interface SeenCall {
  method: string
  /** With the query. */
  path: string
  idempotencyKey?: string
  /** Of the request's body. */
  sha256: string
  /** Of the request's body. */
  bytes: number
  /** Whether the service behind the proxy got the call. */
  passedOn: boolean
  /** How often the service got it beyond once, by the doing of the proxy. */
  copies?: number
  /** The status of the answer of the service behind the proxy. */
  status?: number
}

export interface FaultyUpstream {
  /** The address for a client, in place of the service's own. */
  address: string
  /** Every call so far, in order of arrival. */
  calls: SeenCall[]
  /** From now on, calls that match go wrong, `times` times (default: once; Infinity: until `heal`). */
  fail(fault: Fault, options?: { when?: (call: SeenCall) => boolean; times?: number }): void
  /** Asked first what goes wrong with a call; absent: only what `fail` has said. */
  onCall: ((call: SeenCall) => Fault | undefined) | undefined
  /** Forgets all faults. */
  heal(): void
  /** Refuses connections; those that are open are cut. */
  stop(): Promise<void>
  /** Listens again, on the same port. */
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
 * Starts a proxy on loopback before the service at `target` (an origin, or a base address).
 * @param withoutKeys whether to remove idempotency keys, so that the service acts like one without them
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
      await passOn(target, path, incoming, body)
      call.copies = 1
    }
    const passed = await passOn(target, path, incoming, body)
    call.status = passed.status
    if (fault?.kind === 'late') return
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

async function passOn(
  target: string,
  path: string,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<PassedAnswer> {
  const passing = request(`${target.replace(/\/$/, '')}${path}`, {
    method: incoming.method,
    headers: { ...incoming.headers, host: new URL(target).host },
    agent: false,
  })
  passing.end(body)
  const [answer] = (await once(passing, 'response')) as [IncomingMessage]
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

/** A reset, not an orderly end. */
const cut = (outgoing: ServerResponse): void =>
  void (outgoing.socket?.resetAndDestroy() ?? outgoing.destroy())
