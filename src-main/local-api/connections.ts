import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * What one client may take of the server, in milliseconds where nothing else is said. A client that sends slowly, or
 * does not read what it asked for, ends its own connection and holds up nobody.
 */
export const patienceWithClients = {
  /** Until the headers of a request are there, and until all of it is: 16 MB at 140 KB a second. */
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  /** How often the two are looked after. */
  connectionsCheckingInterval: 5000,
  /**
   * Nothing moves on a connection while an answer is awaited, or, up to twice as long, while it is sent; longer than
   * the longest latency one may set.
   */
  stalled: 120_000,
  /** Between two requests. */
  keepAliveTimeout: 65_000,
  /** At a time; more are closed as they come. */
  connections: 500,
}
export type Patience = typeof patienceWithClients

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Sets the limits that no option of the server's constructor has. */
export function limitConnections(server: Server, { stalled, connections }: Patience): void {
  server.timeout = stalled
  server.maxConnections = connections
}

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
