import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Limits of connections to a loopback port. All clients there have the same address, so connections are
 * classified by behavior. A *stranger* has not authenticated on its connection. A *silent* stranger has not
 * even completed the TLS handshake and the head of its first request.
 */
const connectionLimits = {
  connections: 1000,
  strangers: 256,
  silent: 128,
  /** Maximum number of connections per user, or per remote address outside this computer. */
  each: 128,
  /** How long a silent connection is kept when there is no free slot, in milliseconds. */
  silentGrace: 1000,
  /**
   * How long a connection with an incomplete request head is kept, in milliseconds; normal clients send the
   * head in one piece.
   */
  headGrace: 300,
  /**
   * Idle time after which a silent connection, or a stranger's between two requests, is closed, in
   * milliseconds.
   */
  strangerIdle: 10_000,
  checkEvery: 500,
}
export type ConnectionLimits = typeof connectionLimits

interface Held {
  socket: Socket
  address: string
  user?: string
  /** Responses in progress, oldest first. A response is removed when the client has received all of it. */
  answers: Pick<ServerResponse, 'writableEnded'>[]
  /** True after the TLS handshake. */
  secured: boolean
  /** True once a complete request head has been received. */
  heard: boolean
  /** When the current state started, in milliseconds of `performance.now()`. */
  since: number
}

/**
 * Enforces the limits on a server. At a limit, the lowest-ranked connection is closed to admit a new one; the
 * oldest first within a rank. Ranks, lowest first: silent past its grace time, strangers between two
 * requests, strangers waiting for a response, other new connections, connections with an incomplete head,
 * authenticated users between two requests, authenticated users still receiving a response. An authenticated
 * user whose response is being prepared is never closed.
 */
export function limitConnections(server: Server, changed: Partial<ConnectionLimits> = {}) {
  const limits = { ...connectionLimits, ...changed }
  const all = new Set<Held>()
  const bySocket = new WeakMap<Duplex, Held>()
  const byPlace = new Map<string, Held>()
  const isTls = 'setSecureContext' in server
  let timer: NodeJS.Timeout | undefined

  const close = (held: Held): void => {
    all.delete(held)
    held.socket.destroy()
  }
  const rank = (held: Held, now: number): number => {
    if (held.user === undefined) {
      if (held.answers.length > 0) return 2
      if (held.heard) return 1
      const hasBytes = held.socket.bytesRead > 0
      const hasStarted = isTls ? held.secured : hasBytes
      if (now - held.since > (hasStarted ? limits.headGrace : limits.silentGrace)) return 0
      return hasBytes ? 4 : 3
    }
    const [current] = held.answers
    if (!current) return 5
    return current.writableEnded ? 6 : Number.POSITIVE_INFINITY
  }
  /** Closes lowest-ranked connections until `max` are left; closes `newest` if no other has a lower rank. */
  const makeRoom = (max: number, matches: (held: Held) => boolean, newest?: Held): void => {
    let counted = 0
    for (const held of all) if (matches(held)) counted += 1
    const now = performance.now()
    for (; counted > max; counted--) {
      let candidate: Held | undefined
      let lowest = Number.POSITIVE_INFINITY
      // The set is in insertion order, so within a rank the first connection found is the oldest.
      for (const held of all) {
        if (held === newest || !matches(held)) continue
        const own = rank(held, now)
        if (own < lowest || (own === lowest && candidate && held.since < candidate.since)) {
          candidate = held
          lowest = own
        }
      }
      const toClose = candidate ?? newest
      if (!toClose) return
      close(toClose)
    }
  }
  const isStranger = ({ user }: Held) => user === undefined
  const isSilent = ({ user, heard }: Held) => user === undefined && !heard

  const closeIdle = (): void => {
    const now = performance.now()
    const silent: Held[] = []
    for (const held of all) {
      if (!isStranger(held) || held.answers.length > 0) continue
      // For a silent connection that has started a request, the server's own timeout response should come
      // first.
      if (now - held.since > limits.strangerIdle * (held.heard ? 1 : 1.2)) close(held)
      else if (isSilent(held)) silent.push(held)
    }
    for (const held of silent.slice(0, Math.max(0, silent.length - limits.silent)))
      if (now - held.since > limits.silentGrace) close(held)
  }

  server.on('connection', (socket: Socket) => {
    const held: Held = {
      socket,
      address: socket.remoteAddress ?? '',
      answers: [],
      secured: false,
      heard: false,
      since: performance.now(),
    }
    const peer = peerOf(socket)
    all.add(held)
    bySocket.set(socket, held)
    byPlace.set(peer, held)
    socket.once('close', () => {
      all.delete(held)
      if (byPlace.get(peer) === held) byPlace.delete(peer)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
    timer ??= setInterval(closeIdle, limits.checkEvery).unref()
    makeRoom(limits.strangers, isStranger, held)
    if (!isLoopback(held.address))
      makeRoom(limits.each, ({ user, address }) => user === undefined && address === held.address, held)
    makeRoom(limits.connections, () => true, held)
  })
  // Over TLS, the request's socket is not the accepted socket object; both have the same remote port.
  server.on('secureConnection', (socket: Socket) => {
    const held = byPlace.get(peerOf(socket))
    if (!held) return
    bySocket.set(socket, held)
    held.secured = true
    held.since = performance.now()
  })

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const held = bySocket.get(request.socket)
    if (!held) return
    held.heard = true
    held.answers.push(response)
    held.since = performance.now()
    response.once('close', () => {
      held.answers = held.answers.filter((one) => one !== response)
      held.since = performance.now()
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, onRequest)

  return {
    /** Marks a connection as authenticated by `user`; such connections are closed last. */
    vouch(socket: Duplex, user: string): void {
      const held = bySocket.get(socket)
      if (!held || held.user === user) return
      held.user = user
      makeRoom(limits.each, (other) => other.user === user)
    },
    /** Resets the idle time of a connection that was served outside of the server's own request handling. */
    served(socket: Duplex): void {
      const held = bySocket.get(socket)
      if (held) held.since = performance.now()
    },
    /** Marks such a response as in progress. @returns a function to call when the client has received it */
    sending(socket: Duplex): () => void {
      const held = bySocket.get(socket)
      const answer = { writableEnded: true }
      held?.answers.push(answer)
      return () => {
        if (!held) return
        held.answers = held.answers.filter((one) => one !== answer)
        held.since = performance.now()
      }
    },
    /** The number of open connections. */
    size: (): number => all.size,
    /**
     * Closes all connections without a response in progress, when the server shuts down. The server itself
     * would wait for those that have sent nothing yet, and over TLS for those without a handshake.
     */
    closeUnused(): void {
      for (const held of all) if (held.answers.length === 0) close(held)
    },
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)
