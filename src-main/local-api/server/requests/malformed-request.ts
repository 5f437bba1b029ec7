import { type IncomingMessage, maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, problemDocument } from '../answers/api-error.ts'

/** The error of Node's HTTP parser for bytes that are not a request. */
export interface RequestFault extends Error {
  code?: string
  /** The bytes around the error; the first bytes of a connection include the request line. */
  rawPacket?: Buffer
}

/** The method and target of a request that could not be parsed, as far as they are known; for the log. */
interface MalformedRequest {
  method: string
  target: string
  error: ApiError
}

/** A connection, with Node's internal reference to the answer that is being built or sent. */
interface Connection extends Duplex {
  _httpMessage?: { headersSent: boolean; req: IncomingMessage } | null
}

/**
 * Answers bytes that are not a request with a problem document, then ends the connection, since it is unknown
 * where the next request would begin. The specification has one status for a malformed request: 400.
 *
 * @returns undefined when the client has disconnected, or when the log already has an entry for the request
 */
export function answerMalformed(fault: RequestFault, socket: Connection): MalformedRequest | undefined {
  const current = socket._httpMessage
  // No answer is written into the middle of another, or in place of the answer to a complete request.
  const isTaken = current && (current.headersSent || current.req.complete)
  if (fault.code === 'ECONNRESET' || !socket.writable || isTaken) {
    socket.destroy()
    return undefined
  }
  const first = fault.rawPacket?.subarray(0, maxHeaderSize).toString('latin1') ?? ''
  const [, method = '', target = ''] = /^([A-Z]{1,20}) (\/[!-~]*)/.exec(first) ?? []
  const error = new ApiError(400, reasonOf(fault))
  sendProblem(socket, error, target.split('?')[0] ?? '')
  // A request that had begun has its own entry in the log.
  return current ? undefined : { method, target, error }
}

/**
 * Refuses CONNECT, which requests a tunnel: Node passes the bare connection, and this function ends it with
 * an answer.
 */
export function refuseTunnel(socket: Duplex): ApiError {
  const error = new ApiError(405, 'CONNECT is not allowed here: this service is no proxy.', {
    headers: { Allow: 'GET, HEAD, POST, PUT' },
  })
  socket.on('error', () => {})
  sendProblem(socket, error, '')
  return error
}

function sendProblem(socket: Duplex, error: ApiError, instance: string): void {
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
