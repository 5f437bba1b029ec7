import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { catalogWriter } from '../../../catalog/index.ts'
import { createIngestion } from '../../../feeds/targets/sandbox/index.ts'
import type { Ingestion } from '../../../feeds/targets/sandbox/ingestion.ts'
import { systemClock } from '../../../platform/clock.ts'
import { itemFeed, sampleItem } from '../../../testing/feed-payloads.ts'
import { apiCaller } from '../../../testing/local-api/api-caller.ts'
import { openPlainConnection, type PlainConnection } from '../../../testing/local-api/plain-connection.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import type { AnsweredRequest } from '../answered-request.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from '../api-server.ts'
import { noConditions } from '../service-conditions.ts'
import { patienceWithClients } from './connections.ts'

const user = { username: 'desk', password: 'secret' }
// A page is larger than what the system keeps of a connection that nobody reads.
const itemBytes = 10_000
const pageItems = 1000

let workspace: TemporaryWorkspace
let feedIntake: Ingestion
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  const filling = 'x'.repeat(itemBytes)
  const item = (id: number) =>
    `<item id="${id}"><name>Tea ${id}</name><longDescription>${filling}</longDescription></item>`
  await workspace.storage
    .writer(catalogWriter)
    .putItems(Array.from({ length: pageItems }, (_, id) => Buffer.from(item(id))))
  feedIntake = createIngestion({ storage: workspace.storage, clock: systemClock })
})
afterAll(async () => {
  await feedIntake?.close()
  await workspace?.close()
})

let server: ApiServer | undefined
const connections: PlainConnection[] = []
afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy()
  await server?.close()
  server = undefined
})

async function serve(options: Partial<ApiServerOptions> = {}) {
  const seen: AnsweredRequest[] = []
  server = createApiServer({
    storage: workspace.storage,
    feedIntake,
    users: () => [user],
    mediaKey: Buffer.alloc(32),
    observe: (request) => void seen.push(request),
    ...options,
  })
  const { address, port } = await server.listen({ port: 0 })
  const open = async (how?: { reads?: boolean }) => {
    const connection = await openPlainConnection(port, how)
    connections.push(connection)
    return connection
  }
  const request = (line: string, ...headers: string[]) =>
    [
      `${line} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `username: ${user.username}`,
      `password: ${user.password}`,
      ...headers,
      '\r\n',
    ].join('\r\n')
  return { seen, open, request, call: apiCaller(address, user) }
}
/** Each wait shortened, all others as they are. */
const quick = { connectionsCheckingInterval: 20 }
const xml = 'Content-Type: application/xml'
const sizeOf = (text: string) => Number(/content-length: (?<size>\d+)/i.exec(text)?.groups?.['size'])

describe('a slow client', () => {
  test('that never ends its headers is told so and closed', async () => {
    const { open, call } = await serve({ patience: { ...quick, headersTimeout: 200 } })
    const { send, closed, socket } = await open()
    send('GET /v2/brand HTTP/1.1\r\nHost: 127.0')
    const dripping = setInterval(() => socket.write('.'), 20)
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+xml[\s\S]*in time/)
    clearInterval(dripping)
  })

  test('that never ends its body is told so and closed; nothing is stored', async () => {
    const { open, request } = await serve({
      patience: { ...quick, headersTimeout: 200, requestTimeout: 300 },
    })
    const { send, closed } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Content-Length: 1000')}<items`)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*in time/)
  })

  test('that sends its body drop by drop is told so and closed', async () => {
    const { open, request, call } = await serve({ slowestBody: { bytes: 1000, milliseconds: 300 } })
    const { send, closed, socket } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Content-Length: 100000')}<items`)
    const dripping = setInterval(() => socket.write('.'), 20)
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*did not arrive in time/i)
    clearInterval(dripping)
  })

  test('that goes away in the middle of a body is a line in the log and no fault of ours', async () => {
    const errors: unknown[] = []
    const log = { error: (...what: unknown[]) => void errors.push(what) } as never
    const { open, request, seen, call } = await serve({ log })
    const { send, socket } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Content-Length: 1000')}<items`)
    await delay(100)
    socket.destroy()
    while (seen.length === 0) await delay(10)
    expect(seen).toMatchObject([
      { method: 'POST', status: 0, bytes: 0, detail: expect.stringContaining('went away') },
    ])
    expect(errors).toEqual([])
    expect((await call({ path: '/v2.1/feed/items' })).status).toBe(404)
  })
})

describe('clients that do not read', () => {
  test('50 of them with large pages take little memory, hold up nobody, and are closed', async () => {
    const path = `/v2.1/item?q=tea&limit=${pageItems}`
    // A busy computer may take longer to make one than the impatient server below waits.
    const { body } = await (await serve()).call({ path })
    await server?.close()
    const stalled = 1_000
    const { open, request, call, seen } = await serve({ patience: { ...quick, stalled } })
    expect(body.length).toBeGreaterThan(pageItems * itemBytes)
    const before = process.memoryUsage().arrayBuffers
    const deaf = await Promise.all(Array.from({ length: 50 }, () => open({ reads: false })))
    for (const { send } of deaf) send(request(`GET ${path}`))
    await delay(300)
    const taken = process.memoryUsage().arrayBuffers - before
    // One copy each would be 200 MB.
    expect(taken).toBeLessThan(20 * body.length)
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
    const broken = () => seen.filter(({ target, status }) => target === path && status === 0).length
    await expect.poll(broken, { timeout: 20_000 }).toBe(deaf.length)
    await Promise.all(
      deaf.map(({ closed, socket }) => {
        // Only a socket that is read notices that its other end is gone.
        socket.resume()
        return closed()
      }),
    )
    expect(deaf.every(({ socket }) => socket.bytesRead < body.length)).toBe(true)
  })

  test('one that asks for everything at once is answered in order, one answer made at a time', async () => {
    let working = 0
    let most = 0
    const sleep = async () => {
      most = Math.max(most, ++working)
      await delay(5)
      working -= 1
    }
    const clock = { ...systemClock, sleep }
    const { open, request } = await serve({ clock, conditions: { ...noConditions(), latency: 5 } })
    const { send, until } = await open()
    const paths = Array.from({ length: 30 }, (_, number) => `/v2/item/${number}?profile=listing`)
    send(paths.map((path) => request(`GET ${path}`)).join(''))
    const text = await until((sofar) => sofar.split('</items>').length > paths.length)
    expect([...text.matchAll(/<item id="(?<id>\d+)"/g)].map(({ groups }) => groups?.['id'])).toEqual(
      paths.map((_, number) => String(number)),
    )
    expect(most).toBe(1)
  })

  test('one that asks for everything and reads nothing gets little of it made', async () => {
    const { open, request, seen } = await serve()
    const { send } = await open({ reads: false })
    send(request(`GET /v2.1/item?q=tea&limit=${pageItems}`).repeat(100))
    await delay(1000)
    expect(seen.length).toBeLessThan(5)
  })
})

describe('uploads', () => {
  const feed = Buffer.from(itemFeed(sampleItem(1)))
  const tooLarge = 16 * 1024 * 1024 + 1

  test('wait for leave when they ask for it', async () => {
    const { open, request } = await serve()
    const { send, until } = await open()
    send(request('POST /v2.1/feed/items', xml, 'Expect: 100-continue', `Content-Length: ${feed.length}`))
    await until((text) => text === 'HTTP/1.1 100 Continue\r\n\r\n')
    send(feed)
    expect(await until((text) => text.includes('<feedId>'))).toMatch(/HTTP\/1\.1 200 OK/)
  })

  test.each<[string, string, string[], number]>([
    ['too large', 'secret', [xml, `Content-Length: ${tooLarge}`], 413],
    ['of nobody we know', 'wrong', [xml, 'Content-Length: 10'], 403],
    ['of another type', 'secret', ['Content-Type: text/plain', 'Content-Length: 10'], 400],
  ])('%s are refused before they are sent, when they ask', async (_name, password, headers, status) => {
    const { open, request } = await serve()
    const { send, until } = await open()
    const asked = request('POST /v2.1/feed/items', 'Expect: 100-continue', ...headers)
    send(asked.replace('password: secret', `password: ${password}`))
    const text = await until((sofar) => sofar.includes('</problem>'))
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  test('in chunks, of no declared size, end at 16 MB: 413, heard by a client that goes on sending', async () => {
    const { open, request, call } = await serve()
    const { send, closed } = await open()
    send(request('POST /v2.1/feed/items', xml, 'Transfer-Encoding: chunked'))
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, ' '), Buffer.from('\r\n')])
    for (let megabyte = 0; megabyte < 20; megabyte++) send(chunk)
    const text = await closed()
    expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toHaveLength(sizeOf(text))
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
  })

  test('of the largest size are taken four at a time; a small one never waits behind them', async () => {
    const { open, request, call } = await serve()
    const asked = request(
      'POST /v2.1/feed/items',
      xml,
      'Expect: 100-continue',
      `Content-Length: ${tooLarge - 1}`,
    )
    const texts: string[] = []
    const uploads = await Promise.all(Array.from({ length: 6 }, () => open()))
    uploads.forEach(({ send, socket }, index) => {
      socket.on('data', (chunk) => {
        texts[index] = (texts[index] ?? '') + chunk.toString('latin1')
      })
      send(asked)
    })
    const letIn = () => texts.filter((text) => text.startsWith('HTTP/1.1 100')).length
    while (letIn() < 4) await delay(10)
    const posted = {
      method: 'POST',
      path: '/v2.1/feed/items',
      headers: { 'Content-Type': 'application/xml' },
    }
    expect((await call({ ...posted, body: feed })).status).toBe(200)
    expect(letIn()).toBe(4)
    // Those that go away make room for those that wait.
    for (const [index, { socket }] of uploads.entries()) if (texts[index]) socket.destroy()
    while (letIn() < 6) await delay(10)
  })

  test('with a broken chunk are 400, and the connection ends', async () => {
    const { open, request } = await serve()
    const { send, closed } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Transfer-Encoding: chunked')}nothing hexadecimal\r\n`)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+xml/)
  })
})

test('what is no request, behind one that is whole, is never taken for its answer', async () => {
  const { open, request } = await serve({ conditions: { ...noConditions(), latency: 200 } })
  const { send, closed } = await open()
  send(`${request('GET /v2/item/1')}nonsense\r\n\r\n`)
  expect(await closed()).not.toMatch(/^HTTP\/1\.1 400/)
})

describe('room for newcomers', () => {
  test('is made by closing who has been silent longest', async () => {
    const { open, request } = await serve({ connections: { connections: 2 } })
    const first = await open()
    const second = await open()
    const third = await open()
    await first.closed()
    for (const { send, until } of [second, third]) {
      send(request('GET /v2/brand'))
      await until((text) => text.includes('</brands>'))
    }
  })

  test('is never made at the cost of one who has shown credentials', async () => {
    const { open, request } = await serve({ connections: { connections: 2, silentGrace: 0 } })
    const known = await open()
    known.send(request('GET /v2/brand'))
    await known.until((text) => text.includes('</brands>'))
    const stranger = await open()
    stranger.send(request('GET /v2/brand').replace('secret', 'wrong'))
    await stranger.until((text) => text.includes('</problem>'))
    await open()
    await stranger.closed()
    known.send(request('GET /v2/distributor'))
    await known.until((text) => text.includes('</distributors>'))
  })

  test('is not made where all are known and being answered', async () => {
    const { open, request } = await serve({
      connections: { connections: 2 },
      conditions: { ...noConditions(), latency: 800 },
    })
    const known = [await open(), await open()]
    for (const { send } of known) send(request('GET /v2/brand'))
    for (const { send, until } of known) {
      await until((text) => text.includes('</brands>'))
      send(request('GET /v2/distributor'))
    }
    // Latency comes before credentials are read: those of the first call hold for the second.
    await (await open()).closed(700)
  })

  test('one user cannot take it all', async () => {
    const { open, request } = await serve({ connections: { each: 2 } })
    const opened = [await open(), await open(), await open()]
    for (const { send, until } of opened) {
      send(request('GET /v2/brand'))
      await until((text) => text.includes('</brands>'))
    }
    await opened[0]?.closed()
    opened[2]?.send(request('GET /v2/distributor'))
    await opened[2]?.until((text) => text.includes('</distributors>'))
  })

  test('the silent beyond their number go after a second, strangers between two requests after ten', async () => {
    const { open, request } = await serve({
      connections: { silent: 1, silentGrace: 100, strangerIdle: 400, checkEvery: 50 },
    })
    const silent = [await open(), await open()]
    await silent[0]?.closed(350)
    const stranger = await open()
    stranger.send(request('GET /nowhere'))
    await stranger.until((text) => text.includes('</problem>'))
    expect(await stranger.closed()).toMatch(/^HTTP\/1\.1 404/)
    await silent[1]?.closed()
  })
})

test('usually there is time for a slow network, and for the longest latency that can be set', () => {
  const { headersTimeout, connectionsCheckingInterval, requestTimeout, stalled } = patienceWithClients
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(10_000)
  expect(headersTimeout).toBeLessThan(requestTimeout)
  expect(stalled).toBeGreaterThan(60_000)
})
