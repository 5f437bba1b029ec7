import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlainConnection } from '../../testing/plain-connection.ts'
import { type ServedDesk, serveDesk } from './fixtures/served-desk.ts'

let served: ServedDesk
beforeAll(async () => {
  served = await serveDesk()
})
afterAll(() => served.close())

const state = (headers: Record<string, string>): Promise<Response> =>
  fetch(`${served.origin}/rpc/workspace/state`, { method: 'POST', body: '{}', headers })

test('a link lets one browser in, once; fetching it spends nothing', async () => {
  const link = served.server.link()
  // As a preview does: what stands behind # is not sent.
  expect(await (await fetch(link)).text()).toContain('The screens')
  const first = await served.exchange(link)
  expect(first.status).toBe(200)
  expect(first.headers.getSetCookie()).toEqual([])
  const { session } = (await first.json()) as { session: string }
  expect((await state({ authorization: `Bearer ${session}` })).status).toBe(200)

  const again = await served.exchange(link)
  expect(again.status).toBe(403)
  expect(await again.text()).toMatch(/used already, or has expired/)
})

test.each([
  ['nothing', ''],
  ['no JSON', '{token'],
  ['another thing', '{"token":7}'],
  ['a guess', '{"token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}'],
  ['too much', `{"token":"${'a'.repeat(100_000)}"}`],
])('%s for a token lets nobody in', async (_what, body) => {
  expect((await fetch(`${served.origin}/session`, { method: 'POST', body })).status).toBe(403)
})

test('without the session’s header nothing is answered but the screens, whatever cookie there is', async () => {
  const { headers, pictureKey } = await served.letIn()
  const [, session = ''] = headers.authorization.split(' ')
  const cookies = { cookie: `session=${session}; catalog-desk-${served.server.port}=${session}` }
  const get = (path: string) => fetch(served.origin + path, { headers: cookies })
  const picture = `/pictures/${'a'.repeat(64)}/original`

  expect((await state(cookies)).status).toBe(401)
  expect((await state({ authorization: 'Bearer ' })).status).toBe(401)
  expect((await state({ authorization: `Bearer ${session.slice(0, -1)}` })).status).toBe(401)
  expect((await state({ authorization: `Basic ${session}` })).status).toBe(401)
  for (const path of [picture, `${picture}?key=${session}`, `${picture}?key=`, '/exports/any/items.csv'])
    expect((await get(path)).status, path).toBe(401)
  const upload = { method: 'POST', body: 'x', headers: cookies }
  expect((await fetch(`${served.origin}/uploads?name=a.csv`, upload)).status).toBe(401)
  expect(await (await get('/')).text()).toContain('The screens')

  // The key of pictures is good for pictures only.
  expect((await get(`${picture}?key=${pictureKey}`)).status).toBe(404)
  expect((await state({ authorization: `Bearer ${pictureKey}` })).status).toBe(401)
})

test('a client that does not finish what it begins is not waited for', async () => {
  const begin = async (text: string): Promise<string> => {
    const connection = await openPlainConnection(served.server.port)
    connection.send(text)
    return connection.closed(14_000)
  }
  const host = `Host: 127.0.0.1:${served.server.port}`
  const [headers, token] = await Promise.all([
    begin('GET / HTTP/1.1\r\nAccept: '),
    begin(`POST /session HTTP/1.1\r\n${host}\r\nContent-Length: 100\r\n\r\n{"token`),
  ])
  expect(headers).toMatch(/^HTTP\/1.1 408 /)
  expect(token).toMatch(/^HTTP\/1.1 403 /)
})

test('a call says how long it is, and is not longer than any has to be', async () => {
  const { headers } = await served.letIn()
  const chunked = await beginCall(headers)
  expect(chunked).toEqual({ status: 411, text: 'A call says how long it is.' })
  const huge = await beginCall({ ...headers, 'content-length': String(10 ** 12) })
  expect(huge).toEqual({ status: 413, text: 'A call is at most 67108864 bytes long.' })
})

/** Sends the first byte of a call, and no other. */
const beginCall = (headers: Record<string, string>): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const address = `${served.origin}/rpc/workspace/state`
    const sent = request(address, { method: 'POST', headers }, async (answer) => {
      let text = ''
      for await (const part of answer) text += part
      resolve({ status: answer.statusCode ?? 0, text })
    })
    sent.on('error', reject)
    sent.write('{')
  })
