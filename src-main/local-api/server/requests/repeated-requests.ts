import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LargeAnswers } from './connections.ts'

/** An answer that is ready to be sent. */
export interface ReadyAnswer {
  /** Head and body. They are not copied, so nobody may change them before `release`. */
  pieces: readonly Uint8Array[]
  bytes: number
  /** Called once, when the connection has taken the answer, or is closed. */
  release(): void
}

/** A request whose bytes are longer is not repeated often enough to be remembered. */
const maxRequestLength = 4096

interface Options {
  isTls: boolean
  /** The answer to a request that came before in these very bytes; undefined when it has to be made. */
  answer(bytes: string, socket: Socket): ReadyAnswer | undefined
  largeAnswers: LargeAnswers
  /** Told when a client is slow to take an answer; the function that comes is called when it is taken. */
  sending(socket: Socket): () => void
  /** Milliseconds for anything to move on a connection: while an answer is sent, and between two requests. */
  stalled: number
  keepAlive: number
}

interface Connection {
  /** The parser has read whole requests only: what comes next begins a request. */
  isBetween: boolean
  /** Requests that were parsed and are not answered yet. */
  pending: number
  /** At least one request was parsed and answered. The parser limits the time for the first one. */
  hasAnswered: boolean
  /** The requests found in the chunk that is being parsed. */
  parsed: IncomingMessage[]
  /** Leaves the connection to others. */
  leave(): void
}

/**
 * Looks at what comes on each connection before the parser of HTTP does, and answers requests that are known byte for
 * byte. Nothing is parsed here: whatever is not known goes to the parser unchanged, and answers go out in the order of the
 * requests, as nothing is answered here while the parser has an unfinished request or one without its answer.
 */
export function answerRepeated(server: Server, options: Options) {
  const { answer, largeAnswers, sending, stalled, keepAlive } = options
  const connections = new WeakMap<Duplex, Connection>()
  const bytes = new WeakMap<IncomingMessage, string>()
  const underWay = new Set<Promise<void>>()
  let isOpen = true

  const write = (socket: Socket, { pieces, release }: ReadyAnswer): void => {
    socket.cork()
    for (const piece of pieces) if (piece.length > 0) socket.write(piece)
    socket.uncork()
    if (socket.writableLength === 0) {
      release()
      return
    }
    // The system has not taken all of it. The client is read no further until it has.
    const isTaken = sending(socket)
    socket.pause().setTimeout(stalled)
    const taken = new Promise<void>((resolve) => void socket.write('', () => resolve()))
    const done = taken.then(() => {
      release()
      isTaken()
      underWay.delete(done)
      if (socket.destroyed) return
      socket.setTimeout(keepAlive)
      socket.resume()
    })
    underWay.add(done)
  }
  const send = (socket: Socket, ready: ReadyAnswer): void => {
    if (largeAnswers.isFree(ready.bytes)) {
      write(socket, ready)
      return
    }
    socket.pause()
    const turn = largeAnswers.turn(ready.bytes).then(() => {
      underWay.delete(turn)
      if (socket.destroyed) return ready.release()
      socket.resume()
      write(socket, ready)
    })
    underWay.add(turn)
  }

  server.on(options.isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    const [parse, ...others] = socket.listeners('data')
    if (!parse || others.length > 0) return
    const connection: Connection = {
      isBetween: true,
      pending: 0,
      hasAnswered: false,
      parsed: [],
      leave: () => void socket.off('data', look),
    }
    connections.set(socket, connection)
    const look = (chunk: Buffer) => {
      const { isBetween, pending, hasAnswered } = connection
      const mayRepeat = isBetween && chunk.length <= maxRequestLength
      const text = mayRepeat ? chunk.toString('latin1') : ''
      if (mayRepeat && isOpen && hasAnswered && pending === 0 && socket.writableLength === 0) {
        const ready = answer(text, socket)
        if (ready) return send(socket, ready)
      }
      const isOne = isBetween && chunk.indexOf(endOfHead) === chunk.length - endOfHead.length
      connection.isBetween = false
      connection.parsed = []
      parse.call(socket, chunk)
      const [request, ...further] = connection.parsed
      if (!isOne || !request?.complete || further.length > 0 || hasBody(request)) return
      connection.isBetween = true
      if (mayRepeat && keepsConnection(request)) bytes.set(request, text)
    }
    socket.off('data', parse as (chunk: Buffer) => void)
    socket.on('data', look)
  })
  const hear = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    connection.parsed.push(request)
    connection.pending++
    response.once('close', () => {
      connection.pending--
      connection.hasAnswered = true
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, hear)
  // A tunnel's parser is gone.
  server.prependListener('connect', ({ socket }: IncomingMessage) => connections.get(socket)?.leave())

  return {
    /**
     * The bytes of a request by GET or HEAD that has no body, keeps its connection, and came alone and in one piece, when
     * the parser was between two requests. Sent again when it is there again, the same bytes are the same request.
     */
    bytesOf: (request: IncomingMessage): string | undefined => bytes.get(request),
    /** Gives every further request to the parser; resolves when all answers are taken. */
    async close(): Promise<void> {
      isOpen = false
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

const endOfHead = '\r\n\r\n'

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  (method !== 'GET' && method !== 'HEAD') ||
  ['content-length', 'transfer-encoding', 'upgrade', 'expect'].some((name) => headers[name] !== undefined)

const keepsConnection = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && (headers.connection ?? 'keep-alive').toLowerCase() === 'keep-alive'
