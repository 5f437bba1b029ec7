import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { limitConnections } from '../../../platform/connection-limits.ts'
import type { PageHandler } from '../../../rpc/page-handler.ts'
import { refusalOf, refuse } from './request-checks.ts'
import { createSessions, guardPage } from './sessions.ts'

/**
 * Timeouts for requests in milliseconds: short for the headers, long for the body, which may be an upload.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30 * 60_000, connectionsCheckingInterval: 1000 }

export type PageServer = Awaited<ReturnType<typeof servePage>>

/**
 * Serves the page and its calls on loopback.
 * @param port 0 picks a free one
 * @throws an error that names the port, when the port is taken
 */
export async function servePage(
  pages: { handler: PageHandler; screens: (request: Request) => Promise<Response> },
  port: number,
) {
  let listening = port
  const sessions = createSessions()
  const answer = getRequestListener(guardPage(sessions, pages), { overrideGlobalObjects: false })
  // Node's own refusal of a request without a Host header has no message, so `refusalOf` refuses it.
  const server = createServer({ ...timeouts, requireHostHeader: false }, (request, response) => {
    const refusal = refusalOf(request, listening)
    if (refusal) refuse(request, response, refusal)
    else void answer(request, response)
  })
  // This server is no proxy. Without a listener, Node would close the connection of a CONNECT request without
  // an answer.
  server.on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
  )
  // A connection is trusted once a call on it has succeeded; the screens are public and do not count.
  const keeper = limitConnections(server)
  server.on('request', ({ url, socket }, response) =>
    response.once('finish', () => {
      if (url?.startsWith('/rpc/') && response.statusCode < 400) keeper.vouch(socket, 'page')
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
     * @param lasts validity of the token in milliseconds; unlimited if omitted
     */
    link: (lasts?: number): string => `http://127.0.0.1:${listening}/#token=${sessions.link(lasts)}`,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
