import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from './api-error.ts'

/**
 * How long the server waits for a client, in milliseconds. One that sends slowly, or does not read what it asked for,
 * ends its own connection and holds up nobody. How many there may be is in `platform/connection-limits.ts`.
 */
export const patienceWithClients = {
  /** Until the headers of a request are there: ten seconds, as they are looked after once a second. */
  headersTimeout: 9000,
  /** Until all of a request is there: 16 MB at 140 KB a second. Slow bodies end sooner: see `slowestBody`. */
  requestTimeout: 120_000,
  /** How often the two are looked after. */
  connectionsCheckingInterval: 1000,
  /**
   * Nothing moves on a connection while an answer is awaited, or, up to twice as long, while it is sent; longer than
   * the longest latency one may set.
   */
  stalled: 120_000,
  /** All of an answer that is made while it is sent is taken; what it is made from is held so long. */
  largestAnswer: 3600_000,
  /** Between two requests. */
  keepAliveTimeout: 65_000,
}
export type Patience = typeof patienceWithClients

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Requests that come over one connection are worked on one after the other, each when the answer before it has been
 * taken: a client can ask for a thousand pages in one packet, and would have them all made and waiting for it.
 */
export function inTurn(listener: Listener): Listener {
  const turns = new WeakMap<Duplex, Promise<void>>()
  return (request, response) => {
    const before = turns.get(request.socket)
    const taken = new Promise<void>((resolve) => void response.once('close', resolve))
    turns.set(request.socket, taken)
    if (!before) return listener(request, response)
    return before.then(() => (request.socket.destroyed ? undefined : listener(request, response)))
  }
}

/** Answers of more bytes than this are large: giving one to the system takes a millisecond or more. */
const largeBytes = 128 * 1024

/** How many answers are made at a time while they are sent, and how long one waits for its turn, in milliseconds. */
const mostLargeAnswers = 32
const longestWait = 30_000

export interface LargeAnswers {
  /**
   * Lets one large answer, or piece of one, be sent in each turn of the event loop, in order: hundreds that are asked
   * for at once would else all be sent before anybody is heard. Small ones never wait.
   */
  turn(bytes: number): Promise<void>
  /**
   * Room for an answer that is made while it is sent, given back by calling what comes.
   * @throws ApiError 503 when the clients of others have not taken theirs in time
   */
  enter(): Promise<() => void>
}

export function createLargeAnswers({ atOnce = mostLargeAnswers, wait = longestWait } = {}): LargeAnswers {
  let last = Promise.resolve()
  let free = atOnce
  const waiting = new Set<() => void>()
  const leaver = () => {
    let isThere = true
    return () => {
      if (!isThere) return
      isThere = false
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
  return {
    turn(bytes) {
      if (bytes <= largeBytes) return Promise.resolve()
      last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
      return last
    },
    enter() {
      if (free > 0) {
        free--
        return Promise.resolve(leaver())
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const timer = setTimeout(() => {
        waiting.delete(next)
        const detail = `${atOnce} large answers are being sent, and their clients are slow to take them. Try again, or ask for fewer items.`
        reject(new ApiError(503, detail, { headers: { 'Retry-After': '30' } }))
      }, wait).unref()
      const next = () => {
        clearTimeout(timer)
        waiting.delete(next)
        resolve(leaver())
      }
      waiting.add(next)
      return promise
    },
  }
}
