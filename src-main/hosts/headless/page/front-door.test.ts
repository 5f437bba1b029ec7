import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPlainConnection } from '../../../testing/local-api/plain-connection.ts'
import { type LetIn, type ServedDesk, serveDesk } from '../fixtures/served-desk.ts'

let served: ServedDesk
let letIn: LetIn
beforeAll(async () => {
  served = await serveDesk()
  letIn = await served.letIn()
})
afterAll(() => served.close())

/** Sends a request byte by byte as written; answers status, headers and body. */
async function ask(line: string, headers: string[] = [], { host = true } = {}) {
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
const call = (): string[] => [
  `Authorization: ${letIn.headers.authorization}`,
  'Content-Type: application/json',
  'Content-Length: 0',
]
const state = 'POST /rpc/workspace/state HTTP/1.1'

describe('a request is for us', () => {
  test.each([
    ['a foreign host', page, ['Host: evil.example:PORT'], 403],
    ['our address on another port', page, ['Host: 127.0.0.1:1'], 403],
    ['our address without a port', page, ['Host: 127.0.0.1'], 403],
    ['a name that leads to us', page, ['Host: 127.0.0.1.evil.example:PORT'], 403],
    ['two hosts', page, ['Host: 127.0.0.1:PORT', 'Host: evil.example'], 400],
    ['the same host twice', page, ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT'], 400],
    ['no host', page, [], 400],
    ['no host, by the old protocol', 'GET / HTTP/1.0', [], 400],
    ['a whole address of another host', 'GET http://evil.example/ HTTP/1.1', ['Host: 127.0.0.1:PORT'], 403],
    [
      'a whole address with a foreign host',
      'GET http://127.0.0.1:PORT/ HTTP/1.1',
      ['Host: evil.example'],
      403,
    ],
    [
      'a user in the address',
      'GET http://127.0.0.1:PORT@evil.example/ HTTP/1.1',
      ['Host: 127.0.0.1:PORT'],
      403,
    ],
    ['another protocol', 'GET https://127.0.0.1:PORT/ HTTP/1.1', ['Host: 127.0.0.1:PORT'], 403],
    ['no address at all', 'GET evil.example:80 HTTP/1.1', ['Host: 127.0.0.1:PORT'], 400],
  ])('%s', async (_what, line, headers, status) => {
    expect((await ask(line, headers, { host: false })).status).toBe(status)
  })

  test('our own, in both ways of writing it', async () => {
    expect((await ask(page)).status).toBe(200)
    expect((await ask(page, ['Host: LOCALHOST:PORT'], { host: false })).status).toBe(200)
    expect((await ask('GET http://127.0.0.1:PORT/catalog HTTP/1.1')).status).toBe(200)
  })
})

describe('a request is from us', () => {
  test.each([
    ['another origin', ['Origin: http://evil.example']],
    ['another port, the same site', ['Origin: http://127.0.0.1:1', 'Sec-Fetch-Site: same-site']],
    ['no origin that is told', ['Origin: null']],
    ['two origins', ['Origin: http://127.0.0.1:PORT', 'Origin: http://evil.example']],
    ['our origin, but another site', ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: cross-site']],
    ['a browser that does not say its origin', ['Sec-Fetch-Site: same-origin']],
    [
      'a site, said twice',
      ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: none'],
    ],
  ])('%s: no call, even with a session', async (_what, headers) => {
    expect((await ask(state, [...call(), ...headers])).status).toBe(403)
  })

  test('our own page, and a program', async () => {
    const own = ['Origin: http://127.0.0.1:PORT', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors']
    expect((await ask(state, [...call(), ...own])).status).toBe(200)
    expect((await ask(state, call())).status).toBe(200)
  })

  const opened = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
  test('a person opens the page; another page may not, and the person is told', async () => {
    expect((await ask(page, [...opened, 'Sec-Fetch-Site: none'])).status).toBe(200)
    for (const site of ['same-site', 'cross-site']) {
      const led = await ask(page, [...opened, `Sec-Fetch-Site: ${site}`])
      expect(led).toMatchObject({
        status: 403,
        body: expect.stringContaining('<h1>Another page led here</h1>'),
      })
    }
  })

  test('a download is asked for like this', async () => {
    const headers = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: empty', 'Sec-Fetch-Site: same-origin']
    // It comes as far as the question for its proof.
    expect((await ask('GET /exports/e1/items.csv HTTP/1.1', headers)).status).toBe(401)
  })

  test.each([
    ['a picture', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image', 'Sec-Fetch-Site: same-site']],
    ['a script', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: script', 'Sec-Fetch-Site: cross-site']],
    ['a frame', ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe', 'Sec-Fetch-Site: same-origin']],
    ['no page at all', ['Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: empty', 'Sec-Fetch-Site: none']],
  ])('%s in another page is refused', async (_what, headers) => {
    expect((await ask(page, headers)).status).toBe(403)
  })
})

describe('odd requests are refused in words that name no place on this computer', () => {
  test.each([
    ['PROPFIND', 'PROPFIND / HTTP/1.1', 405],
    ['TRACE', 'TRACE / HTTP/1.1', 405],
    ['OPTIONS', 'OPTIONS /rpc/workspace/state HTTP/1.1', 405],
    ['OPTIONS of all', 'OPTIONS * HTTP/1.1', 405],
    ['PUT', 'PUT /uploads?name=a.csv HTTP/1.1', 405],
    ['a call by GET', 'GET /rpc/workspace/state HTTP/1.1', 405],
    ['a page by POST', 'POST / HTTP/1.1', 405],
    ['CONNECT', 'CONNECT 127.0.0.1:22 HTTP/1.1', 405],
    ['a method in small letters', 'get / HTTP/1.1', 400],
    ['half a percent sign', 'GET /catalog/%E0%A4%A HTTP/1.1', 400],
    ['no UTF-8', 'GET /catalog/%ff HTTP/1.1', 400],
    ['half a surrogate', 'GET /catalog/%ED%A0%80 HTTP/1.1', 400],
    ['a NUL', 'GET /catalog/%00 HTTP/1.1', 400],
    ['a way up', 'GET /assets/../../../etc/passwd HTTP/1.1', 400],
    ['a hidden way up', 'GET /assets/%2e%2e/%2e%2e/etc/passwd HTTP/1.1', 400],
    ['a way up of Windows', 'GET /assets/..%5c..%5cetc HTTP/1.1', 400],
    ['a very long address', `GET /${'a'.repeat(70_000)} HTTP/1.1`, 431],
    ['a web socket', page, 400],
  ])('%s', async (what, line, status) => {
    const upgrade = [
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ]
    const answer = await ask(line, what === 'a web socket' ? upgrade : [])
    expect(answer.status).toBe(status)
    expect(answer.head + answer.body).not.toMatch(/\/(tmp|home|work|usr|etc)\b|node_modules|at .*\.ts/)
    if (status === 405 && what !== 'CONNECT') expect(answer.head).toMatch(/\nallow: (post|get, head)/)
  })
})

test('every answer, whatever it is, is for our own page only', async () => {
  const picture = `/pictures/${'a'.repeat(64)}/original`
  const answers = [
    await ask(page),
    await ask('GET /assets/none.js HTTP/1.1'),
    await ask(page, ['Origin: http://evil.example']),
    await ask(page, ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']),
    await ask(state, ['Content-Length: 0']),
    await ask(state, call()),
    await ask('POST /rpc/none/none HTTP/1.1', call()),
    await ask(`GET ${picture} HTTP/1.1`),
    await ask(`GET ${picture}?key=${letIn.pictureKey} HTTP/1.1`),
    await ask('POST /session HTTP/1.1', ['Content-Length: 0']),
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
