import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another server on this computer, which answers and records every request. */
export async function startForeignServer() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'text/html')
    response.setHeader('access-control-allow-origin', '*')
    response.end('<h1>Somebody else</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
