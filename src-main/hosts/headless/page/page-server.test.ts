import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openPlainConnection, type PlainConnection } from '../../../testing/local-api/plain-connection.ts'
import { type PageServer, servePage } from './page-server.ts'

const page = () => Promise.resolve(new Response('page'))
let server: PageServer | undefined
const connections: PlainConnection[] = []
afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy()
  await server?.close()
})

test('serves the page despite hundreds of silent connections, and closes them', async () => {
  server = await servePage({ handler: page, screens: page }, 0)
  const { port } = server
  const open = async () => {
    const connection = await openPlainConnection(port)
    connections.push(connection)
    return connection
  }
  const silent = await Promise.all(Array.from({ length: 600 }, open))
  const begin = performance.now()
  for (let call = 0; call < 10; call++) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
    expect(response.status).toBeLessThan(500)
    await response.text()
  }
  expect(performance.now() - begin).toBeLessThan(10_000)
  const closed = () => silent.filter(({ socket }) => socket.destroyed).length
  // 128 connections may be silent for longer than a second.
  while (closed() < 600 - 129) await delay(50)
})
