import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openPlainConnection, type PlainConnection } from '../../testing/plain-connection.ts'
import { type FaceServer, serveFace } from './face-server.ts'

let face: FaceServer | undefined
const connections: PlainConnection[] = []
afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy()
  await face?.close()
})

test('hundreds of silent connections keep nobody from the page, and are closed', async () => {
  face = await serveFace(() => Promise.resolve(new Response('page')), 0)
  const { port } = face
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
  let isClosed = 0
  const countClosed = () => {
    isClosed += 1
  }
  for (const { socket } of silent) socket.on('close', countClosed)
  isClosed += silent.filter(({ socket }) => socket.destroyed).length
  // 128 may be silent for longer than a second.
  while (isClosed < 600 - 129) await delay(50)
})
