import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPlainConnection } from '../../../testing/local-api/plain-connection.ts'
import { type ServedDesk, serveDesk } from '../fixtures/served-desk.ts'
import { createSessions, type Sessions } from './sessions.ts'

describe('sessions', () => {
  const day = 24 * 60 * 60_000
  let now: number
  let sessions: Sessions
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1)
    sessions = createSessions({ now: () => now, sleep: async () => undefined })
  })
  const enter = () => {
    const pass = sessions.enter(sessions.link())
    if (!pass) throw new Error('Not let in')
    return pass
  }

  test('a link works once, and only until it expires', () => {
    const link = sessions.link(1000)
    const early = sessions.link(1000)
    expect(sessions.enter(early)).toBeDefined()
    expect(sessions.enter(early)).toBeUndefined()
    now += 1000
    expect(sessions.enter(link)).toBeUndefined()
    const lasting = sessions.link()
    now += 400 * day
    expect(sessions.enter(lasting)).toBeDefined()
  })

  test('tokens are unique and long', () => {
    const tokens = [...Array(100)].map(() => sessions.link())
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/)
  })

  test('a session expires with its picture key after 30 days without use', () => {
    const { session, pictureKey } = enter()
    now += 29 * day
    expect(sessions.find(session)).toBeDefined()
    now += 29 * day
    expect(sessions.find(session)).toBeDefined()
    expect(sessions.isPictureKey(pictureKey)).toBe(true)
    now += 30 * day
    expect(sessions.isPictureKey(pictureKey)).toBe(false)
    expect(sessions.find(session)).toBeUndefined()
  })

  test('limits links and sessions; the least recently used one is removed first', () => {
    const first = enter()
    now++
    const second = enter()
    for (let more = 0; more < 62; more++) {
      now++
      enter()
    }
    now++
    expect(sessions.find(first.session)).toBeDefined()
    enter()
    expect(sessions.find(first.session)).toBeDefined()
    expect(sessions.find(second.session)).toBeUndefined()

    const oldest = sessions.link()
    for (let more = 0; more < 16; more++) sessions.link()
    expect(sessions.enter(oldest)).toBeUndefined()
  })

  test('an issued address is valid for itself and for one hour', () => {
    const { session } = enter()
    const address = new URL(
      sessions.find(session)?.addressOf('/exports/e1/items.csv') ?? '',
      'http://127.0.0.1',
    )
    expect(address.href).not.toContain(session)
    expect(sessions.isGivenOut(address)).toBe(true)
    const other = new URL(address)
    other.pathname = '/exports/e2/items.csv'
    expect(sessions.isGivenOut(other)).toBe(false)
    const longer = new URL(address)
    longer.searchParams.set('until', String(now + day))
    expect(sessions.isGivenOut(longer)).toBe(false)
    expect(createSessions().isGivenOut(address)).toBe(false)
    now += 60 * 60_000
    expect(sessions.isGivenOut(address)).toBe(false)
  })

  test('grants of one session do not apply to another one', () => {
    const one = sessions.find(enter().session)
    const other = sessions.find(enter().session)
    one?.grants.grant('/tmp', 'workspace')
    expect(one?.grants.isGranted('/tmp', 'workspace')).toBe(true)
    expect(other?.grants.isGranted('/tmp', 'workspace')).toBe(false)
  })
})

describe('a served page', () => {
  let served: ServedDesk
  beforeAll(async () => {
    served = await serveDesk()
  })
  afterAll(() => served.close())

  const state = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${served.origin}/rpc/workspace/state`, { method: 'POST', body: '{}', headers })

  test('a link signs in one browser once, and fetching the link does not use it up', async () => {
    const link = await served.server.link()
    // Like a link preview: the part after # is not sent.
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
    ['an empty body', ''],
    ['invalid JSON', '{token'],
    ['a token that is not a text', '{"token":7}'],
    ['a guessed token', '{"token":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}'],
    ['a body that is too large', `{"token":"${'a'.repeat(100_000)}"}`],
  ])('refuses %s', async (_what, body) => {
    expect((await fetch(`${served.origin}/session`, { method: 'POST', body })).status).toBe(403)
  })

  test('without the session header serves only the screens, whatever cookies are sent', async () => {
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

    // The picture key is valid for pictures only.
    expect((await get(`${picture}?key=${pictureKey}`)).status).toBe(404)
    expect((await state({ authorization: `Bearer ${pictureKey}` })).status).toBe(401)
  })

  test('closes connections of clients that do not finish their request', async () => {
    const startRequest = async (text: string): Promise<string> => {
      const connection = await openPlainConnection(served.server.port)
      connection.send(text)
      return connection.closed(14_000)
    }
    const host = `Host: 127.0.0.1:${served.server.port}`
    const [headers, token] = await Promise.all([
      startRequest('GET / HTTP/1.1\r\nAccept: '),
      startRequest(`POST /session HTTP/1.1\r\n${host}\r\nContent-Length: 100\r\n\r\n{"token`),
    ])
    expect(headers).toMatch(/^HTTP\/1.1 408 /)
    expect(token).toMatch(/^HTTP\/1.1 403 /)
  })

  test('requires a length of calls, and limits it', async () => {
    const { headers } = await served.letIn()
    const chunked = await startCall(headers)
    expect(chunked).toEqual({ status: 411, text: 'A request must have a Content-Length header.' })
    const huge = await startCall({ ...headers, 'content-length': String(10 ** 12) })
    expect(huge).toEqual({ status: 413, text: 'A call is at most 67108864 bytes long.' })
  })

  /** Sends the first byte of a call and nothing more. */
  const startCall = (headers: Record<string, string>): Promise<{ status: number; text: string }> =>
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
})
