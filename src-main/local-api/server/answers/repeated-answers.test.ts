import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { catalogWriter } from '../../../catalog/index.ts'
import { rawConnection, rawRequest } from '../../../testing/local-api/raw-connection.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import type { AnsweredRequest } from '../answered-request.ts'
import { createApiServer } from '../api-server.ts'
import type { ApiUser } from '../requests/credentials.ts'
import { noConditions } from '../service-conditions.ts'
import type { CopyState } from './freshness.ts'
import { noMedia } from './pictures.ts'

const count = 150
const record = (number: number, text: string) =>
  Buffer.from(
    `<item id="i${number}"><name>${text}</name><marketingDescription>${'x'.repeat(1000)}</marketingDescription><lastUpdated>2024-05-01T00:00:00Z</lastUpdated><media></media></item>`,
  )

let workspace: TemporaryWorkspace
let server: ReturnType<typeof createApiServer>
let port: number
let users: ApiUser[]
let copy: CopyState | undefined
let namespaceBase: string | undefined
/**
 * Number of calls that ran through the parser and all checks: each of them draws a random number for the
 * error rate.
 */
let checked = 0
let moment = Date.now()
const conditions = noConditions()
const observed: AnsweredRequest[] = []

beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  await storage
    .writer(catalogWriter)
    .putItems(Array.from({ length: count }, (_, number) => record(number, 'tea')))
  await storage.writer(catalogWriter).putLookups('brand', [{ id: 'b1', name: 'One' }])
  server = createApiServer({
    storage,
    feedIntake: { submit: () => Promise.reject(new Error('none')), status: async () => undefined },
    users: () => users,
    mediaKey: Buffer.alloc(32),
    media: noMedia,
    conditions,
    clock: { now: () => moment, sleep: async () => {} },
    copyState: async () => copy,
    namespaceBase: () => namespaceBase,
    random: () => {
      checked++
      return 0.5
    },
    observe: (request) => observed.push(request),
  })
  port = (await server.listen({ port: 0 })).port
})
afterAll(async () => {
  await server.close()
  await workspace.close()
})
beforeEach(() => {
  users = [
    { username: 'desk', password: 'secret' },
    { username: 'other', password: 'secret too' },
  ]
  copy = undefined
  namespaceBase = undefined
  Object.assign(conditions, noConditions())
  observed.length = 0
})

const desk = { username: 'desk', password: 'secret' }
const request = (line: string, headers: Record<string, string> = {}) =>
  rawRequest(line, port, { ...desk, ...headers })
/** The answer on a separate connection, where every request runs through the parser. */
async function answerUncached(bytes: string) {
  const connection = rawConnection(port)
  const answer = await connection.ask(bytes)
  connection.end()
  return answer
}
/** A connection on which each of these requests was answered twice. */
async function repeating(...requests: string[]) {
  const connection = rawConnection(port)
  await connection.ask(request('GET /v2.1/brand?limit=9'))
  for (const bytes of [...requests, ...requests]) await connection.ask(bytes)
  return connection
}
/** The number of fully checked calls during `work`. */
async function checks(work: () => Promise<unknown>): Promise<number> {
  const before = checked
  await work()
  return checked - before
}

test.each<[string, Record<string, string>]>([
  ['GET /v2.1/item?since=20240101&limit=100', {}],
  ['GET /v2/item/i7', {}],
  ['HEAD /v2/item/i7', {}],
  ['GET /v2.1/item?q=nothing', {}],
  ['GET /v2.1/brand', {}],
  ['GET /v2.1/brand/b1', { 'User-Agent': 'a client', Accept: '*/*', Connection: 'keep-alive' }],
])('%s is answered from the cache without all checks', async (line, headers) => {
  const bytes = request(line, headers)
  const first = await answerUncached(bytes)
  expect(first.status).toBe(200)
  const connection = await repeating(bytes)
  observed.length = 0
  expect(await checks(async () => expect(await connection.ask(bytes)).toEqual(first))).toBe(0)
  const tagged = request(line, { ...headers, 'If-None-Match': /ETag: (.*)\r/.exec(first.head)?.[1] ?? '' })
  const notModified = await answerUncached(tagged)
  expect(notModified.status).toBe(304)
  for (const _ of [1, 2]) expect(await connection.ask(tagged)).toEqual(notModified)
  expect(await checks(async () => expect(await connection.ask(tagged)).toEqual(notModified))).toBe(0)
  const [method = '', target = ''] = line.split(' ')
  for (const { milliseconds, at, ...logged } of observed)
    expect(logged).toMatchObject({ method, target, username: 'desk', client: headers['User-Agent'] })
  expect(observed.map(({ status }) => status)).toEqual([200, 304, 304, 304, 304])
  connection.end()
})

test.each([
  ['POST /v2.1/item/i7', {}],
  ['GET /v2.1/nowhere', {}],
  ['GET /v2.1/item/none', {}],
  ['GET /v2.1/item?limit=x&q=tea', {}],
  ['GET /v2.1/item/i7', { password: 'wrong' }],
  ['GET /v2.1/item/i7', { Host: 'evil.example' }],
  ['GET /v2.1/item/i7', { Origin: 'http://evil.example' }],
  ['GET /v2.1/item/i7?pi=b', {}],
])('%s with %o is checked each time', async (line, headers) => {
  const bytes = request(line, headers)
  const first = await answerUncached(bytes)
  const connection = rawConnection(port)
  for (const _ of [1, 2, 3]) expect(await connection.ask(bytes)).toEqual(first)
  connection.end()
})

test('a cached answer is not given to other credentials', async () => {
  const bytes = request('GET /v2.1/item/i7')
  const connection = await repeating(bytes)
  const others: Record<string, string>[] = [{ password: 'secreT' }, { username: 'other' }, { password: '' }]
  for (const change of others)
    expect((await connection.ask(request('GET /v2.1/item/i7', change))).status).toBe(403)
  expect((await connection.ask(bytes)).status).toBe(200)
  connection.end()
})

test.each<[string, () => void, number]>([
  [
    'a new password',
    () => {
      users = [{ username: 'desk', password: 'new' }]
    },
    403,
  ],
  [
    'a deleted user',
    () => {
      users = []
    },
    403,
  ],
  [
    'maintenance',
    () => {
      conditions.maintenance = true
    },
    503,
  ],
  [
    'an error rate',
    () => {
      conditions.errorRate = 0.9
    },
    500,
  ],
  [
    'a service limit',
    () => {
      conditions.dailyItemLimit = 0
    },
    406,
  ],
  [
    'a user limit',
    () => {
      users = [{ ...desk, dailyItemLimit: 0 }]
    },
    406,
  ],
])('%s applies at once to cached answers', async (_name, change, status) => {
  const bytes = request('GET /v2.1/item?q=tea&limit=3')
  const connection = await repeating(bytes)
  change()
  expect((await connection.ask(bytes)).status).toBe(status)
  connection.end()
})

test('a smaller maximum, another namespace and a latency apply at once', async () => {
  const bytes = request('GET /v2.1/item?q=tea&limit=3')
  const connection = await repeating(bytes)
  namespaceBase = 'https://other.example'
  expect(String((await connection.ask(bytes)).body)).toContain('xmlns="https://other.example')
  conditions.mostItems = 2
  expect(String((await connection.ask(bytes)).body)).toContain('count="2"')
  await connection.ask(bytes)
  conditions.latency = 1
  expect(await checks(() => connection.ask(bytes))).toBe(1)
  connection.end()
})

test('each cached answer counts towards the daily limit', async () => {
  users = [{ username: 'third', password: 'secret', dailyItemLimit: 10 }]
  const bytes = request('GET /v2.1/item?q=tea&limit=3', { username: 'third' })
  const connection = rawConnection(port)
  const statuses: number[] = []
  for (let turn = 0; turn < 5; turn++) statuses.push((await connection.ask(bytes)).status)
  expect(statuses).toEqual([200, 200, 200, 406, 406])
  connection.end()
})

test('the age of a copy increases in cached answers', async () => {
  copy = { confirmedAt: moment - 5000, changedAt: moment + 2000 }
  const bytes = request('GET /v2.1/item/i8')
  const connection = await repeating(bytes)
  const headers = async () => {
    const answered = new Promise<string>((resolve) =>
      connection.socket.once('data', (data) => resolve(String(data))),
    )
    await connection.ask(bytes)
    const text = await answered
    return {
      age: /^Age: (.*)\r/m.exec(text)?.[1],
      modified: Date.parse(/^Last-Modified: (.*)\r/m.exec(text)?.[1] ?? ''),
    }
  }
  const inSeconds = (time: number) => Math.floor(time / 1000) * 1000
  expect(
    await checks(async () => expect(await headers()).toEqual({ age: '5', modified: inSeconds(moment) })),
  ).toBe(0)
  moment += 60_000
  expect(
    await checks(async () =>
      expect(await headers()).toEqual({ age: '65', modified: inSeconds(copy?.changedAt ?? 0) }),
    ),
  ).toBe(0)
  connection.end()
})

test('requests in any order, with changes between, are answered as on a separate connection', async () => {
  const lines = [
    'GET /v2.1/item?since=20240101&limit=100',
    'GET /v2.1/item?since=20240101&limit=100&idx=50',
    'HEAD /v2.1/item?since=20240101&limit=100',
    'GET /v2/item/i3',
    'GET /v2.1/item/i3',
    'GET /v2.1/item/i3?pi=b',
    'GET /v2.1/item?q=coffee',
    'GET /v2.1/brand',
    'GET /v2.1/item/none',
  ]
  const catalog = workspace.storage.writer(catalogWriter)
  let changes = 0
  const step = fc.oneof(
    {
      weight: 14,
      arbitrary: fc.record({
        ask: fc.nat(lines.length - 1),
        on: fc.nat(2),
        as: fc.constantFrom('desk', 'other'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ change: fc.constantFrom('item', 'brand', 'password', 'most', 'namespace') }),
    },
  )
  let cachedAnswers = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 90 }), async (steps) => {
      const connections = [0, 1, 2].map(() => rawConnection(port))
      for (const one of steps) {
        if ('change' in one) {
          changes++
          if (one.change === 'item')
            await catalog.putItems([
              record(changes % 5, changes % 2 ? `coffee ${changes}` : `tea ${changes}`),
            ])
          else if (one.change === 'brand')
            await catalog.putLookups('brand', [{ id: 'b1', name: `Brand ${changes}` }])
          else if (one.change === 'password')
            users = [users[0] as ApiUser, { username: 'other', password: `secret ${changes}` }]
          else if (one.change === 'most') conditions.mostItems = 1 + (changes % 100)
          else namespaceBase = changes % 2 ? undefined : `https://ns${changes}.example`
          continue
        }
        const user = users.find(({ username }) => username === one.as) as {
          username: string
          password: string
        }
        const bytes = request(lines[one.ask] ?? '', { username: user.username, password: user.password })
        const connection = connections[one.on] as (typeof connections)[number]
        let answer: Awaited<ReturnType<typeof answerUncached>> | undefined
        const needed = await checks(async () => {
          answer = await connection.ask(bytes)
        })
        if (needed === 0) cachedAnswers++
        expect(await answerUncached(bytes)).toEqual(answer)
      }
      for (const { end } of connections) end()
    }),
    { numRuns: numberOfCases(25) },
  )
  expect(cachedAnswers).toBeGreaterThan(100)
}, 60_000)
