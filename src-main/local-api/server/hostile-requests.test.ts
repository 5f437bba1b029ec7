/**
 * Requests that no well-behaved client makes. Each is refused with an explanation or answered, and no answer
 * contains internal details.
 */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { complaints } from '../../testing/local-api/contract-answers.ts'
import { type ContractService, describeContract } from '../../testing/local-api/contract-service.ts'
import { judge } from '../../testing/schema-validator.ts'

/** Everything the service sends in response to these bytes, until it ends the connection. */
function exchange({ port }: ContractService, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(Buffer.from(bytes, 'latin1'))
  return text(socket)
}
/** Replaces `CREDENTIALS` and `HOST` with the correct values. */
const filled = ({ port, user }: ContractService, bytes: string) =>
  bytes
    .replaceAll(
      'CREDENTIALS',
      `username: ${user.username}\r\npassword: ${Buffer.from(user.password).toString('latin1')}`,
    )
    .replaceAll('HOST', `127.0.0.1:${port}`)
const usual = 'Host: HOST\r\nCREDENTIALS\r\nConnection: close\r\n'
const get = 'GET /v2/brand HTTP/1.1\r\n'
const post = 'POST /v2.1/feed/items HTTP/1.1\r\nContent-Type: application/xml\r\n'
/** A request inside the body of another, or after bytes that are not a request. */
const smuggled = `GET /v2/distributor HTTP/1.1\r\n${usual}\r\n`

/** The bytes sent, and the expected status. */
const hostile: [what: string, bytes: string, status: number][] = [
  ['two Host headers', `${get}Host: HOST\r\n${usual}\r\n`, 400],
  ['a second, foreign Host', `${get}${usual}Host: evil.example\r\n\r\n`, 400],
  ['a first, foreign Host', `${get}Host: evil.example\r\n${usual}\r\n`, 400],
  ['two user names', `${get}${usual}username: other\r\n\r\n`, 400],
  ['two passwords', `${get}${usual}password: x\r\n\r\n`, 400],
  ['two origins', `${get}${usual}Origin: http://HOST\r\nOrigin: http://evil.example\r\n\r\n`, 400],
  ['two idempotency keys', `${post}${usual}Idempotency-Key: 1\r\nIdempotency-Key: 2\r\n\r\n`, 400],
  [
    'a long idempotency key',
    `${post}${usual}Content-Length: 1\r\nIdempotency-Key: ${'k'.repeat(201)}\r\n\r\nx`,
    400,
  ],
  [
    'a long user name',
    `${get}Host: HOST\r\nusername: ${'u'.repeat(8000)}\r\npassword: x\r\nConnection: close\r\n\r\n`,
    403,
  ],
  ['two lengths', `${post}${usual}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['two equal lengths', `${post}${usual}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`, 400],
  [
    'a length and chunks',
    `${post}${usual}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    400,
  ],
  ['chunks twice', `${post}${usual}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`, 400],
  ['another encoding', `${post}${usual}Transfer-Encoding: gzip\r\n\r\nx`, 400],
  ['a negative length', `${post}${usual}Content-Length: -1\r\n\r\n`, 400],
  ['a length in words', `${post}${usual}Content-Length: 0x10\r\n\r\n`, 400],
  ['a huge length', `${post}${usual}Content-Length: 99999999999999999999999\r\n\r\n`, 400],
  ['an absolute address of another host', `GET http://evil.example/v2/brand HTTP/1.1\r\n${usual}\r\n`, 403],
  ['an absolute address with a user', `GET http://desk@HOST/v2/brand HTTP/1.1\r\n${usual}\r\n`, 403],
  ['a Host with a user', `${get}Host: desk@HOST\r\nCREDENTIALS\r\nConnection: close\r\n\r\n`, 403],
  ['an empty Host', `${get}Host:\r\nCREDENTIALS\r\nConnection: close\r\n\r\n`, 403],
  ['a folded header', `${get}${usual}X: a\r\n b\r\n\r\n`, 400],
  ['a space before the colon', `${get}Host : HOST\r\n\r\n`, 400],
  ['a NUL in a header', `${get}${usual}X: a\x00b\r\n\r\n`, 400],
  ['a bare line feed', `${get}${usual}X: a\nY: b\n\n`, 400],
  ['a bare carriage return', `${get}${usual}X: a\rY: b\r\n\r\n`, 400],
  ['a NUL in the address', 'GET /v2/\x00brand HTTP/1.1\r\n\r\n', 400],
  ['headers of 20 KB', `${get}X: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
  ['201 headers', `${get}${usual}${'X: y\r\n'.repeat(201)}\r\n`, 400],
  ['HTTP/0.9', 'GET /v2/brand\r\n\r\n', 403],
  ['HTTP/3.7', `GET /v2/brand HTTP/3.7\r\n${usual}\r\n`, 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['HTTP/1.0 without Host and credentials', 'GET /v2/brand HTTP/1.0\r\n\r\n', 403],
  ['HTTP/1.0 without Host for a picture', 'GET /media/pictures/one.jpg HTTP/1.0\r\n\r\n', 403],
  [
    'HTTP/1.0 with a foreign Host',
    'GET /v2/brand HTTP/1.0\r\nHost: evil.example\r\nCREDENTIALS\r\n\r\n',
    403,
  ],
  [
    'HTTP/1.0 with an Origin',
    'GET /v2/brand HTTP/1.0\r\nOrigin: http://evil.example\r\nCREDENTIALS\r\n\r\n',
    403,
  ],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
  ['TRACE', `TRACE /v2/brand HTTP/1.1\r\n${usual}\r\n`, 405],
  ['a method in lower case', `get /v2/brand HTTP/1.1\r\n${usual}\r\n`, 400],
  ['a method of 10 KB', `${'G'.repeat(10_000)} /v2/brand HTTP/1.1\r\n${usual}\r\n`, 400],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${usual}\r\n`, 404],
  ['a path with ..', `GET /v2/../../../etc/passwd HTTP/1.1\r\n${usual}\r\n`, 404],
  ['a picture path with ..', `GET /media/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n${usual}\r\n`, 403],
  ['201 parameters', `GET /v2/item?q=tea&${'a&'.repeat(200)} HTTP/1.1\r\n${usual}\r\n`, 400],
  ['a parameter 4,000 times', `GET /v2/item?${'q=a&'.repeat(3900)} HTTP/1.1\r\n${usual}\r\n`, 400],
  ['8 KB of words', `GET /v2/item?q=${'a+'.repeat(4000)} HTTP/1.1\r\n${usual}\r\n`, 400],
  ['a long code', `GET /v2/item?upc=${'1-'.repeat(4000)} HTTP/1.1\r\n${usual}\r\n`, 400],
  ['garbage', '\xff\xfe\x00\x01'.repeat(1000), 400],
]

describeContract((service) => {
  test.each(hostile)('%s', async (_what, bytes, status) => {
    const begin = performance.now()
    const answer = await exchange(service(), filled(service(), bytes))
    expect(answer.slice(0, 12), answer.slice(0, 300)).toBe(`HTTP/1.1 ${status}`)
    // There is one answer: nothing inside or after the request is treated as another request.
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
    const [head = '', ...body] = answer.split('\r\n\r\n')
    expect(head).toContain('Content-Type: application/problem+xml; charset=utf-8')
    judge('problem', Buffer.from(body.join('\r\n\r\n'), 'latin1'))
    expect(answer).not.toMatch(/\/work|\/tmp|node:internal|\bat \w+ \(|\.ts:/)
    expect(performance.now() - begin).toBeLessThan(5000)
  })

  test.each([
    ['HTTP/1.0 without Host and with credentials', 'GET /v2/brand HTTP/1.0\r\nCREDENTIALS\r\n\r\n'],
    [
      'an upgrade that is not accepted',
      `${get}${usual.replace('close', 'Upgrade, close')}Upgrade: h2c\r\n\r\n`,
    ],
    ['an index beyond all items', `GET /v2/item?q=tea&idx=99999999999999999999 HTTP/1.1\r\n${usual}\r\n`],
    ['a long list of tags', `${get}${usual}If-None-Match: ${'"a",'.repeat(3500)}"b"\r\n\r\n`],
  ])('%s is answered', async (_what, bytes) => {
    expect((await exchange(service(), filled(service(), bytes))).slice(0, 12)).toBe('HTTP/1.1 200')
  })

  test('a signed picture over HTTP/1.0 without Host is sent only to a client with credentials', async () => {
    const { text: page } = await service().call({ path: '/v2.1/item/100?pi=b' })
    const { pathname, search } = new URL(/<url>(?<url>[^<]+)/.exec(page)?.groups?.['url'] ?? '')
    const line = `GET ${pathname}${search} HTTP/1.0\r\n`
    const known = await exchange(service(), filled(service(), `${line}CREDENTIALS\r\n\r\n`))
    expect(known.slice(0, 12)).toBe('HTTP/1.1 200')
    expect(known).toMatch(/^Content-Type: image\//m)
    for (const bytes of [
      line,
      `${line}${usual}`.replace('CREDENTIALS\r\n', '').replace('HOST', 'evil.example'),
    ])
      expect((await exchange(service(), filled(service(), `${bytes}\r\n`))).slice(0, 12)).toBe('HTTP/1.1 403')
  })

  test('a picture is not sent in a thousand ranges', async () => {
    const { text: page } = await service().call({ path: '/v2.1/item/100?pi=b' })
    const url = new URL(/<url>(?<url>[^<]+)/.exec(page)?.groups?.['url']?.replaceAll('&amp;', '&') ?? '')
    const statusFor = async (range: string) =>
      (await service().call({ path: url.pathname + url.search, headers: { Range: range } })).status
    expect(await statusFor('bytes=0-1')).toBe(206)
    for (const range of [
      `bytes=${'0-,'.repeat(4000)}0-`,
      `bytes=${'0-1,'.repeat(3000)}2-3`,
      'bytes=5-1',
      'bytes=--5',
      'bytes=1e3-',
      `bytes=${'9'.repeat(10_000)}-x`,
    ])
      expect(await statusFor(range)).toBe(200)
    expect(await statusFor(`bytes=${'9'.repeat(5000)}-`)).toBe(416)
    expect(await statusFor(`bytes=-${'9'.repeat(5000)}`)).toBe(206)
  })

  test('an idempotency key of 200 characters is accepted', async () => {
    const headers = { 'Content-Type': 'application/xml', 'Idempotency-Key': 'k'.repeat(200) }
    const call = { method: 'POST', path: '/v2.1/feed/items', headers, body: itemFeed(sampleItem(8)) }
    const first = await service().call(call)
    expect([first.status, first.text]).toEqual([200, (await service().call(call)).text])
    complaints(
      await service().call({ ...call, headers: { ...headers, 'Idempotency-Key': 'k'.repeat(201) } }),
      400,
    )
  })
})
