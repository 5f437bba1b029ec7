import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { LargeAnswers } from './connections.ts'

/** An answer that is ready to be sent. */
export interface ReadyAnswer {
  /** The head and the body. They are not copied, so nothing may change them before `release`. */
  pieces: readonly Uint8Array[]
  bytes: number
  /** Called once, when the answer has been passed to the system or the connection has closed. */
  release(): void
}

/** Longer requests are not repeated often enough to be worth remembering. */
const maxRequestLength = 4096

interface Options {
  isTls: boolean
  /**
   * Returns the answer to an earlier request with exactly these bytes, or undefined when it has to be built.
   */
  answer(bytes: string, socket: Socket): ReadyAnswer | undefined
  largeAnswers: LargeAnswers
  /**
   * Called when a client is slow to receive an answer; the function it returns is called when the answer has
   * been received.
   */
  sending(socket: Socket): () => void
  /**
   * Milliseconds without activity on a connection before it is closed: while an answer is sent, and between
   * two requests.
   */
  stalled: number
  keepAlive: number
}

interface Connection {
  /** The parser has read complete requests only: the next bytes begin a request. */
  isBetween: boolean
  /** Requests that were parsed and not answered yet. */
  pending: number
  /** At least one request was parsed and answered. The parser limits the time for the first one. */
  hasAnswered: boolean
  /** The requests found in the chunk that is being parsed. */
  parsed: IncomingMessage[]
  /** Stops watching the connection. */
  leave(): void
}

/**
 * Reads the bytes of each connection before the HTTP parser does, and answers requests whose bytes are known.
 * Nothing is parsed here: all other bytes go to the parser unchanged. Answers keep the order of the requests,
 * since nothing is answered here while the parser has an unfinished or unanswered request.
 */
export function answerRepeated(server: Server, options: Options) {
  const { answer, largeAnswers, sending, stalled, keepAlive } = options
  const connections = new WeakMap<Duplex, Connection>()
  const bytes = new WeakMap<IncomingMessage, string>()
  const unfinished = new Set<Promise<void>>()
  let isOpen = true

  const write = (socket: Socket, { pieces, release }: ReadyAnswer): void => {
    socket.cork()
    for (const piece of pieces) if (piece.length > 0) socket.write(piece)
    socket.uncork()
    if (socket.writableLength === 0) {
      release()
      return
    }
    // The system has not accepted all of it. The client is not read further until it has.
    const isTaken = sending(socket)
    socket.pause().setTimeout(stalled)
    const taken = new Promise<void>((resolve) => void socket.write('', () => resolve()))
    const done = taken.then(() => {
      release()
      isTaken()
      unfinished.delete(done)
      if (socket.destroyed) return
      socket.setTimeout(keepAlive)
      socket.resume()
    })
    unfinished.add(done)
  }
  const send = (socket: Socket, ready: ReadyAnswer): void => {
    if (largeAnswers.isFree(ready.bytes)) {
      write(socket, ready)
      return
    }
    socket.pause()
    const turn = largeAnswers.turn(ready.bytes).then(() => {
      unfinished.delete(turn)
      if (socket.destroyed) return ready.release()
      socket.resume()
      write(socket, ready)
    })
    unfinished.add(turn)
  }

  server.on(options.isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    const [parse, ...others] = socket.listeners('data')
    if (!parse || others.length > 0) return
    const connection: Connection = {
      isBetween: true,
      pending: 0,
      hasAnswered: false,
      parsed: [],
      leave: () => void socket.off('data', read),
    }
    connections.set(socket, connection)
    const read = (chunk: Buffer) => {
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
    socket.on('data', read)
  })
  const track = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    connection.parsed.push(request)
    connection.pending++
    response.once('close', () => {
      connection.pending--
      connection.hasAnswered = true
    })
  }
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, track)
  // After CONNECT the connection has no parser.
  server.prependListener('connect', ({ socket }: IncomingMessage) => connections.get(socket)?.leave())

  return {
    /**
     * The bytes of a GET or HEAD request without a body that keeps its connection, and that arrived alone and
     * in one piece while the parser was between two requests. When the parser is between two requests again,
     * the same bytes are the same request.
     */
    bytesOf: (request: IncomingMessage): string | undefined => bytes.get(request),
    /** Passes all further requests to the parser; resolves when all answers have been sent. */
    async close(): Promise<void> {
      isOpen = false
      while (unfinished.size > 0) await Promise.all(unfinished)
    },
  }
}

const endOfHead = '\r\n\r\n'

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  (method !== 'GET' && method !== 'HEAD') ||
  ['content-length', 'transfer-encoding', 'upgrade', 'expect'].some((name) => headers[name] !== undefined)

const keepsConnection = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && (headers.connection ?? 'keep-alive').toLowerCase() === 'keep-alive'
