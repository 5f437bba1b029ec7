import { Socket as DatagramSocket } from 'node:dgram'
import { Server, Socket } from 'node:net'

/**
 * Makes every later attempt of this thread to use the network fail. The process that reads pictures needs no network,
 * and a picture, or a package that reads it, must not reach one.
 */
export function refuseNetwork(): void {
  const refuse = (): never => {
    throw new Error('The process that reads pictures uses no network.')
  }
  Object.assign(Socket.prototype, { connect: refuse })
  Object.assign(Server.prototype, { listen: refuse })
  Object.assign(DatagramSocket.prototype, { bind: refuse, connect: refuse, send: refuse })
  Object.assign(globalThis, { fetch: refuse, WebSocket: refuse })
}
