import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ProxyAccount } from '../../../src-shared/workspace/model.ts'
import { startProxy } from '../../testing/proxy-server.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { defaultCallLimits } from '../call-limits.ts'
import { openHttpCalls } from '../http-call.ts'
import type { UpstreamError } from '../upstream-error.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closers.splice(0).reverse()) await close()
})

async function listening(server: Server): Promise<number> {
  closers.push(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Starts a service that returns the method, path and body of each call. @returns its port */
async function startService(): Promise<number> {
  const server = createServer(async (incoming, outgoing) => {
    outgoing.end(`${incoming.method} ${incoming.url} ${await text(incoming)}`)
  })
  return listening(server)
}

async function proxied(options: Parameters<typeof startProxy>[0] = {}, account?: ProxyAccount) {
  const proxy = await startProxy(options)
  closers.push(proxy.close)
  return { ...proxy, calls: callsThrough(proxy.url, account), seen: proxy.calls }
}
function callsThrough(proxy: string, account?: ProxyAccount) {
  const calls = openHttpCalls(
    { ...defaultCallLimits, connect: 3000, answer: 3000 },
    { network: { proxyOf: async () => proxy, accountOf: async () => account } },
  )
  closers.push(calls.close)
  return calls
}
const failureOf = (call: Promise<unknown>): Promise<UpstreamError> =>
  call.then(
    () => Promise.reject(new Error('The call should have failed')),
    (error: UpstreamError) => error,
  )
const body = Buffer.from('a feed')
const words = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('calls through a proxy', () => {
  test('reach a service over plain http, and name it to the proxy', async () => {
    const port = await startService()
    const { calls, seen } = await proxied()
    const url = `http://catalog.example:${port}/v2.1/item?idx=0`
    const answer = await calls.call({ method: 'GET', url, headers: {} })
    expect(words(answer.body)).toBe('GET /v2.1/item?idx=0 ')
    expect(seen).toEqual([`GET ${url}`])
  })

  test('send feeds one by one', async () => {
    const port = await startService()
    const { calls } = await proxied()
    const url = `http://catalog.example:${port}/v2.1/feed/items`
    for (let count = 0; count < 3; count++) {
      const answer = await calls.callOnce({ method: 'POST', url, headers: {}, body })
      expect(words(answer.body)).toBe('POST /v2.1/feed/items a feed')
    }
  })

  test('send the account that a proxy asks for', async () => {
    const port = await startService()
    const account = { username: 'ana', password: 'pä:ss' }
    const { calls } = await proxied(account, account)
    const url = `http://catalog.example:${port}/`
    expect((await calls.call({ method: 'GET', url, headers: {} })).status).toBe(200)
  })
})

describe('a failure at a proxy', () => {
  test.each(['http', 'https'])('asks for an account, and nothing has arrived: %s', async (protocol) => {
    const { calls } = await proxied(
      { username: 'ana', password: 'secret' },
      { username: 'ana', password: 'old' },
    )
    const url = `${protocol}://catalog.example:1/v2.1/feed/items`
    const error = await failureOf(calls.callOnce({ method: 'POST', url, headers: {}, body }))
    expect(error).toMatchObject({ kind: 'unreachable', step: 'proxy', mayHaveArrived: false })
    expect(error.message).toMatch(/^The proxy http:\/\/127.* asks for a user name and a password\.$/)
    expect(error.problems).toMatchObject([{ code: 'PROXY_PASSWORD_NEEDED', path: 'proxyUsername' }])
  })

  test('names the status with which it refuses to connect', async () => {
    const { calls } = await proxied({ refuses: true })
    const error = await failureOf(calls.call({ method: 'GET', url: 'https://catalog.example/', headers: {} }))
    expect(error).toMatchObject({ kind: 'unreachable', step: 'proxy', mayHaveArrived: false })
    expect(error.message).toContain('did not connect to https://catalog.example (status 403)')
  })

  test('names the proxy, without its password, if the proxy itself cannot be reached', async () => {
    const closed = await startProxy()
    await closed.close()
    const calls = callsThrough(closed.url.replace('//', '//me:secret@'))
    const error = await failureOf(calls.call({ method: 'GET', url: 'https://catalog.example/', headers: {} }))
    expect(error).toMatchObject({ kind: 'unreachable', step: 'route' })
    expect(error.message).toBe(`The proxy ${closed.url} cannot be reached: the connection was refused.`)
  })

  test('a closed client ends a call that a proxy keeps waiting', async () => {
    const silent = createServer(() => undefined)
    const port = await listening(silent)
    const calls = callsThrough(`http://127.0.0.1:${port}`)
    const call = failureOf(
      calls.callOnce({ method: 'POST', url: 'http://catalog.example/', headers: {}, body }),
    )
    await once(silent, 'request')
    await calls.close()
    expect((await call).kind).toBe('unreachable')
    silent.closeAllConnections()
  })
})

test('calls that begin together are all ended by closing', async () => {
  const silent = createServer(() => undefined)
  const port = await listening(silent)
  const arrived = Promise.withResolvers<void>()
  let count = 0
  silent.on('request', () => ++count === 3 && arrived.resolve())
  const calls = openHttpCalls()
  const all = [1, 2, 3].map((number) =>
    failureOf(calls.call({ method: 'GET', url: `http://127.0.0.1:${port}/${number}`, headers: {} })),
  )
  await arrived.promise
  await calls.close()
  expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(Array(3).fill('unreachable'))
  silent.closeAllConnections()
})

describe('the authorities of the operating system', () => {
  test('are trusted, also through a proxy', async () => {
    const folder = temporaryDirectory()
    mkdirSync(folder, { recursive: true })
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'catalog.example' }], {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'catalog.example' }] },
      ],
    })
    const port = await listening(
      createSecureServer({ key, cert }, (_request, response) => response.end('whole')),
    )
    const { calls, seen } = await proxied()
    const call = () => calls.call({ method: 'GET', url: `https://catalog.example:${port}/`, headers: {} })
    // The store of the system is read once per process, so this test is the only one that needs it.
    writeFileSync(join(folder, 'authorities.pem'), cert)
    vi.stubEnv('SSL_CERT_FILE', join(folder, 'authorities.pem'))
    expect(words((await call()).body)).toBe('whole')
    expect(seen).toEqual(Array(2).fill(`CONNECT catalog.example:${port}`))
  })
})
