import { type IncomingMessage, maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, problemDocument } from './api-error.ts'

/** What Node's reader of HTTP says about bytes it cannot take for a request. */
export interface RequestFault extends Error {
  code?: string
  /** The bytes it stumbled over; the request line is among them where they are the first. */
  rawPacket?: Buffer
}

/** The method and target of a request that could not be read, as far as they can be told; for the log. */
interface MalformedRequest {
  method: string
  target: string
  error: ApiError
}

/** A connection, with Node's own note of the answer that is being made or sent on it. */
interface Connection extends Duplex {
  _httpMessage?: { headersSent: boolean; req: IncomingMessage } | null
}

/**
 * Answers what is no request with a problem document like every other fault, then ends the connection: whatever
 * follows cannot be told apart. The specification has one status for a malformed request, 400.
 *
 * @returns undefined when nobody is there any more, or the request had begun and is told of as one
 */
export function answerMalformed(fault: RequestFault, socket: Connection): MalformedRequest | undefined {
  const current = socket._httpMessage
  // Nothing may come in the middle of an answer, or in the place of one to a request that is whole.
  const isTaken = current && (current.headersSent || current.req.complete)
  if (fault.code === 'ECONNRESET' || !socket.writable || isTaken) {
    socket.destroy()
    return undefined
  }
  const first = fault.rawPacket?.subarray(0, maxHeaderSize).toString('latin1') ?? ''
  const [, method = '', target = ''] = /^([A-Z]{1,20}) (\/[!-~]*)/.exec(first) ?? []
  const error = new ApiError(400, reasonOf(fault))
  endWith(socket, error, target.split('?')[0] ?? '')
  // A request that had begun has its own line in the log.
  return current ? undefined : { method, target, error }
}

/** CONNECT asks for a tunnel; Node hands the bare connection over, which ends here with an answer like any other. */
export function refuseTunnel(socket: Duplex): ApiError {
  const error = new ApiError(405, 'CONNECT is not allowed here: this service is no proxy.', {
    headers: { Allow: 'GET, HEAD, POST, PUT' },
  })
  socket.on('error', () => {})
  endWith(socket, error, '')
  return error
}

function endWith(socket: Duplex, error: ApiError, instance: string): void {
  const body = problemDocument(error, instance)
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/problem+xml; charset=utf-8',
    `Content-Length: ${body.length}`,
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
}

function reasonOf({ code, message }: RequestFault): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return `The address and the headers together are longer than ${maxHeaderSize / 1024} KB. Send them shorter.`
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive whole in time. Send it again.'
  return `This is not an HTTP request that can be read: ${message.replace(/^Parse Error:\s*/, '')}.`
}
