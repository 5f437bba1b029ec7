/**
 * The peer: `node:http` alone, serving bytes from memory. It reads one line of JSON (a list of paths, content
 * types and base64 bodies) and prints its address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const { value } = await lines.next()
const answers = new Map(
  (JSON.parse(value ?? '[]') as [string, string, string][]).map(([path, type, body]) => [
    path,
    { type, body: Buffer.from(body, 'base64') },
  ]),
)
const server = createServer((request, response) => {
  const { type = 'text/plain', body = Buffer.alloc(0) } = answers.get(request.url ?? '') ?? {}
  // Request bodies are read, as every service has to.
  request.resume().on('end', () => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}` })}\n`)
})
await lines.next()
server.close()
server.closeAllConnections()
