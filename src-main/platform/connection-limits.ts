import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * How many connections a port on loopback holds. All clients share one address there, so they are told apart by what
 * they do: strangers have shown no right credentials on their connection; the silent among them have not sent one
 * whole request head, the bytes of a TLS handshake included.
 */
export const connectionLimits = {
  connections: 1000,
  strangers: 500,
  silent: 100,
  /** Of one user, or of one address that is not this computer's. */
  each: 500,
  /** Milliseconds. A silent one is left in peace for so long, however many there are, unless all places are taken. */
  silentGrace: 1000,
  /** A silent one, or one of a stranger between two requests, is closed then. */
  strangerIdle: 10_000,
  /** An answer that is made and has not been taken for so long may be cut off when there is no room. */
  untaken: 5000,
  checkEvery: 500,
}
export type ConnectionLimits = typeof connectionLimits

export interface ConnectionKeeper {
  /** Says that right credentials came over this connection: it goes last from now on. */
  vouch(socket: Duplex, user: string): void
  /** Connections held now. */
  size(): number
}

interface Held {
  socket: Socket
  address: string
  user?: string
  /** Requests that are being answered. */
  open: number
  /** A whole request head came. */
  heard: boolean
  /** The newest answer. */
  response?: ServerResponse
  /** Of its present state, by the monotonic clock. */
  since: number
}

/**
 * Keeps room on a server. A newcomer is let in where anyone deserves the place less: those who are silent for long
 * first, then strangers between two requests, strangers being answered, other newcomers, known users between two
 * requests, and those that do not take their answer; the oldest of a kind first. A known user who is being answered is
 * never closed.
 */
export function keepConnections(server: Server, changed: Partial<ConnectionLimits> = {}): ConnectionKeeper {
  const limits = { ...connectionLimits, ...changed }
  const all = new Set<Held>()
  const bySocket = new WeakMap<Duplex, Held>()
  const byPlace = new Map<string, Held>()
  let timer: NodeJS.Timeout | undefined

  const close = (held: Held): void => {
    all.delete(held)
    held.socket.destroy()
  }
  const rank = (held: Held, now: number): number => {
    const isOld = (milliseconds: number) => now - held.since > milliseconds
    if (held.user === undefined) {
      if (held.open > 0) return 2
      if (held.heard) return 1
      return isOld(limits.silentGrace) ? 0 : 3
    }
    if (held.open === 0) return 4
    return held.response?.writableEnded && isOld(limits.untaken) ? 5 : Number.POSITIVE_INFINITY
  }
  /** Closes the least deserving until no more than `most` are left. A newcomer for whom nobody has to go, goes. */
  const makeRoom = (most: number, belongs: (held: Held) => boolean, newest?: Held): void => {
    let counted = 0
    for (const held of all) if (belongs(held)) counted += 1
    const now = performance.now()
    for (; counted > most; counted--) {
      let least: Held | undefined
      let lowest = Number.POSITIVE_INFINITY
      // The set is in order of arrival, so the first of those of one rank and moment is the oldest.
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
  const isSilent = ({ user, heard, open }: Held) => user === undefined && !heard && open === 0

  const look = (): void => {
    const now = performance.now()
    const silent: Held[] = []
    for (const held of all) {
      if (!isStranger(held) || held.open > 0) continue
      // Of a silent one the server itself says first that it waited too long, where HTTP has begun.
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
      open: 0,
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
  // Over TLS, requests come from another object than the connection; both have the same other end.
  server.on('secureConnection', (socket: Socket) => {
    const held = byPlace.get(placeOf(socket))
    if (held) bySocket.set(socket, held)
  })

  const hear = (request: IncomingMessage, response: ServerResponse): void => {
    const held = bySocket.get(request.socket)
    if (!held) return
    held.heard = true
    held.open += 1
    held.response = response
    held.since = performance.now()
    response.once('finish', () => {
      held.since = performance.now()
    })
    response.once('close', () => {
      held.open -= 1
      held.since = performance.now()
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, hear)

  return {
    vouch(socket, user) {
      const held = bySocket.get(socket)
      if (!held || held.user === user) return
      held.user = user
      makeRoom(limits.each, (other) => other.user === user)
    },
    size: () => all.size,
  }
}

const placeOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)
