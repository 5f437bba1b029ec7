import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../answers/api-error.ts'

/**
 * How long the server waits for a client, in milliseconds. A client that sends slowly, or does not read its
 * answer, loses its connection and does not delay others. `platform/connection-limits.ts` limits the number
 * of connections.
 */
export const clientTimeouts = {
  /** For the headers of a request: ten seconds together with the check interval. */
  headersTimeout: 9000,
  /** For a complete request: 16 MB at 140 KB a second. Slow bodies end sooner: see `slowestBody`. */
  requestTimeout: 120_000,
  /** The interval between two checks of these two timeouts. */
  connectionsCheckingInterval: 1000,
  /**
   * For any activity on a connection while an answer is built or, up to twice as long, while it is sent.
   * Longer than the longest latency that can be set.
   */
  stalled: 120_000,
  /**
   * For a client to receive all of an answer that is built while it is sent; a snapshot stays open this long.
   */
  maxAnswer: 3600_000,
  /** For the next request on a connection. */
  keepAliveTimeout: 65_000,
}
export type ClientTimeouts = typeof clientTimeouts

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Answers the requests of one connection one after the other: each starts when the client has received the
 * previous answer. A client can request a thousand pages in one packet, and otherwise all of them would be
 * built and kept in memory.
 */
export function answerInOrder(listener: Listener): Listener {
  const turns = new WeakMap<Duplex, Promise<void>>()
  return (request, response) => {
    const before = turns.get(request.socket)
    const taken = new Promise<void>((resolve) => void response.once('close', resolve))
    turns.set(request.socket, taken)
    if (!before) return listener(request, response)
    return before.then(() => (request.socket.destroyed ? undefined : listener(request, response)))
  }
}

/** Answers of more bytes count as large: passing one to the system takes a millisecond or more. */
const largeBytes = 128 * 1024

/**
 * The maximum number of bytes of large answers sent in one turn of the event loop: they take about a
 * millisecond.
 */
const maxInOneTurn = 4 * 1024 * 1024

/**
 * How many answers are built at a time while they are sent, and how long another waits for a place, in
 * milliseconds.
 */
const maxLargeAnswers = 32
const maxWait = 30_000

export type LargeAnswers = ReturnType<typeof createLargeAnswers>

export function createLargeAnswers({ atOnce = maxLargeAnswers, wait = maxWait } = {}) {
  let last = Promise.resolve()
  let inThisTurn = 0
  let free = atOnce
  const waiting = new Set<() => void>()
  /** Returns a function that frees a place; only its first call has an effect. */
  const createLeave = () => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
  return {
    /**
     * Whether this many bytes may be sent immediately: always for small answers, up to a limit per turn for
     * large ones.
     */
    isFree(bytes: number): boolean {
      if (bytes <= largeBytes) return true
      if (inThisTurn + bytes > maxInOneTurn) return false
      if (inThisTurn === 0)
        setImmediate(() => {
          inThisTurn = 0
        })
      inThisTurn += bytes
      return true
    },
    /**
     * Resolves when the bytes may be sent: one large answer, or piece, in each turn of the event loop, in
     * order. Otherwise hundreds of large answers would be sent before the next request is read. Small answers
     * never wait.
     */
    turn(bytes: number): Promise<void> {
      if (bytes <= largeBytes) return Promise.resolve()
      last = last.then(() => new Promise((resolve) => void setImmediate(resolve)))
      return last
    },
    /**
     * Takes a place for an answer that is built while it is sent; the returned function frees the place.
     * @throws ApiError 503 when no place is free in time
     */
    enter(): Promise<() => void> {
      if (free > 0) {
        free--
        return Promise.resolve(createLeave())
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
        resolve(createLeave())
      }
      waiting.add(next)
      return promise
    },
  }
}
