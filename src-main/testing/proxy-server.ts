import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/**
 * A proxy on this computer: it passes on plain http, and connects other calls to their port. Every host leads to
 * this computer.
 */
export async function startProxy(
  options: { username?: string; password?: string; refuses?: boolean; port?: number } = {},
) {
  /** The calls that were passed on or refused: `GET http://host/path`, or `CONNECT host:port`. */
  const calls: string[] = []
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    options.username === undefined ||
    headers['proxy-authorization'] ===
      `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`

  const server = createServer((incoming, outgoing) => {
    calls.push(`${incoming.method} ${incoming.url}`)
    if (!isAllowed(incoming)) {
      outgoing.writeHead(407, { 'proxy-authenticate': 'Basic' }).end()
      return
    }
    const { port, pathname, search } = new URL(incoming.url ?? '')
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}` }
    const onward = request(
      { host: '127.0.0.1', port, path: pathname + search, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket) => {
    calls.push(`CONNECT ${incoming.url}`)
    socket.on('error', () => undefined)
    const refuse = (status: string) => socket.end(`HTTP/1.1 ${status}\r\n\r\n`)
    if (!isAllowed(incoming)) {
      refuse('407 Proxy Authentication Required')
      return
    }
    if (options.refuses) {
      refuse('403 Forbidden')
      return
    }
    const onward = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => refuse('502 Bad Gateway'))
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
