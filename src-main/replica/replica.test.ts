import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiVersions } from '../../src-shared/api/endpoint.ts'
import type { Services } from '../app/app.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createLog } from '../platform/log/log.ts'
import { endpointCases, sentContent, sentItems } from '../testing/contract-cases/endpoint-cases.ts'
import { recordCases, searchCases } from '../testing/contract-cases/item-cases.ts'
import { lookupCases } from '../testing/contract-cases/lookup-cases.ts'
import { mediaCases, scaleCases } from '../testing/contract-cases/media-cases.ts'
import { refusedBodies, refusedCalls, refusedMethods } from '../testing/contract-cases/refused-cases.ts'
import { contentPlusFeed, itemFeed, sampleItem, sampleLookups } from '../testing/feed-payloads.ts'
import { openServices } from '../testing/headless-services.ts'
import { type ApiAnswer, type ApiCall, apiCaller } from '../testing/local-api/api-caller.ts'
import { callOf, post } from '../testing/local-api/contract-answers.ts'
import { contractPictures, contractRecords } from '../testing/local-api/contract-catalog.ts'
import { temporaryDirectory, threadEntry } from '../testing/temporary-workspace.ts'
import { openReplica } from './replica.ts'

const directory = temporaryDirectory()
const folder = (name: string) => join(directory, name)
const password = 'the password of replicas'
const username = 'replica'
const log = createLog('silent')

let hub: Services
let user = { username: '', password: '' }
const addresses = { hub: '', replica: '', second: '' }
const told: string[] = []
const replicas: Awaited<ReturnType<typeof openReplica>>[] = []

const start = (name: string, address: string, hubPassword = password) =>
  openReplica({
    ...{ directory: folder(name), log, maxLag: 60_000, port: 0, thread: threadEntry },
    tell: (trouble) => void told.push(trouble),
    hub: { address, username, password: hubPassword },
    replicaPassword: password,
  })
const ask = (address: string, call: ApiCall, as = user) => apiCaller(address, as)(call)
const isReady = async (address: string) => (await ask(address, { path: '/desk/v1/ready' })).status === 200
const ready = (address: string) =>
  vi.waitFor(async () => expect(await isReady(address)).toBe(true), { timeout: 20_000 })

beforeAll(async () => {
  hub = await openServices(folder('hub'), { replicaPassword: password })
  await hub.workspace.startSandbox({ sample: false })
  await hub.startBackgroundWork()
  const catalog = hub.storage.writer(catalogWriter)
  for (const kind of ['manufacturer', 'brand', 'distributor', 'retailer'] as const)
    await catalog.putLookups(kind, [...sampleLookups[kind]])
  await catalog.putItems(contractRecords.map((record) => Buffer.from(record)))
  await catalog.setVerified(['102'])
  await hub.media.keep(await contractPictures())
  // The hub's usual port has fewer digits, so its answers would be shorter.
  addresses.hub = (await hub.localApi.start(0)).address
  user = await hub.localApi.credentials()
  for (const [name, at] of [
    ['replica', 'hub'],
    ['second', 'replica'],
  ] as const) {
    const replica = await start(name, addresses[at])
    replicas.push(replica)
    addresses[name] = replica.address
    await ready(replica.address)
  }
}, 60_000)
afterAll(async () => {
  for (const replica of replicas.toReversed()) await replica.close()
  await hub.close()
  rmSync(directory, { recursive: true, force: true })
})

/** An answer without what depends on the second, on the port of the server, or on the feed. */
const comparable = ({ status, headers, text }: ApiAnswer, address: string) => {
  const { date: _, ...others } = headers
  const known = text.replaceAll(`:${new URL(address).port}`, ':PORT')
  return { status, headers: others, text: known.replace(/<feedId>[^<]*/, '<feedId>') }
}
/** Answers of the hub and both replicas to a call; they may be behind for a moment. */
async function expectSame(call: ApiCall, as = user): Promise<ApiAnswer> {
  let answer: ApiAnswer | undefined
  await vi.waitFor(
    async () => {
      answer = await ask(addresses.hub, call, as)
      const wanted = comparable(answer, addresses.hub)
      for (const address of [addresses.replica, addresses.second])
        expect(comparable(await ask(address, call, as), address), `${call.method} ${call.path}`).toEqual(
          wanted,
        )
    },
    { timeout: 5000 },
  )
  return answer as ApiAnswer
}

describe('hub, replica and replica of a replica give the same bytes, headers and entity tags', () => {
  test('for every call of every endpoint', async () => {
    const send = async (path: string, body: Uint8Array): Promise<string> => {
      const { text } = await ask(addresses.hub, post(path, body))
      return /<feedId>([^<]+)/.exec(text)?.[1] ?? ''
    }
    const content = contentPlusFeed({ id: '101', retailer: [{ id: 'r1', sellCopy: 'Buy' }] })
    const items = await send('/v2.1/feed/items', itemFeed(sampleItem(2)))
    const contents = await send('/v2.1/feed/contentplus/', content)
    const { conditions } = hub.localApi
    // Each refusal of a wrong password takes longer than the one before, and a set error rate is a matter of luck.
    const cases = endpointCases.filter(({ what }) => what !== 'a wrong password')
    expect(cases.length).toBeGreaterThan(150)
    for (const { method, version, path, headers, body, conditions: wanted = {} } of cases) {
      const target = `/${version}${path}`.replace(sentItems, items).replace(sentContent, contents)
      await conditions.setForThisRun(wanted)
      await expectSame(callOf(`${method} ${target}`, headers, method === 'DELETE' ? undefined : body))
      await conditions.setForThisRun({ maintenance: false, errorRate: 0, dailyItemLimit: null })
    }
  }, 120_000)

  const lines = [
    ...lookupCases.map(([, path]) => `GET ${path}`),
    ...searchCases.flatMap(([query]) => apiVersions.map((version) => `GET /${version}/item?${query}`)),
    ...recordCases.map(([path]) => `GET ${path}`),
    ...scaleCases.map(([path]) => `GET ${path}`),
    ...refusedMethods.map(([line]) => line),
  ]
  test('for every search, list, record and refusal of the contract', async () => {
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines) await expectSame(callOf(line))
    for (const [, line, , , headers] of refusedCalls)
      if (headers?.['password'] === undefined) await expectSame(callOf(line, headers))
    for (const [, line, body] of refusedBodies)
      await expectSame(callOf(line, { 'Content-Type': 'application/xml' }, Buffer.from(body)))
  }, 120_000)

  test('for every picture, at the same signed addresses', async () => {
    const paths = new Set<string>()
    for (const [versions, query] of mediaCases)
      for (const version of versions) {
        const { text } = await expectSame(callOf(`GET /${version}/item/100?${query}`))
        for (const [, url = ''] of text.matchAll(/<url>([^<]+)/g)) {
          const { pathname, search } = new URL(url)
          paths.add(pathname + search)
        }
      }
    expect(paths.size).toBeGreaterThan(30)
    const nobody = { username: '', password: '' }
    for (const path of paths) {
      const [one, ...others] = await Promise.all(
        Object.values(addresses).map((address) => ask(address, { path }, nobody)),
      )
      expect(one?.status).toBe(200)
      for (const { status, headers, body } of others) {
        expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: one?.headers.etag })
        expect(Buffer.compare(body, one?.body ?? Buffer.alloc(0))).toBe(0)
      }
    }
  }, 120_000)

  test('with If-None-Match of any of them', async () => {
    const { headers } = await expectSame(callOf('GET /v2.1/item?q=tea'))
    expect(headers.etag).toMatch(/^W\//)
    const again = await expectSame(callOf('GET /v2.1/item?q=tea', { 'If-None-Match': headers.etag ?? '' }))
    expect(again.status).toBe(304)
  })
})

const secondAnswer = async (path: string, as = user) => ask(addresses.second, { path }, as)

describe('a replica of a replica', () => {
  test('shows items, lists, marks and pictures as they are changed and removed at the hub', async () => {
    const catalog = hub.storage.writer(catalogWriter)
    const { storage } = hub
    await catalog.putItems([Buffer.from('<item id="900"><name>Quince</name></item>')])
    await expect.poll(async () => (await secondAnswer('/v2.1/item/900')).status).toBe(200)
    await catalog.setVerified(['900'])
    await expect.poll(async () => (await secondAnswer('/v2.1/item?q=quince&v=true')).text).toContain('"900"')
    await catalog.setVerified(['900'], false)
    await expectSame(callOf('GET /v2.1/item?q=quince&v=true'))
    await catalog.putLookups('brand', [{ id: 'b99', name: 'Quince & Co' }])
    await expect.poll(async () => (await secondAnswer('/v2.1/brand/b99')).status).toBe(200)
    await catalog.putLookups('brand', [...sampleLookups.brand], { complete: true })
    await catalog.removeItems(['900'])
    await expectSame(callOf('GET /v2.1/brand'))
    await expect.poll(async () => (await secondAnswer('/v2.1/item/900')).status).toBe(404)
    expect(storage.changeNumber('items')).toBeGreaterThan(0)
  })

  test('passes feeds and their status on to the hub, each user seeing their own', async () => {
    const sent = await ask(addresses.second, post('/v2.1/feed/items', itemFeed(sampleItem(77))))
    expect(sent.status, sent.text).toBe(200)
    const [, feedId] = /<feedId>([^<]+)/.exec(sent.text) ?? []
    const path = `/v2.1/feed/items/${feedId}`
    await expect.poll(async () => (await secondAnswer(path)).text).toContain('<itemsSucceeded>1<')
    await expectSame(callOf(`GET ${path}`))
    const other = await hub.localApi.users.create({ username: 'other', dailyItemLimit: null })
    await expect.poll(async () => (await secondAnswer('/v2.1/brand', other)).status).toBe(200)
    expect((await secondAnswer(path, other)).status).toBe(404)
  })

  test('knows the users of the hub, and shares their daily limits with it', async () => {
    const { users } = hub.localApi
    const till = await users.create({ username: 'till', dailyItemLimit: 6 })
    await expect.poll(async () => (await secondAnswer('/v2.1/brand', till)).status).toBe(200)
    const calls = Array.from({ length: 12 }, (_, index) => Object.values(addresses)[index % 3] ?? '')
    const statuses = await Promise.all(
      calls.map(async (address) => (await ask(address, { path: '/v2.1/item/101' }, till)).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.filter((status) => status === 406)).toHaveLength(6)
    await expectSame(callOf('GET /v2.1/item/101'), till).then(({ status }) => expect(status).toBe(406))
    await expect
      .poll(async () => (await users.list()).find((user) => user.username === 'till'))
      .toMatchObject({ itemsToday: 6 })
    await users.remove({ username: 'till' })
    await expect.poll(async () => (await secondAnswer('/v2.1/brand', till)).status).toBe(403)
  })
})

test('a hub that is itself a copy of a service has replicas with the same age headers and pictures', async () => {
  const desk = await openServices(folder('connected'), { replicaPassword: password })
  await desk.workspace.connect({ address: addresses.hub, ...user })
  await desk.startBackgroundWork()
  await desk.sync().start()
  const [run] = (await desk.sync().finished()).history
  expect(run?.outcome).toBe('completed')
  const { address } = await desk.localApi.start(0)
  const as = await desk.localApi.credentials()
  const replica = await start('of-connected', address)
  await ready(replica.address)
  for (const path of ['/v2.1/item/100', '/v2.1/item/100?pi=b', '/v2.1/item?q=tea', '/v2.1/brand'])
    await vi.waitFor(
      async () => {
        const [one, other] = await Promise.all(
          [address, replica.address].map(async (at) => comparable(await ask(at, { path }, as), at)),
        )
        expect(one?.headers['age']).toMatch(/^\d+$/)
        expect(other).toEqual(one)
      },
      { timeout: 5000 },
    )
  await replica.close()
  await desk.close()
}, 60_000)

test('replicas answer while the hub is down, take no feeds, and catch up when it is back', async () => {
  const path = '/v2.1/item?q=tea&pi=b'
  await expectSame({ path })
  const till = await hub.localApi.users.create({ username: 'limited', dailyItemLimit: 3 })
  await expect.poll(async () => (await secondAnswer('/v2.1/item/101', till)).status).toBe(200)
  await hub.close()
  for (let round = 0; round < 20; round++)
    for (const address of [addresses.replica, addresses.second])
      expect((await ask(address, { path })).status).toBe(200)
  const refused = await ask(addresses.replica, post('/v2.1/feed/items', itemFeed(sampleItem(78))))
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('10')
  // The limit holds on: one item was counted before.
  const statuses: number[] = []
  for (let round = 0; round < 4; round++) statuses.push((await secondAnswer('/v2.1/item/101', till)).status)
  expect(statuses).toEqual([200, 200, 406, 406])

  hub = await openServices(folder('hub'), { replicaPassword: password })
  await hub.startBackgroundWork()
  await hub.localApi.start()
  await hub.storage.writer(catalogWriter).putItems([Buffer.from('<item id="901"><name>Medlar</name></item>')])
  await expect.poll(async () => (await secondAnswer('/v2.1/item/901')).status, { timeout: 20_000 }).toBe(200)
  await expectSame(callOf('GET /v2.1/item?q=medlar'))
  await expect
    .poll(async () => (await hub.localApi.users.list()).find((user) => user.username === 'limited'), {
      timeout: 20_000,
    })
    .toMatchObject({ itemsToday: 3 })
}, 90_000)

test('a hub with another log is copied anew: what it does not have is removed', async () => {
  const other = temporaryDirectory()
  const first = await openServices(join(other, 'first'), { replicaPassword: password })
  const second = await openServices(join(other, 'second'), { replicaPassword: password })
  const items = (ids: string[]) => ids.map((id) => Buffer.from(`<item id="${id}"><name>Pear</name></item>`))
  await first.storage.writer(catalogWriter).putItems(items(['1', '2', '3']))
  await first.storage.writer(catalogWriter).putLookups('brand', [{ id: 'old', name: 'Old' }])
  await second.storage.writer(catalogWriter).putItems(items(['2', '4']))
  const before = await first.localApi.start()
  let replica = await start('moved', before.address)
  await ready(replica.address)
  await replica.close()
  const { address } = await second.localApi.start()
  replica = await start('moved', address)
  await ready(replica.address)
  const as = await second.localApi.credentials()
  const { text } = await ask(replica.address, { path: '/v2.1/item?q=pear' }, as)
  expect([...text.matchAll(/<item id="(\d)"/g)].map(([, id]) => id)).toEqual(['2', '4'])
  expect((await ask(replica.address, { path: '/v2.1/brand' }, as)).text).toContain('<numberOfResults>0<')
  await replica.close()
  await first.close()
  await second.close()
  rmSync(other, { recursive: true, force: true })
}, 60_000)

test('says that it has nothing yet, and that its copy is old', async () => {
  const closed = await start('empty', 'http://127.0.0.1:9')
  const anything = await ask(closed.address, { path: '/v2.1/brand' })
  expect(anything.status).toBe(503)
  expect(await isReady(closed.address)).toBe(false)
  await expect.poll(() => told.at(-1)).toContain('ECONNREFUSED')
  await closed.close()
})

test('a folder with a workspace of its own is refused, and so is a replica as a workspace', async () => {
  const own = folder('own')
  await (await openServices(own)).close()
  await expect(start('own', addresses.hub)).rejects.toMatchObject({ code: 'NOT_A_REPLICA' })
  await expect(openServices(folder('moved'))).rejects.toMatchObject({ code: 'IS_REPLICA' })
})
