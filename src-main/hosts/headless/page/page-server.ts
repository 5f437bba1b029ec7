import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { limitConnections } from '../../../platform/connection-limits.ts'
import type { PageHandler } from '../../../rpc/page-handler.ts'
import { guardPage } from './guard-page.ts'
import { refusalOf, refuse } from './request-checks.ts'
import { type Admission, admitByLink } from './sessions.ts'

/**
 * Timeouts for requests in milliseconds: short for the headers, long for the body, which may be an upload.
 */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30 * 60_000, connectionsCheckingInterval: 1000 }

export type PageServer = Awaited<ReturnType<typeof servePage>>

/**
 * Serves the page and its calls on loopback.
 * @param port 0 picks a free one
 * @param publicAddress origin (https) at which a proxy on this computer publishes the page
 * @throws an error that names the port, when the port is taken
 */
export async function servePage(
  pages: { handler: PageHandler; screens: (request: Request) => Promise<Response> },
  port: number,
  { admission = admitByLink(), publicAddress }: { admission?: Admission; publicAddress?: string } = {},
) {
  let listening = port
  const answer = getRequestListener(guardPage(admission, pages), { overrideGlobalObjects: false })
  // Node's own refusal of a request without a Host header has no message, so `refusalOf` refuses it.
  const server = createServer({ ...timeouts, requireHostHeader: false }, (request, response) => {
    const refusal = refusalOf(request, listening, publicAddress)
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
     * A new address to open, with a token that works once; without a token if people sign in.
     * @param lasts validity of the token in milliseconds; unlimited if omitted
     */
    async link(lasts?: number): Promise<string> {
      const token = await admission.link(lasts)
      if (token !== undefined) return `http://127.0.0.1:${listening}/#token=${token}`
      return publicAddress === undefined ? `http://127.0.0.1:${listening}/` : `${publicAddress}/`
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
