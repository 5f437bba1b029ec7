import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Limits the connections to a port on loopback. All clients there share one address, so connections are told apart by
 * behaviour: a stranger has shown no right credentials on the connection; a silent stranger has not even finished the
 * TLS handshake and the head of a first request.
 */
const connectionLimits = {
  connections: 1000,
  strangers: 256,
  silent: 128,
  /** The most connections of one user, or of one address that is not this computer's. */
  each: 128,
  /** How long a silent connection is kept, in milliseconds, unless all places are taken. */
  silentGrace: 1000,
  /** How long a connection with an unfinished request head is kept; honest clients send a head in one piece. */
  headGrace: 300,
  /** After how long a connection that is silent, or a stranger's between two requests, is closed, in milliseconds. */
  strangerIdle: 10_000,
  checkEvery: 500,
}
export type ConnectionLimits = typeof connectionLimits

interface Held {
  socket: Socket
  address: string
  user?: string
  /** The responses to the requests that have come, the oldest first, until the client has taken them. */
  answers: Pick<ServerResponse, 'writableEnded'>[]
  /** Whether the TLS handshake is done. */
  secured: boolean
  /** Whether a whole request head came. */
  heard: boolean
  /** When the present state began, by the monotonic clock. */
  since: number
}

/**
 * Keeps room on a server: when the places are taken, the connection of the lowest rank is closed for a new one, the
 * oldest of a rank first. From the lowest rank: long silent connections, strangers between two requests, strangers being
 * answered, other new connections, those with an unfinished head, known users between two requests, known users who
 * have not taken all of their answer. A known user whose answer is being made is never closed.
 */
export function keepConnections(server: Server, changed: Partial<ConnectionLimits> = {}) {
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
      const hasBegun = isTls ? held.secured : hasBytes
      if (now - held.since > (hasBegun ? limits.headGrace : limits.silentGrace)) return 0
      return hasBytes ? 4 : 3
    }
    const [current] = held.answers
    if (!current) return 5
    return current.writableEnded ? 6 : Number.POSITIVE_INFINITY
  }
  /** Closes connections of the lowest rank until `most` are left; the new one, when no other has a lower rank. */
  const makeRoom = (most: number, belongs: (held: Held) => boolean, newest?: Held): void => {
    let counted = 0
    for (const held of all) if (belongs(held)) counted += 1
    const now = performance.now()
    for (; counted > most; counted--) {
      let least: Held | undefined
      let lowest = Number.POSITIVE_INFINITY
      // The set is in order of arrival, so the first connection of a rank and a moment is the oldest.
      for (const held of all) {
        if (held === newest || !belongs(held)) continue
        const own = rank(held, now)
        if (own < lowest || (own === lowest && least && held.since < least.since)) {
          least = held
          lowest = own
        }
      }
      const leaving = least ?? newest
      if (!leaving) return
      close(leaving)
    }
  }
  const isStranger = ({ user }: Held) => user === undefined
  const isSilent = ({ user, heard }: Held) => user === undefined && !heard

  const look = (): void => {
    const now = performance.now()
    const silent: Held[] = []
    for (const held of all) {
      if (!isStranger(held) || held.answers.length > 0) continue
      // On a silent connection where HTTP has begun, the server itself first answers that the request took too long.
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
    const place = placeOf(socket)
    all.add(held)
    bySocket.set(socket, held)
    byPlace.set(place, held)
    socket.once('close', () => {
      all.delete(held)
      if (byPlace.get(place) === held) byPlace.delete(place)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
    timer ??= setInterval(look, limits.checkEvery).unref()
    makeRoom(limits.strangers, isStranger, held)
    if (!isLoopback(held.address))
      makeRoom(limits.each, ({ user, address }) => user === undefined && address === held.address, held)
    makeRoom(limits.connections, () => true, held)
  })
  // Over TLS, a request's socket is another object than the connection; both have the same remote port.
  server.on('secureConnection', (socket: Socket) => {
    const held = byPlace.get(placeOf(socket))
    if (!held) return
    bySocket.set(socket, held)
    held.secured = true
    held.since = performance.now()
  })

  const hear = (request: IncomingMessage, response: ServerResponse): void => {
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
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, hear)

  return {
    /** Notes that right credentials came over a connection, which is among the last to be closed from now on. */
    vouch(socket: Duplex, user: string): void {
      const held = bySocket.get(socket)
      if (!held || held.user === user) return
      held.user = user
      makeRoom(limits.each, (other) => other.user === user)
    },
    /** Notes that a known user's connection was answered without a request that the server knows of. */
    served(socket: Duplex): void {
      const held = bySocket.get(socket)
      if (held) held.since = performance.now()
    },
    /** Notes that the client has not taken such an answer yet; the function that comes is called when it has. */
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
     * Closes, for a server that ends, all connections that wait for no answer. The server itself would wait for those that
     * have sent nothing yet, and over TLS for those without a handshake.
     */
    closeUnused(): void {
      for (const held of all) if (held.answers.length === 0) close(held)
    },
  }
}

const placeOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)
