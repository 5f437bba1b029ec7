import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A TCP client that sends exactly the given pieces and reads only when a test requests it. */
export interface PlainConnection {
  socket: Socket
  send(text: string | Uint8Array): void
  /**
   * Resolves with everything received once the text matches; rejects on timeout, or when the connection ends
   * first.
   */
  until(matches: (text: string) => boolean, milliseconds?: number): Promise<string>
  /** Resolves with everything received when the server has closed the connection. */
  closed(milliseconds?: number): Promise<string>
}

export async function openPlainConnection(port: number, { reads = true } = {}): Promise<PlainConnection> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  let text = ''
  let isClosed = false
  // The tests are about servers that close the connection while a client is sending, so this is not an error.
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
    until: (matches, milliseconds = 10_000) =>
      wait(() => {
        if (matches(text)) return true
        if (isClosed) throw new Error(`Closed. Until then: ${text.slice(0, 2000)}`)
        return false
      }, milliseconds),
    closed: (milliseconds = 10_000) => wait(() => isClosed, milliseconds),
  }
}
