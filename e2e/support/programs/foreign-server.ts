import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another server of this computer, which answers every request and notes all of them. */
export async function startForeignServer() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'text/html')
    response.setHeader('access-control-allow-origin', '*')
    response.end('<h1>Somebody else</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
