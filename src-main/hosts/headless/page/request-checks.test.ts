import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalStatus, refusalsHeader } from '../../../../src-shared/rpc/refusals.ts'
import { openPlainConnection } from '../../../testing/local-api/plain-connection.ts'
import { type LetIn, type ServedDesk, serveDesk } from '../fixtures/served-desk.ts'

let served: ServedDesk
let letIn: LetIn
beforeAll(async () => {
  served = await serveDesk()
  letIn = await served.letIn()
})
afterAll(() => served.close())

/** Sends a request exactly as written; returns status, headers and body. */
async function send(line: string, headers: string[] = [], { host = true } = {}) {
  const connection = await openPlainConnection(served.server.port)
  const all = [
    line.replaceAll('PORT', `${served.server.port}`),
    ...(host ? [`Host: 127.0.0.1:${served.server.port}`] : []),
    ...headers.map((header) => header.replaceAll('PORT', `${served.server.port}`)),
    'Connection: close',
  ]
  connection.send(`${all.join('\r\n')}\r\n\r\n`)
  const [head = '', body = ''] = (await connection.closed()).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}
const page = 'GET / HTTP/1.1'
const callHeaders = (): string[] => [
  `Authorization: ${letIn.headers.authorization}`,
  'Content-Type: application/json',
  'Content-Length: 0',
]
const state = 'POST /rpc/workspace/state HTTP/1.1'

describe('checks the host', () => {
  test.each([
    ['a foreign host', page, ['Host: evil.example:PORT'], 403],
    ['our address on another port', page, ['Host: 127.0.0.1:1'], 403],
    ['our address without a port', page, ['Host: 127.0.0.1'], 403],
    ['a name that contains our address', page, ['Host: 127.0.0.1.evil.example:PORT'], 403],
    ['two hosts', page, ['Host: 127.0.0.1:PORT', 'Host: evil.example'], 400],
    ['the same host twice', page, ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT'], 400],
    ['no host', page, [], 400],
    ['no host in HTTP/1.0', 'GET / HTTP/1.0', [], 400],
    ['an absolute URL of another host', 'GET http://evil.example/ HTTP/1.1', ['Host: 127.0.0.1:PORT'], 403],
    [
      'an absolute URL with a foreign Host header',
      'GET http://127.0.0.1:PORT/ HTTP/1.1',
      ['Host: evil.example'],
      403,
    ],
    [
      'a user in an absolute URL',
      'GET http://127.0.0.1:PORT@evil.example/ HTTP/1.1',
      ['Host: 127.0.0.1:PORT'],
      403,
    ],
    ['another protocol', 'GET https://127.0.0.1:PORT/ HTTP/1.1', ['Host: 127.0.0.1:PORT'], 403],
    ['no URL', 'GET evil.example:80 HTTP/1.1', ['Host: 127.0.0.1:PORT'], 400],
  ])('refuses %s', async (_what, line, headers, status) => {
    expect((await send(line, headers, { host: false })).status).toBe(status)
  })

  test('accepts our host as a relative and an absolute URL', async () => {
    expect((await send(page)).status).toBe(200)
    expect((await send(page, ['Host: LOCALHOST:PORT'], { host: false })).status).toBe(200)
    expect((await send('GET http://127.0.0.1:PORT/catalog HTTP/1.1')).status).toBe(200)
  })
})

describe('checks the sender', () => {
  test.each([
    ['another origin', ['Origin: http://evil.example']],
    ['another port of the same site', ['Origin: http://127.0.0.1:1', 'Sec-Fetch-Site: same-site']],
    ['the origin null', ['Origin: null']],
    ['two origins', ['Origin: http://127.0.0.1:PORT', 'Origin: http://evil.example']],
    ['our origin, but another site', ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: cross-site']],
    ['a browser that sends no origin', ['Sec-Fetch-Site: same-origin']],
    [
      'a repeated site header',
      ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: none'],
    ],
  ])('refuses a call with %s, even with a session', async (_what, headers) => {
    expect((await send(state, [...callHeaders(), ...headers])).status).toBe(403)
  })

  test('accepts our own page and a program', async () => {
    const own = ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors']
    expect((await send(state, [...callHeaders(), ...own])).status).toBe(200)
    expect((await send(state, callHeaders())).status).toBe(200)
  })

  const opened = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
  test('lets a person open the page, and shows an explanation when another page opens it', async () => {
    expect((await send(page, [...opened, 'Sec-Fetch-Site: none'])).status).toBe(200)
    for (const site of ['same-site', 'cross-site']) {
      const led = await send(page, [...opened, `Sec-Fetch-Site: ${site}`])
      expect(led).toMatchObject({
        status: 403,
        body: expect.stringContaining('<h1>Opened from another page</h1>'),
      })
    }
  })

  test('accepts the request of a download', async () => {
    const headers = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: empty', 'Sec-Fetch-Site: same-origin']
    // It passes the sender check, then lacks the proof.
    expect((await send('GET /exports/e1/items.csv HTTP/1.1', headers)).status).toBe(401)
  })

  test.each([
    ['a picture', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image', 'Sec-Fetch-Site: same-site']],
    ['a script', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: script', 'Sec-Fetch-Site: cross-site']],
    ['a frame', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe', 'Sec-Fetch-Site: same-origin']],
    [
      'a request outside a page',
      ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: empty', 'Sec-Fetch-Site: none'],
    ],
  ])('refuses %s in another page', async (_what, headers) => {
    expect((await send(page, headers)).status).toBe(403)
  })
})

describe('refuses odd requests with a message that contains no local path', () => {
  test.each([
    ['PROPFIND', 'PROPFIND / HTTP/1.1', 405],
    ['TRACE', 'TRACE / HTTP/1.1', 405],
    ['OPTIONS', 'OPTIONS /rpc/workspace/state HTTP/1.1', 405],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1', 405],
    ['PUT', 'PUT /uploads?name=a.csv HTTP/1.1', 405],
    ['a call by GET', 'GET /rpc/workspace/state HTTP/1.1', 405],
    ['a page by POST', 'POST / HTTP/1.1', 405],
    ['CONNECT', 'CONNECT 127.0.0.1:22 HTTP/1.1', 405],
    ['a lowercase method', 'get / HTTP/1.1', 400],
    ['a truncated percent encoding', 'GET /catalog/%E0%A4%A HTTP/1.1', 400],
    ['invalid UTF-8', 'GET /catalog/%ff HTTP/1.1', 400],
    ['a lone surrogate', 'GET /catalog/%ED%A0%80 HTTP/1.1', 400],
    ['a NUL', 'GET /catalog/%00 HTTP/1.1', 400],
    ['a parent path', 'GET /assets/../../../etc/passwd HTTP/1.1', 400],
    ['an encoded parent path', 'GET /assets/%2e%2e/%2e%2e/etc/passwd HTTP/1.1', 400],
    ['a Windows parent path', 'GET /assets/..%5c..%5cetc HTTP/1.1', 400],
    ['a very long address', `GET /${'a'.repeat(70_000)} HTTP/1.1`, 431],
    ['a web socket', page, 400],
  ])('%s', async (what, line, status) => {
    const upgrade = [
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ]
    const answer = await send(line, what === 'a web socket' ? upgrade : [])
    expect(answer.status).toBe(status)
    expect(answer.head + answer.body).not.toMatch(/\/(tmp|home|work|usr|etc)\b|node_modules|at .*\.ts/)
    if (status === 405 && what !== 'CONNECT') expect(answer.head).toMatch(/\nallow: (post|get, head)/)
  })
})

test('a refusal has the status 200 for a page that asks for it, which no browser logs as an error', async () => {
  const body = JSON.stringify({ json: { id: 'none' } })
  const call = async (headers: Record<string, string>) => {
    const answer = await fetch(`${served.origin}/rpc/imports/job`, {
      ...{ method: 'POST', body },
      headers: { ...letIn.headers, 'content-type': 'application/json', ...headers },
    })
    return [answer.status, answer.headers.get(refusalsHeader), await answer.text()]
  }
  const [status, header, refusal] = await call({})
  expect([status, header]).toEqual([refusalStatus, null])
  expect(await call({ [refusalsHeader]: '1' })).toEqual([200, String(refusalStatus), refusal])
})

test('every answer has the headers that isolate our page', async () => {
  const picture = `/pictures/${'a'.repeat(64)}/original`
  const answers = [
    await send(page),
    await send('GET /assets/none.js HTTP/1.1'),
    await send(page, ['Origin: http://evil.example']),
    await send(page, ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']),
    await send(state, ['Content-Length: 0']),
    await send(state, callHeaders()),
    await send('POST /rpc/none/none HTTP/1.1', callHeaders()),
    await send(`GET ${picture} HTTP/1.1`),
    await send(`GET ${picture}?key=${letIn.pictureKey} HTTP/1.1`),
    await send('POST /session HTTP/1.1', ['Content-Length: 0']),
  ]
  for (const { head } of answers) {
    expect(head).toMatch(/content-security-policy: .*frame-ancestors 'none'/)
    for (const line of [
      'x-frame-options: deny',
      'cross-origin-opener-policy: same-origin',
      'cross-origin-resource-policy: same-origin',
      'referrer-policy: no-referrer',
      'x-content-type-options: nosniff',
    ])
      expect(head).toContain(`\r\n${line}`)
    expect(head).not.toMatch(/set-cookie|access-control/)
  }
})
