import { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { keepConnections } from '../../platform/connection-limits.ts'
import { createSessionGuard } from './session.ts'

export interface FaceServer {
  port: number
  /** A fresh address to open, with a one-time token. */
  link(): string
  close(): Promise<void>
}

/**
 * Serves the face on loopback.
 * @param port 0 picks a free one
 * @throws when the port is taken, naming it
 */
export async function serveFace(
  face: (request: Request) => Promise<Response>,
  port: number,
): Promise<FaceServer> {
  let listening = port
  const session = createSessionGuard(() => listening)
  const server = createAdaptorServer({
    fetch: session.guard(face),
    overrideGlobalObjects: false,
    // Half-open requests end after ten seconds, as on the local API.
    serverOptions: { headersTimeout: 9000, connectionsCheckingInterval: 1000 },
  })
  if (server instanceof Server) {
    const keeper = keepConnections(server)
    // The page itself may be anybody's; what it is answered is not.
    server.on('request', ({ url, socket }, response) =>
      response.once('finish', () => {
        if (url?.startsWith('/rpc/') && response.statusCode < 400) keeper.vouch(socket, 'face')
      }),
    )
  }
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
    link: session.link,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
