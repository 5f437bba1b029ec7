/**
 * A proxy with real connections between programs and the service. It loses, delays, cuts and fakes answers,
 * and records what each program has sent and the result.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Time } from '../time.ts'
import type { CatalogService, ServiceAnswer, ServiceCall } from './catalog-service.ts'

export const callKinds = ['send', 'status', 'newest', 'item', 'probe'] as const
export type CallKind = (typeof callKinds)[number]

/** Whether and when a call reaches the service although the program does not get its answer. */
export type Passage = 'never' | 'before' | 'late'

export type Fault =
  /** The connection is cut. */
  | { kind: 'cut'; passage: Passage }
  /** The connection is cut within the answer, whose length was announced. */
  | { kind: 'cut-answer'; part: number }
  /** A complete answer with a truncated document. */
  | { kind: 'truncate'; part: number }
  /** An HTML page instead of the answer. */
  | { kind: 'page'; passage: Passage }
  | { kind: 'status'; status: number; passage: Passage; retryAfter?: string }
  /** Neither forwarded nor answered until the next step. */
  | { kind: 'hold-request' }
  /** Forwarded; the answer is held until the next step. */
  | { kind: 'hold-answer' }
  /** The status of a feed has the identifier of another feed. */
  | { kind: 'other-feed' }

/** One sending of a feed by a program. */
export interface Sending {
  program: number
  key: string
  /** The identifier that the service assigned; absent until it arrives. */
  feedId?: string
  /** Whether the program received the service's own answer. */
  clean: boolean
}

/** Milliseconds after which a late call reaches the service. */
const lateness = 40_000

export class Intermediary {
  readonly sendings: Sending[] = []
  calls = 0
  /** Calls with a fault. */
  losses = 0
  datesAreSent = true
  /** All connections are cut at once. */
  isOut = false
  /** Returned for every call instead of the service's answer. */
  refusal: { status: number; retryAfter?: string } | undefined
  /** Called for every call that arrives, before it is handled. */
  onArrival: (program: number) => void = () => undefined
  readonly #service: CatalogService
  readonly #time: Time
  readonly #server = createServer((incoming, outgoing) => {
    this.#answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  #faults: { on: CallKind; fault: Fault; left: number }[] = []
  readonly #held = new Set<() => void>()
  #late: { at: number; deliver: () => void }[] = []

  constructor(service: CatalogService, time: Time) {
    this.#service = service
    this.#time = time
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** The base address for one program. */
  address(program: number): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${program}`
  }

  fail(on: CallKind, fault: Fault, times: number): void {
    this.#faults.push({ on, fault, left: times })
  }

  /** Number of calls that are neither answered nor cut. */
  get held(): number {
    return this.#held.size
  }

  /** Continues held calls. */
  release(): void {
    for (const letGo of this.#held) letGo()
    this.#held.clear()
  }

  /** Delivers late calls that are due. */
  deliver(): void {
    const due = this.#late.filter(({ at }) => at <= this.#time.now)
    this.#late = this.#late.filter(({ at }) => at > this.#time.now)
    for (const { deliver } of due) deliver()
  }

  heal(): void {
    this.#faults = []
    this.isOut = false
    this.refusal = undefined
    this.release()
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const url = new URL(incoming.url ?? '', 'http://here')
    const [, program = '', , ...rest] = url.pathname.split('/')
    const key = incoming.headers['idempotency-key']
    const method = incoming.method ?? ''
    const call = { method, path: `/${rest.join('/')}`, query: url.searchParams, body, key: String(key) }
    this.calls++
    // The date header shows the service's own clock.
    outgoing.sendDate = false
    if (this.datesAreSent) outgoing.setHeader('date', new Date(this.#time.now).toUTCString())
    this.onArrival(Number(program))
    const kind = kindOf(call)
    const sending: Sending = { program: Number(program), key: call.key, clean: false }
    if (kind === 'send') this.sendings.push(sending)
    const planned = this.#faults.find(({ on, left }) => left > 0 && on === kind)
    if (planned) planned.left--
    const fault = this.isOut ? ({ kind: 'cut', passage: 'never' } as const) : planned?.fault
    const passOn = (): ServiceAnswer => {
      const answer = this.#service.answer(call)
      const feedId = /<feedId>(?<id>[^<]+)/.exec(answer.xml)?.groups?.['id']
      if (kind === 'send' && answer.status === 200 && feedId) sending.feedId = feedId
      return answer
    }
    const pass = (passage: Passage): void => {
      if (passage === 'before') passOn()
      if (passage === 'late') this.#late.push({ at: this.#time.now + lateness, deliver: passOn })
    }
    if (fault || this.refusal) this.losses++
    if (this.refusal && !fault) return refuse(outgoing, this.refusal)
    switch (fault?.kind) {
      case 'cut':
        pass(fault.passage)
        return cut(outgoing)
      case 'page':
        pass(fault.passage)
        return send(outgoing, 200, '<html><body>Please sign in</body></html>', 'text/html')
      case 'status':
        pass(fault.passage)
        return refuse(outgoing, fault)
      case 'cut-answer': {
        const { status, xml } = passOn()
        outgoing.writeHead(status, { 'content-length': xml.length })
        outgoing.write(xml.slice(0, Math.floor(xml.length * fault.part)), () => cut(outgoing))
        return
      }
      case 'truncate': {
        const { status, xml } = passOn()
        return send(outgoing, status, xml.slice(0, Math.floor(xml.length * fault.part)))
      }
      case 'hold-request':
        await this.#hold(outgoing)
        break
      case 'hold-answer': {
        const { status, xml } = passOn()
        sending.clean = true
        await this.#hold(outgoing)
        return send(outgoing, status, xml)
      }
      case 'other-feed': {
        const { status, xml } = passOn()
        return send(outgoing, status, xml.replace(/<feedId>[^<]+/, '<feedId>another'))
      }
      default:
    }
    const { status, xml } = passOn()
    sending.clean = true
    send(outgoing, status, xml)
  }

  async #hold(outgoing: ServerResponse): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.add(resolve)
    outgoing.once('close', () => {
      this.#held.delete(resolve)
      resolve()
    })
    await promise
  }
}

function kindOf({ method, path }: ServiceCall): CallKind {
  if (method !== 'GET') return 'send'
  if (path.startsWith('/item')) return 'item'
  if (!path.startsWith('/feed')) return 'probe'
  return /^\/feed\/(?:items|contentplus)\/./.test(path) ? 'status' : 'newest'
}

function send(outgoing: ServerResponse, status: number, text: string, type = 'application/xml'): void {
  outgoing.writeHead(status, { 'content-type': type })
  outgoing.end(text)
}

function refuse(
  outgoing: ServerResponse,
  { status, retryAfter }: { status: number; retryAfter?: string },
): void {
  outgoing.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
  outgoing.end()
}

/** Resets the connection instead of closing it. */
const cut = (outgoing: ServerResponse): void =>
  void (outgoing.socket?.resetAndDestroy() ?? outgoing.destroy())
