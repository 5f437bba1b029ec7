import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { keepConnections } from '../../../platform/connection-limits.ts'
import type { Face } from '../../../rpc/face.ts'
import { refusalOf, refuse } from './front-door.ts'
import { createSessions, guardFace } from './sessions.ts'

/** How long to wait for a request, in milliseconds: short for its headers, long for its body, which may be an upload. */
const patience = { headersTimeout: 10_000, requestTimeout: 30 * 60_000, connectionsCheckingInterval: 1000 }

export type FaceServer = Awaited<ReturnType<typeof serveFace>>

/**
 * Serves the face on loopback.
 * @param port 0 picks a free one
 * @throws an error that names the port, when the port is taken
 */
export async function serveFace(
  pages: { face: Face; screens: (request: Request) => Promise<Response> },
  port: number,
) {
  let listening = port
  const sessions = createSessions()
  const answer = getRequestListener(guardFace(sessions, pages), { overrideGlobalObjects: false })
  // Node's own refusal of a request without a Host header has no words; `refusalOf` refuses the request with words.
  const server = createServer({ ...patience, requireHostHeader: false }, (request, response) => {
    const refusal = refusalOf(request, listening)
    if (refusal) refuse(request, response, refusal)
    else void answer(request, response)
  })
  // This server is no proxy. Without a listener, Node would drop a CONNECT request without an answer.
  server.on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
  )
  // A connection counts as the face's own once a call on it was answered; anybody may ask for the screens.
  const keeper = keepConnections(server)
  server.on('request', ({ url, socket }, response) =>
    response.once('finish', () => {
      if (url?.startsWith('/rpc/') && response.statusCode < 400) keeper.vouch(socket, 'face')
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Choose another with --ui-port.`)
          : error,
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  listening = (server.address() as AddressInfo).port
  return {
    port: listening,
    /**
     * A new address to open, with a token that works once.
     * @param lasts how long the token is valid, in milliseconds; without a limit when not given
     */
    link: (lasts?: number): string => `http://127.0.0.1:${listening}/#token=${sessions.link(lasts)}`,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
