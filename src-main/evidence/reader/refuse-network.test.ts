import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Tries each way to reach a server, in a process of its own, and prints the messages of the failures. */
const program = (port: number, refuses: boolean): string => `
  import { createSocket } from 'node:dgram'
  import { request } from 'node:http'
  import { connect, createServer } from 'node:net'
  import { refuseNetwork } from '${new URL('refuse-network.ts', import.meta.url).href}'
  if (${refuses}) refuseNetwork()
  const ways = {
    fetch: () => fetch('http://127.0.0.1:${port}').then((answer) => answer.text()),
    http: () => new Promise((resolve, reject) => request('http://127.0.0.1:${port}', resolve).on('error', reject).end()),
    net: () => new Promise((resolve, reject) => connect(${port}, '127.0.0.1', resolve).on('error', reject)),
    listen: () => new Promise((resolve, reject) => createServer().on('error', reject).listen(0, '127.0.0.1', resolve)),
    datagram: () => new Promise((resolve) => createSocket('udp4').send('x', ${port}, '127.0.0.1', resolve)),
  }
  const failures = {}
  for (const [name, way] of Object.entries(ways))
    failures[name] = await Promise.resolve().then(way).then(() => 'reached', (error) => error.message)
  console.log(JSON.stringify(failures))
  process.exit(0)`

const run = async (port: number, refuses: boolean) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--disable-warning=ExperimentalWarning'],
    ...['-e', program(port, refuses)],
  ])
  return JSON.parse(stdout) as Record<string, string>
}

test('every way to a network fails after it is refused, and none before', async () => {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const ways = ['fetch', 'http', 'net', 'listen', 'datagram']
  const refused = 'The process that reads pictures uses no network.'
  expect(await run(port, false)).toEqual(Object.fromEntries(ways.map((way) => [way, 'reached'])))
  expect(await run(port, true)).toEqual(Object.fromEntries(ways.map((way) => [way, refused])))
  server.closeAllConnections()
  server.close()
})
