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
import { type ApiServer, type ApiServerParts, createApiServer } from '../api-server.ts'
import { noConditions } from '../service-conditions.ts'
import { clientTimeouts } from './connections.ts'

const user = { username: 'desk', password: 'secret' }
// A page is larger than the system's buffers for a connection that nobody reads.
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

async function serve(options: Partial<ApiServerParts> = {}) {
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
/** Shortens the given timeouts and keeps all others. */
const quick = { connectionsCheckingInterval: 20 }
const xml = 'Content-Type: application/xml'
const sizeOf = (text: string) => Number(/content-length: (?<size>\d+)/i.exec(text)?.groups?.['size'])

describe('a slow client', () => {
  test('that never ends its headers gets an error and is closed', async () => {
    const { open, call } = await serve({ patience: { ...quick, headersTimeout: 200 } })
    const { send, closed, socket } = await open()
    send('GET /v2/brand HTTP/1.1\r\nHost: 127.0')
    const dripping = setInterval(() => socket.write('.'), 20)
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+xml[\s\S]*in time/)
    clearInterval(dripping)
  })

  test('that never ends its body gets an error and is closed; nothing is stored', async () => {
    const { open, request } = await serve({
      patience: { ...quick, headersTimeout: 200, requestTimeout: 300 },
    })
    const { send, closed } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Content-Length: 1000')}<items`)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*in time/)
  })

  test('that sends its body very slowly gets an error and is closed', async () => {
    const { open, request, call } = await serve({ slowestBody: { bytes: 1000, milliseconds: 300 } })
    const { send, closed, socket } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Content-Length: 100000')}<items`)
    const dripping = setInterval(() => socket.write('.'), 20)
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*did not arrive in time/i)
    clearInterval(dripping)
  })

  test('that disconnects in the middle of a body is logged as a request, not as an error', async () => {
    const errors: unknown[] = []
    const log = { error: (...what: unknown[]) => void errors.push(what) } as never
    const { open, request, seen, call } = await serve({ log })
    const { send, socket } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Content-Length: 1000')}<items`)
    await delay(100)
    socket.destroy()
    while (seen.length === 0) await delay(10)
    expect(seen).toMatchObject([
      { method: 'POST', status: 0, bytes: 0, detail: expect.stringContaining('disconnected') },
    ])
    expect(errors).toEqual([])
    expect((await call({ path: '/v2.1/feed/items' })).status).toBe(404)
  })
})

describe('clients that do not read', () => {
  test('50 clients with large pages take little memory, do not delay others, and are closed', async () => {
    const path = `/v2.1/item?q=tea&limit=${pageItems}`
    // On a busy computer, building an answer may take longer than the timeout of the server below.
    const { body } = await (await serve()).call({ path })
    await server?.close()
    const stalled = 1_000
    const { open, request, call, seen } = await serve({ patience: { ...quick, stalled } })
    expect(body.length).toBeGreaterThan(pageItems * itemBytes)
    const before = process.memoryUsage().arrayBuffers
    const notReading = await Promise.all(Array.from({ length: 50 }, () => open({ reads: false })))
    for (const { send } of notReading) send(request(`GET ${path}`))
    await delay(300)
    const taken = process.memoryUsage().arrayBuffers - before
    // A copy for each client would take 200 MB.
    expect(taken).toBeLessThan(20 * body.length)
    expect((await call({ path: '/v2/brand' })).status).toBe(200)
    const broken = () => seen.filter(({ target, status }) => target === path && status === 0).length
    await expect.poll(broken, { timeout: 20_000 }).toBe(notReading.length)
    await Promise.all(
      notReading.map(({ closed, socket }) => {
        // A socket only notices that its other end has closed while it is being read.
        socket.resume()
        return closed()
      }),
    )
    expect(notReading.every(({ socket }) => socket.bytesRead < body.length)).toBe(true)
  })

  test('a client that pipelines many requests is answered in order, one answer at a time', async () => {
    let working = 0
    let maxWorking = 0
    const sleep = async () => {
      maxWorking = Math.max(maxWorking, ++working)
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
    expect(maxWorking).toBe(1)
  })

  test('a client that pipelines many requests and reads nothing causes few answers', async () => {
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

  test('wait for 100 Continue when they expect it', async () => {
    const { open, request } = await serve()
    const { send, until } = await open()
    send(request('POST /v2.1/feed/items', xml, 'Expect: 100-continue', `Content-Length: ${feed.length}`))
    await until((text) => text === 'HTTP/1.1 100 Continue\r\n\r\n')
    send(feed)
    expect(await until((text) => text.includes('<feedId>'))).toMatch(/HTTP\/1\.1 200 OK/)
  })

  test.each<[string, string, string[], number]>([
    ['too large', 'secret', [xml, `Content-Length: ${tooLarge}`], 413],
    ['with wrong credentials', 'wrong', [xml, 'Content-Length: 10'], 403],
    ['of another type', 'secret', ['Content-Type: text/plain', 'Content-Length: 10'], 400],
  ])('%s are refused before they are sent, when they ask', async (_name, password, headers, status) => {
    const { open, request } = await serve()
    const { send, until } = await open()
    const message = request('POST /v2.1/feed/items', 'Expect: 100-continue', ...headers)
    send(message.replace('password: secret', `password: ${password}`))
    const text = await until((sofar) => sofar.includes('</problem>'))
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  test('in chunks end at 16 MB with 413, which a client that keeps sending receives', async () => {
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

  test('of the largest size are accepted four at a time; a small one never waits behind them', async () => {
    const { open, request, call } = await serve()
    const message = request(
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
      send(message)
    })
    const accepted = () => texts.filter((text) => text.startsWith('HTTP/1.1 100')).length
    while (accepted() < 4) await delay(10)
    const posted = {
      method: 'POST',
      path: '/v2.1/feed/items',
      headers: { 'Content-Type': 'application/xml' },
    }
    expect((await call({ ...posted, body: feed })).status).toBe(200)
    expect(accepted()).toBe(4)
    // An upload that disconnects frees its place for one that waits.
    for (const [index, { socket }] of uploads.entries()) if (texts[index]) socket.destroy()
    while (accepted() < 6) await delay(10)
  })

  test('with a broken chunk get 400, and the connection ends', async () => {
    const { open, request } = await serve()
    const { send, closed } = await open()
    send(`${request('POST /v2.1/feed/items', xml, 'Transfer-Encoding: chunked')}nothing hexadecimal\r\n`)
    expect(await closed()).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+xml/)
  })
})

test('malformed bytes after a complete request are not treated as its answer', async () => {
  const { open, request } = await serve({ conditions: { ...noConditions(), latency: 200 } })
  const { send, closed } = await open()
  send(`${request('GET /v2/item/1')}nonsense\r\n\r\n`)
  expect(await closed()).not.toMatch(/^HTTP\/1\.1 400/)
})

describe('room for new connections', () => {
  test('is made by closing the connection that has been silent longest', async () => {
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

  test('is never made by closing a connection that has shown credentials', async () => {
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

  test('is not made where every connection has credentials and is being answered', async () => {
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
    // Latency is applied before credentials are read: those of the first call are valid for the second.
    await (await open()).closed(700)
  })

  test('one user cannot use all connections', async () => {
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

  test('excess silent connections close after 1 s, idle ones without credentials after 10 s', async () => {
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

test('the default timeouts suit a slow network and the longest latency that can be set', () => {
  const { headersTimeout, connectionsCheckingInterval, requestTimeout, stalled } = clientTimeouts
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(10_000)
  expect(headersTimeout).toBeLessThan(requestTimeout)
  expect(stalled).toBeGreaterThan(60_000)
})
