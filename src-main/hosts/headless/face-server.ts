import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
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
  const server = createAdaptorServer({ fetch: session.guard(face), overrideGlobalObjects: false })
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
