import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import selfsigned from 'selfsigned'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startProxy } from '../testing/proxy-server.ts'
import { createUpstream } from './create-upstream.ts'
import type { Network } from './network/network.ts'
import type { LookupAll } from './private-address.ts'
import type { MediaOptions, Upstream } from './upstream.ts'

/** Host names that exist only in these tests; each can resolve to a different address on the next lookup. */
const names = new Map<string, string[]>()
const lookup: LookupAll = (hostname, _options, callback) => {
  const [address] = names.get(hostname) ?? []
  const rest = names.get(hostname)?.slice(1) ?? []
  if (rest.length > 0) names.set(hostname, rest)
  if (address === undefined) callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), [])
  else callback(null, [{ address, family: 4 }])
}

interface Seen {
  host: string
  path: string
  username: string | undefined
  range: string | undefined
}
const seen: Seen[] = []
/** Redirects by host and path; every other path returns a picture. */
const redirects = new Map<string, string>()
const answer: RequestListener = (request, response) => {
  const { host = '', username, range } = request.headers
  const path = request.url ?? ''
  seen.push({ host, path, username: username as string | undefined, range })
  const location = redirects.get(`${host.replace(/:.*/, '')}${path}`)
  if (location) response.writeHead(302, { location }).end()
  else if (path.startsWith('/status/')) response.writeHead(Number(path.slice(8))).end()
  else response.end('picture')
}

let service: Server
let foreign: Server
let port: number
let foreignPort: number
const trusted = getCACertificates('default')
beforeAll(async () => {
  const listen = (server: Server) =>
    new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    )
  const made = await selfsigned.generate([{ name: 'commonName', value: 'pictures.example' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: ['pictures.example', 'other.example'].map((value) => ({ type: 2 as const, value })),
      },
    ],
  })
  setDefaultCACertificates([...trusted, made.cert])
  service = createServer(answer)
  foreign = createSecureServer({ key: made.private, cert: made.cert }, answer)
  port = await listen(service)
  foreignPort = await listen(foreign)
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  for (const server of [service, foreign]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

let upstream: Upstream
beforeEach(() => {
  seen.length = 0
  redirects.clear()
  names.clear()
  for (const name of ['pictures.example', 'other.example', 'service.example']) names.set(name, ['127.0.0.1'])
})

/** Requests a picture through a service at `address`. */
async function get(
  url: string,
  options: MediaOptions = {},
  address = `http://127.0.0.1:${port}`,
  network?: Network,
) {
  upstream = createUpstream({ address, username: 'desk', password: 'secret', lookup, network })
  try {
    const { body } = await upstream.media(url, { hosts: ['pictures.example'], ...options })
    const pieces: Uint8Array[] = []
    for await (const piece of body) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  } finally {
    await upstream.close()
  }
}
const onService = (path: string) => `http://127.0.0.1:${port}${path}`
const onOtherHost = (path: string, host = 'pictures.example') => `https://${host}:${foreignPort}${path}`

describe('credentials', () => {
  test('are sent to the service only', async () => {
    expect(await get(onService('/a'))).toBe('picture')
    expect(await get(onOtherHost('/a'))).toBe('picture')
    expect(seen.map(({ username }) => username)).toEqual(['desk', undefined])
  })
  test('are dropped at a redirect to another host, even if it redirects back to the service', async () => {
    redirects.set('127.0.0.1/a', onOtherHost('/b'))
    redirects.set('pictures.example/b', onService('/c'))
    expect(await get(onService('/a'), { range: 'bytes=3-' })).toBe('picture')
    expect(seen.map(({ path, username, range }) => [path, username, range])).toEqual([
      ['/a', 'desk', 'bytes=3-'],
      ['/b', undefined, 'bytes=3-'],
      ['/c', undefined, 'bytes=3-'],
    ])
  })
})

describe('redirects', () => {
  test('are followed five times; the sixth is refused', async () => {
    for (let hop = 0; hop < 6; hop++) redirects.set(`127.0.0.1/${hop}`, `/${hop + 1}`)
    expect(await get(onService('/1'))).toBe('picture')
    await expect(get(onService('/0'))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('more than 5 times'),
    })
  })
  test.each([
    [
      'a host that is not one of the media hosts',
      () => onOtherHost('/b', 'other.example'),
      'not one of the connection’s media hosts',
    ],
    ['http', () => 'http://pictures.example/b', 'over https only'],
    ['another port of the host of the service', () => `http://127.0.0.1:${foreignPort}/b`, 'over https only'],
    ['a file', () => 'file:///etc/passwd', 'over https only'],
  ])('to %s are refused without a request', async (_, target, reason) => {
    redirects.set('127.0.0.1/a', target())
    await expect(get(onService('/a'))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(reason),
    })
    expect(seen).toHaveLength(1)
  })
})

describe('private networks', () => {
  const publicService = 'http://service.example'
  beforeEach(() => void names.set('service.example', ['93.184.215.14']))

  test('are allowed when the service itself is in one', async () => {
    expect(
      await get(onOtherHost('/a'), {}, `http://service.example:${port}`).catch((e: Error) => e.message),
    ).toContain('in a private network')
    names.set('service.example', ['127.0.0.1'])
    expect(await get(onOtherHost('/a'), {}, `http://service.example:${port}`)).toBe('picture')
  })
  test('refuses a name that resolves to one when connecting', async () => {
    await expect(get(onOtherHost('/a'), {}, publicService)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('pictures.example resolves to 127.0.0.1'),
    })
    expect(seen).toEqual([])
  })
  test('uses the checked address, so a name cannot change after the check', async () => {
    // A separate lookup before connecting would have returned a public address.
    names.set('pictures.example', ['127.0.0.1', '93.184.215.14'])
    await expect(get(onOtherHost('/a'), {}, publicService)).rejects.toMatchObject({ kind: 'refused' })
    expect(names.get('pictures.example'), 'it was looked up once').toEqual(['93.184.215.14'])
    expect(seen).toEqual([])
  })
  test('allows an address that the connection lists exactly, including the port', async () => {
    const hosts = [`http://127.0.0.1:${port}`]
    expect(await get(onService('/a'), { hosts }, publicService)).toBe('picture')
    expect(seen.map(({ username }) => username)).toEqual([undefined])
    await expect(get(onOtherHost('/a', '127.0.0.1'), { hosts }, publicService)).rejects.toMatchObject({
      kind: 'refused',
      refusedHost: `127.0.0.1:${foreignPort}`,
    })
    redirects.set('127.0.0.1/b', `http://127.0.0.1:${foreignPort}/c`)
    await expect(get(onService('/b'), { hosts }, publicService)).rejects.toMatchObject({
      kind: 'refused',
      refusedHost: `http://127.0.0.1:${foreignPort}`,
    })
    expect(seen).toHaveLength(2)
  })
  test.each(['127.0.0.1', '127.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'are refused when written as %s',
    async (host) => {
      const url = `https://${host}:${foreignPort}/a`
      await expect(get(url, { hosts: [new URL(url).hostname] }, publicService)).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('private network'),
      })
      expect(seen).toEqual([])
    },
  )
})

test.each([
  ['the service', () => onService('/status/404'), 'not-found'],
  ['the service', () => onService('/status/503'), 'maintenance'],
  ['another host', () => onOtherHost('/status/404'), 'not-found'],
  ['another host', () => onOtherHost('/status/503'), 'server'],
  ['another host', () => onOtherHost('/status/403'), 'refused'],
])('maps an error status of %s to a failure kind (%#)', async (_, url, kind) => {
  await expect(get(url())).rejects.toMatchObject({ kind })
})

describe('behind a proxy', () => {
  const through = async (url: string) => {
    const proxy = await startProxy()
    try {
      return await get(url, {}, 'https://service.example', {
        proxyOf: async () => proxy.url,
        accountOf: async () => undefined,
      })
    } finally {
      await proxy.close()
    }
  }

  test('pictures of a public address come through the proxy', async () => {
    names.set('pictures.example', ['93.184.215.14'])
    names.set('service.example', ['93.184.215.15'])
    expect(await through(onOtherHost('/a'))).toBe('picture')
  })
  test('a name that only the proxy can look up is left to it', async () => {
    names.delete('pictures.example')
    names.set('service.example', ['93.184.215.15'])
    expect(await through(onOtherHost('/a'))).toBe('picture')
  })
  test('a name in a private network is refused', async () => {
    names.set('service.example', ['93.184.215.15'])
    await expect(through(onOtherHost('/a'))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('pictures.example'),
    })
    expect(seen).toEqual([])
  })
})
