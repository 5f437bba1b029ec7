import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A client on the level of TCP: it sends what it is told, in whatever pieces, and reads only when it is told to. */
export interface PlainConnection {
  socket: Socket
  send(text: string | Uint8Array): void
  /** Everything that came, once it fits; rejects when it does not in time, or ends before it does. */
  until(fits: (text: string) => boolean, milliseconds?: number): Promise<string>
  /** Resolves, with everything that came, when the server has closed. */
  closed(milliseconds?: number): Promise<string>
}

export async function openPlainConnection(port: number, { reads = true } = {}): Promise<PlainConnection> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  let text = ''
  let isClosed = false
  // A server that closes on a client that is sending is what is tried here.
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  if (reads)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
  const wait = async (done: () => boolean, milliseconds: number) => {
    const end = performance.now() + milliseconds
    while (!done()) {
      if (performance.now() > end)
        throw new Error(`Waited for ${milliseconds} ms. So far: ${text.slice(0, 2000)}`)
      await delay(10)
    }
    return text
  }
  return {
    socket,
    send: (what) => void socket.write(what),
    until: (fits, milliseconds = 10_000) =>
      wait(() => {
        if (fits(text)) return true
        if (isClosed) throw new Error(`Closed. Until then: ${text.slice(0, 2000)}`)
        return false
      }, milliseconds),
    closed: (milliseconds = 10_000) => wait(() => isClosed, milliseconds),
  }
}
