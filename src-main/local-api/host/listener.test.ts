import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createIngestion } from '../../feeds/targets/sandbox/index.ts'
import type { Ingestion } from '../../feeds/targets/sandbox/ingestion.ts'
import { systemClock } from '../../platform/clock.ts'
import { secretsInFile } from '../../platform/secrets.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createApiServer } from '../server/api-server.ts'
import { localApiCertificate } from './certificate.ts'
import { createListener } from './listener.ts'

let workspace: TemporaryWorkspace
let feedIntake: Ingestion
const others: Server[] = []
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  feedIntake = createIngestion({ storage: workspace.storage, clock: systemClock })
})
afterEach(() => {
  for (const other of others.splice(0)) other.close()
})
afterAll(async () => {
  await feedIntake?.close()
  await workspace?.close()
})

/** Starts another program that listens on this port, or on any free one. Returns its port. */
const otherProgram = async (port = 0): Promise<number> => {
  const other = createServer()
  others.push(other)
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  return (other.address() as AddressInfo).port
}

/** @param meanwhile runs between stopping a server under http and starting one under https */
const listenerFor = (meanwhile: () => Promise<unknown> = async () => {}) => {
  const certificates = localApiCertificate(
    secretsInFile(join(workspace.directory, 'secrets.json')),
    systemClock.now,
  )
  const addresses: string[] = []
  const listener = createListener({
    create: (tls) =>
      createApiServer({
        storage: workspace.storage,
        feedIntake,
        users: () => [{ username: 'desk', password: 'secret' }],
        mediaKey: Buffer.alloc(32),
        tls,
      }),
    async certificate() {
      await meanwhile()
      return certificates.read()
    },
    async onListening({ address }) {
      addresses.push(address)
    },
  })
  return { listener, told: addresses }
}

test('keeps listening without interruption when the new port is taken', async () => {
  const { listener, told: addresses } = listenerFor()
  const { address, server } = await listener.listen(0, 'http')
  await expect(listener.listen(await otherProgram(), 'http')).rejects.toMatchObject({ code: 'PORT_TAKEN' })
  expect(listener.current()).toMatchObject({ address, server })
  expect(addresses).toEqual([address])
  await listener.stop()
})

test('frees the old port after a move', async () => {
  const { listener } = listenerFor()
  const { port } = await listener.listen(0, 'http')
  const moved = await listener.listen(0, 'http')
  expect(moved.port).not.toBe(port)
  expect(await otherProgram(port)).toBe(port)
  await listener.stop()
})

test('listens on another port when its port is taken during a change of scheme', async () => {
  let last = 0
  const { listener, told: addresses } = listenerFor(() => otherProgram(last))
  last = (await listener.listen(0, 'http')).port
  await expect(listener.listen(last, 'https')).rejects.toMatchObject({
    code: 'PORT_TAKEN',
    message: `Port ${last} is in use by another program. Choose another one.`,
  })
  const now = listener.current()
  expect(now).toMatchObject({ scheme: 'http' })
  expect(now?.port).not.toBe(last)
  expect(addresses.at(-1)).toBe(now?.address)
  await listener.stop()
})
