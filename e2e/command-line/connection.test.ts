import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFaultyUpstream } from '../../src-main/testing/faulty-upstream.ts'
import { itemFeed, sampleItem } from '../../src-main/testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../../src-main/testing/sandbox-service.ts'
import { desk } from '../support/programs/desk.ts'

/** Connection settings other than address and user: the namespace of the service, and picture hosts. */
const folder = mkdtempSync(join(tmpdir(), 'desk-connection-'))
const data = join(folder, 'copy')
let service: SandboxService
beforeAll(async () => {
  service = await startSandboxService()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

test('reads a service in the namespace of the connection', async () => {
  await service.putItems(1, 4)
  const proxy = await startFaultyUpstream(service.address)
  const withOtherNamespace = (body: Buffer) =>
    body.toString().replaceAll('//ns.catalog-desk.example', '//ns.another.example')
  proxy.fail({ kind: 'rewrite', rewrite: withOtherNamespace }, { times: Number.POSITIVE_INFINITY })
  const { username, password } = service.credentials
  const connect = ['connect', proxy.address, '--username', username, '--password', password, '--data', data]
  await desk(...connect, '--namespace', 'https://ns.another.example')
  expect(JSON.parse(await desk('sync', '--json', '--data', data))).toMatchObject({ items: 3, quarantined: 0 })
  await proxy.close()
})

test('adds and removes picture hosts', async () => {
  const hosts = ['--media-host', 'images.example', '--media-host', 'http://pictures.example:8080']
  const added = JSON.parse(await desk('connect', ...hosts, '--json', '--data', data))
  expect(added.mediaHosts).toEqual(['images.example', 'http://pictures.example:8080'])
  const left = JSON.parse(
    await desk('connect', '--remove-media-host', 'images.example', '--json', '--data', data),
  )
  expect(left.mediaHosts).toEqual(['http://pictures.example:8080'])
})

test('requires --feeds when feeds of the previous service are pending', async () => {
  const proxy = await startFaultyUpstream(service.address)
  const { username, password } = service.credentials
  const connect = (address: string, ...more: string[]) =>
    desk(
      'connect',
      address,
      '--username',
      username,
      '--password',
      password,
      '--json',
      '--data',
      data,
      ...more,
    )
  await connect(service.address, '--feeds', 'hold')
  const file = join(folder, 'feed.xml')
  writeFileSync(file, itemFeed(sampleItem(77)))
  service.conditions.maintenance = true
  await desk('submit', file, '--as', 'create', '--data', data)
  service.conditions.maintenance = false
  await expect(connect(proxy.address)).rejects.toThrow(/1 feed.*--feeds with hold, send, withdraw or same/s)
  const { address } = JSON.parse(await connect(proxy.address, '--feeds', 'hold'))
  expect(address).toBe(proxy.address)
  await proxy.close()
})
