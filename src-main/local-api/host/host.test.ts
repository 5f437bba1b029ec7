import { X509Certificate } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noConditions } from '../../../src-shared/local-api/conditions.ts'
import { appUserAgent } from '../../../src-shared/local-api/model.ts'
import type { Services } from '../../app/app.ts'
import { catalogWriter } from '../../catalog/index.ts'
import { gtinOf, itemFeed, sampleItem, sampleLookups } from '../../testing/feed-payloads.ts'
import { openServices } from '../../testing/headless-services.ts'
import { apiCaller } from '../../testing/local-api/api-caller.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'

const directory = temporaryDirectory()
let services: Services
const reopen = async () => {
  await services?.close()
  services = await openServices(directory)
}
beforeAll(async () => {
  await reopen()
  await services.workspace.startSandbox({ sample: false })
  await services.startBackgroundWork()
  const catalog = services.storage.writer(catalogWriter)
  for (const kind of ['manufacturer', 'brand', 'distributor', 'retailer'] as const)
    await catalog.putLookups(kind, [...sampleLookups[kind]])
  await catalog.putItems(['1', '2', '3'].map((id) => Buffer.from(`<item id="${id}"><name>Tea</name></item>`)))
})
afterAll(async () => {
  await services?.close()
  rmSync(directory, { recursive: true, force: true })
})

const call = async (credentials: { username: string; password: string }, path = '/v2/item?q=tea') => {
  const { address } = await services.localApi.start()
  return apiCaller(address, credentials)({ path })
}
const statusFor = async (username: string, password: string, path?: string) =>
  (await call({ username, password }, path)).status

describe('users', () => {
  test('are created with a password shown once, changed by a rotation, and deleted', async () => {
    const { users } = services.localApi
    const made = await users.create({ username: 'till', dailyItemLimit: null })
    expect(made.password).toMatch(/^[\w-]{24}$/)
    expect(await statusFor('till', made.password)).toBe(200)
    expect(await statusFor('till', made.password)).toBe(200)
    expect(await statusFor('till', 'wrong')).toBe(403)
    await expect(users.create({ username: 'till', dailyItemLimit: null })).rejects.toMatchObject({
      code: 'USER_EXISTS',
    })

    const rotated = await users.rotate({ username: 'till' })
    expect(await statusFor('till', made.password)).toBe(403)
    expect(await statusFor('till', rotated.password)).toBe(200)
    expect(await users.list()).toMatchObject([
      { username: 'desk', isDefault: true },
      { username: 'till', isDefault: false, dailyItemLimit: null, itemsToday: 9, requestsToday: 3 },
    ])

    await users.remove({ username: 'till' })
    expect(await statusFor('till', rotated.password)).toBe(403)
    await expect(users.remove({ username: 'till' })).rejects.toMatchObject({ code: 'USER_UNKNOWN' })
    await expect(users.remove({ username: 'desk' })).rejects.toMatchObject({ code: 'USER_IS_DEFAULT' })
  })

  test('have their own limits, and are kept after a restart', async () => {
    const { password } = await services.localApi.users.create({ username: 'shelf', dailyItemLimit: 4 })
    expect(await statusFor('shelf', password)).toBe(200)
    await reopen()
    expect(await statusFor('shelf', password)).toBe(406)
    await services.localApi.users.setLimit({ username: 'shelf', dailyItemLimit: null })
    expect(await statusFor('shelf', password)).toBe(200)
    await services.localApi.users.remove({ username: 'shelf' })
  })

  test('the default user keeps its password until it is rotated', async () => {
    const before = await services.localApi.credentials()
    await reopen()
    expect(await services.localApi.credentials()).toEqual(before)
    const refusals = services.storage.changeNumber('local-api')
    const after = await services.localApi.users.rotate({ username: 'desk' })
    expect(await services.localApi.credentials()).toEqual(after)
    // Every window that shows the password reloads it.
    expect(services.storage.changeNumber('local-api')).toBeGreaterThan(refusals)
    expect(await statusFor('desk', before.password)).toBe(403)
    expect(await statusFor('desk', after.password)).toBe(200)
  })
})

describe('limits and faults', () => {
  test('are stored, active at once, and part of the workspace state', async () => {
    const { conditions } = services.localApi
    expect(conditions.state()).toEqual({ conditions: noConditions, active: [], thisRunOnly: [] })
    await conditions.set({ maintenance: true })
    const { password } = await services.localApi.credentials()
    expect(await statusFor('desk', password)).toBe(503)
    expect((await services.workspace.state()).localApi.activeConditions).toEqual(['maintenance'])
    await reopen()
    expect(await statusFor('desk', password)).toBe(503)
    await services.localApi.conditions.set({ maintenance: false })
    expect(await statusFor('desk', password)).toBe(200)
  })

  test("for one run end with it, and are overridden by a person's setting", async () => {
    const first = services.localApi.conditions
    await first.setForThisRun({ errorRate: 1, latency: 5 })
    expect(first.state()).toMatchObject({
      active: ['latency', 'errorRate'],
      thisRunOnly: ['errorRate', 'latency'],
    })
    // The screen sends all shown values; only differences count as changes.
    await first.set({ ...first.state().conditions, errorRate: 0 })
    expect(first.state()).toMatchObject({ active: ['latency'], thisRunOnly: ['latency'] })
    await reopen()
    expect(services.localApi.conditions.state()).toMatchObject({ active: [], thisRunOnly: [] })
  })

  test('the ingestion rate holds and releases feeds', async () => {
    await reopen()
    await services.startBackgroundWork()
    const { conditions } = services.localApi
    await conditions.set({ ingestionRate: 0 })
    await services.localApi.start()
    const body = new TextDecoder().decode(itemFeed(sampleItem(1)))
    await services.localApi.tryCall({ endpoint: 'createItems', username: 'desk', body })
    const found = async () =>
      (await services.localApi.tryCall({ endpoint: 'item', username: 'desk', query: { upc: gtinOf(1) } }))
        .body
    expect(await found()).toContain('total="0"')
    await conditions.set({ ingestionRate: null })
    await expect.poll(found).toContain('total="1"')
  })
})

describe('address', () => {
  test('a taken port leaves the server at its address', async () => {
    const { address } = await services.localApi.start()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await expect(services.localApi.set({ port })).rejects.toMatchObject({ code: 'PORT_TAKEN' })
    expect(services.localApi.state()).toMatchObject({ running: true, address })
    other.close()
  })

  test('https uses a certificate made here, renewed on demand, with a private key file', async () => {
    const { localApi } = services
    // Port 0, because other test files that run in parallel use the default port first.
    await localApi.set({ running: true, port: 0 })
    await localApi.set({ scheme: 'https' })
    const { address } = localApi.state()
    expect(address).toMatch(/^https:\/\/127\.0\.0\.1:/)
    const certificate = await localApi.certificate()
    expect(certificate.names.sort()).toEqual(['127.0.0.1', '::1', 'localhost'])
    expect(certificate.fingerprint).toBe(new X509Certificate(certificate.pem).fingerprint256)
    expect(certificate.pem).not.toContain('PRIVATE')
    expect(Date.parse(certificate.validTo) - Date.now()).toBeGreaterThan(800 * 86_400_000)
    expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600)
    // The client verifies the certificate by name and address.
    const trial = { endpoint: 'brand', username: 'desk' } as const
    expect(await localApi.tryCall(trial)).toMatchObject({ status: 200 })

    const renewed = await localApi.renewCertificate()
    expect(renewed.fingerprint).not.toBe(certificate.fingerprint)
    expect(await localApi.tryCall(trial)).toMatchObject({ status: 200 })
    await reopen()
    expect((await services.localApi.certificate()).fingerprint).toBe(renewed.fingerprint)
    await services.localApi.resume()
    expect(services.localApi.state().address).toBe(address)
    await services.localApi.set({ scheme: 'http' })
    expect(services.localApi.state().address).toBe(address?.replace('https', 'http'))
    // The command line overrides the scheme; the next start uses the last one.
    expect(await services.localApi.start(undefined, 'https')).toEqual({ address })
    await services.localApi.stop()
    expect(await services.localApi.start()).toEqual({ address })
    expect((await services.localApi.start(undefined, 'http')).address).toMatch(/^http:/)
  })

  test('stays stopped after a restart', async () => {
    await services.localApi.set({ running: false })
    await reopen()
    await services.localApi.resume()
    expect(services.localApi.state().running).toBe(false)
    expect(await services.localApi.details()).toMatchObject({
      role: 'sandbox',
      scheme: 'http',
      running: false,
    })
    await expect(async () =>
      services.localApi.tryCall({ endpoint: 'brand', username: 'desk' }),
    ).rejects.toMatchObject({
      code: 'NOT_RUNNING',
    })
    await services.localApi.set({ running: true })
  })
})

describe('the log', () => {
  const read = (filter: object = {}) => services.localApi.log({ after: 0, limit: 100, ...filter })

  test('lists requests with user, client and status, and supports filters and pages', async () => {
    const { localApi } = services
    await localApi.start()
    localApi.clearLog()
    const before = read().lastId
    await localApi.tryCall({ endpoint: 'item', username: 'desk', query: { q: 'tea' } })
    await localApi.tryCall({
      endpoint: 'item',
      version: 'v2',
      username: 'desk',
      query: { since: '20240230' },
    })
    await statusFor('nobody', 'x', '/v2/brand')
    const { entries, lastId, firstId } = read()
    expect(lastId).toBe(before + 3)
    expect(firstId).toBe(before + 1)
    expect(entries).toMatchObject([
      { method: 'GET', target: '/v2.1/item?q=tea', status: 200, username: 'desk', client: appUserAgent },
      { target: '/v2/item?since=20240230', status: 400, detail: expect.stringMatching(/^since/) },
      { target: '/v2/brand', status: 403 },
    ])
    expect(entries[2]?.username).toBeUndefined()
    expect(entries[2]?.client).toBeUndefined()
    expect(read({ after: before + 2 }).entries).toHaveLength(1)
    expect(read({ status: '4xx' }).entries).toHaveLength(2)
    expect(read({ status: 403 }).entries).toHaveLength(1)
    expect(read({ username: 'desk', path: 'V2/ITEM' }).entries).toHaveLength(1)
    expect(read({ method: 'post' }).entries).toEqual([])
    expect(localApi.curl({ id: before + 1 }).text).toBe(
      `curl --header 'username: desk' \\\n  --header 'password: <PASSWORD>' \\\n  '${localApi.state().address}/v2.1/item?q=tea'`,
    )
    expect(localApi.clearLog()).toEqual({ entries: [], firstId: lastId + 1, lastId })
    expect(() => localApi.curl({ id: before + 1 })).toThrow(/no longer in the log/)
  })

  test('tells a wrong password from an unknown user in the log only, and counts both', async () => {
    const { localApi } = services
    localApi.clearLog()
    const texts = await Promise.all(
      ['desk', 'nobody'].map(async (username) => (await call({ username, password: 'guessed' })).text),
    )
    expect(texts[0]).toBe(texts[1])
    const refusals = read().entries
    expect(refusals.map(({ detail }) => detail).toSorted()).toEqual([
      'Unknown user name.',
      'Wrong password for desk.',
    ])
    expect(JSON.stringify(refusals)).not.toContain('guessed')
    const { wrongPasswords } = await localApi.details()
    for (const username of ['desk', null])
      expect(wrongPasswords).toContainEqual(
        expect.objectContaining({ username, count: expect.any(Number), lastFrom: '127.0.0.1' }),
      )
  })

  test('announces new entries while the log is watched', async () => {
    read()
    const announced = new Promise<void>((resolve) => {
      const stop = services.storage.changes.subscribe(({ changes }) => {
        if (!changes.some(({ topic, ids }) => topic === 'local-api' && ids?.includes('log'))) return
        stop()
        resolve()
      })
    })
    await services.localApi.tryCall({ endpoint: 'brand', username: 'desk' })
    await announced
  })
})

test('a trial call returns the complete answer', async () => {
  const answer = await services.localApi.tryCall({
    endpoint: 'item',
    version: 'v2',
    username: 'desk',
    query: { q: 'tea', epf: ['50', '100'], m: '' },
  })
  expect(answer).toMatchObject({
    method: 'GET',
    target: '/v2/item?q=tea&epf=50&epf=100',
    status: 200,
    truncated: false,
    curl: expect.stringContaining('<PASSWORD>'),
  })
  expect(answer.headers).toContainEqual({ name: 'content-type', value: 'application/xml; charset=utf-8' })
  expect(answer.bytes).toBe(Buffer.byteLength(answer.body))
  await expect(
    services.localApi.tryCall({ endpoint: 'updateItem', username: 'desk', body: '<items/>' }),
  ).rejects.toMatchObject({ code: 'CALL_FAILED' })
  await services.startBackgroundWork()
  await services.localApi.conditions.set({ lostAcknowledgementRate: 1 })
  const body = new TextDecoder().decode(itemFeed(sampleItem(2)))
  await expect(
    services.localApi.tryCall({ endpoint: 'createItems', username: 'desk', body }),
  ).rejects.toThrow(/without an answer/)
  await services.localApi.conditions.set({ lostAcknowledgementRate: 0 })
})

test('lists and returns the schemas', async () => {
  const { documents } = services.localApi
  const schemas = await documents.schemas()
  expect(schemas).toHaveLength(10)
  for (const { file } of schemas) expect((await documents.schema({ file })).text).toContain('schema')
  await expect(documents.schema({ file: '../sample/items.xml' })).rejects.toMatchObject({
    code: 'DOCUMENT_UNKNOWN',
  })
})
