import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

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
