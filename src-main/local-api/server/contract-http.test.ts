import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answered, callOf } from '../../testing/local-api/contract-answers.ts'
import { type ContractService, describeContract } from '../../testing/local-api/contract-service.ts'
import { judge } from '../../testing/schema-validator.ts'

/** Everything the service sends in response to these bytes, until it ends the connection. */
function exchange({ port }: ContractService, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}
const headersOf = ({ port, user }: ContractService) =>
  `Host: 127.0.0.1:${port}\r\nusername: ${user.username}\r\npassword: ${user.password}\r\n`
const partOf = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body }
}

describeContract((service) => {
  /** The bytes sent instead of a request, and the expected detail of the answer. */
  test.each<[string, string, RegExp]>([
    ['an address of 20 KB', `GET /v2.1/item?q=${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, /longer than 16 KB/],
    ['headers of 20 KB', `GET /v2/brand HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, /longer than 16 KB/],
    ['bytes that are not HTTP', 'hello\r\n\r\n', /not an HTTP request/],
    ['an unknown method', 'FETCH /v2/brand HTTP/1.1\r\n\r\n', /not an HTTP request/],
    [
      'two lengths',
      'POST /v2/brand HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      /not an HTTP/,
    ],
  ])('%s is 400 with a problem document', async (_name, bytes, detail) => {
    const { head, body } = partOf(await exchange(service(), bytes))
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toContain('Content-Type: application/problem+xml; charset=utf-8')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    judge('problem', Buffer.from(body))
    expect(body).toMatch(detail)
  })

  test.each<[string, string, string, RegExp]>([
    [
      'a whole address, as behind a proxy',
      'GET http://127.0.0.1:PORT/v2/distributor HTTP/1.1',
      '200',
      /<distributors /,
    ],
    ['an address of another host', 'GET http://evil.example/v2/distributor HTTP/1.1', '403', /Host header/],
    [
      'an expectation that is unknown',
      'GET /v2/distributor HTTP/1.1\r\nExpect: cake',
      '200',
      /<distributors /,
    ],
    ['a fragment', 'GET /v2/distributor#end HTTP/1.1', '404', /no service/],
    ['HTTP/1.0', 'GET /v2/distributor HTTP/1.0', '200', /<distributors /],
  ])('%s', async (_name, line, status, content) => {
    const start = line.replace('PORT', String(service().port))
    const call = `${start}\r\n${headersOf(service())}Connection: close\r\n\r\n`
    const { head, body } = partOf(await exchange(service(), call))
    expect(head.slice(9, 12)).toBe(status)
    expect(body).toMatch(content)
  })

  test('a request without a Host header gets 403', async () => {
    const { head, body } = partOf(
      await exchange(service(), 'GET /v2/brand HTTP/1.1\r\nConnection: close\r\n\r\n'),
    )
    expect(head).toMatch(/^HTTP\/1\.1 403 /)
    judge('problem', Buffer.from(body))
  })

  test('one connection serves several calls; every answer has its length, type and date', async () => {
    const call = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${headersOf(service())}${more}\r\n`
    const calls = [
      call('/v2/distributor'),
      call('/v2.1/item'),
      call('/v2.1/nowhere'),
      call('/v2.1/retailer/r1', 'Connection: close\r\n'),
    ]
    const answers = (await exchange(service(), calls.join(''))).split(/(?=HTTP\/1\.1 \d)/)
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '400', '404', '200'])
    for (const answer of answers) {
      const { head, body } = partOf(answer)
      expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}\r\n`)
      expect(head).toMatch(/Content-Type: application\/(problem[+])?xml; charset=utf-8/)
      const date = /^Date: (.+)$/m.exec(head)?.[1] ?? ''
      expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000)
    }
  })

  test.each([
    ['GET /v2%2E1/%62rand/%62%31', 'brand'],
    ['GET /v2.1/item?q=bergamot%20%C3%A9', 'item'],
    ['GET /v2.1/item?q=%zz%ff%00', 'item'],
    ['GET /v2.1/item?&&q=tea&=x&', 'item'],
    [`GET /v2.1/item?q=${'tea+'.repeat(32)}`, 'item'],
    [`GET /v2.1/item?q=${'t'.repeat(500)}`, 'item'],
  ] as const)('%s is understood', async (line, endpoint) => {
    answered(endpoint, await service().call(callOf(line)))
  })
})
