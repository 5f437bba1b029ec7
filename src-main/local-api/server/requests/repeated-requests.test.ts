import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { numberOfCases } from '../../../../src-shared/testing/number-of-cases.ts'
import { catalogWriter } from '../../../catalog/index.ts'
import { rawConnection, rawRequest } from '../../../testing/local-api/raw-connection.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { noMedia } from '../answers/pictures.ts'
import { createApiServer } from '../api-server.ts'
import { noConditions } from '../service-conditions.ts'

/** Answers of 60 records have 300 KB: they are kept in shared memory, and count as large. */
const count = 1200
const user = { username: 'desk', password: 'secret' }
const record = (number: number, generation: number) =>
  Buffer.from(
    `<item id="i${String(number).padStart(4, '0')}"><name>generation ${generation}</name><marketingDescription>${String(number).padStart(5, '.').repeat(1000)}</marketingDescription><lastUpdated>2024-05-01T00:00:00Z</lastUpdated><media></media></item>`,
  )

let workspace: TemporaryWorkspace
let server: ReturnType<typeof createApiServer>
let port: number
let checked = 0
let observed = 0
const open = async () => {
  const made = createApiServer({
    storage: workspace.storage,
    feedIntake: { submit: () => Promise.reject(new Error('none')), status: async () => undefined },
    users: () => [user],
    mediaKey: Buffer.alloc(32),
    media: noMedia,
    conditions: noConditions(),
    random: () => {
      checked++
      return 0.5
    },
    observe: () => {
      observed++
    },
  })
  return { made, ...(await made.listen({ port: 0 })) }
}
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  await workspace.storage
    .writer(catalogWriter)
    .putItems(Array.from({ length: count }, (_, number) => record(number, 0)))
  const { made, port: ownPort } = await open()
  server = made
  port = ownPort
})
afterAll(async () => {
  await server.close()
  await workspace.close()
})
beforeEach(() => {
  checked = 0
})

const get = (target: string, on = port) => rawRequest(`GET ${target}`, on, user)
const page = (at: number) => `/v2.1/item?since=20240101&limit=60&idx=${at * 60}`
const small = () => get('/v2.1/item/i0001')

async function known(...requests: string[]) {
  const connection = rawConnection(port)
  for (const bytes of [...requests, ...requests]) await connection.ask(bytes)
  checked = 0
  return connection
}
/** Reads until the expected number of answers has arrived, and returns their bodies. */
async function bodiesOf(socket: Socket, answers: number): Promise<string[]> {
  let text = ''
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('latin1')
    const found = text.split(/(?=HTTP\/1\.1 \d{3} )/)
    const complete = found.filter((one) => one.endsWith('</items>'))
    if (complete.length === answers) return complete.map((one) => one.slice(one.indexOf('\r\n\r\n') + 4))
  }
  throw new Error(`the connection ended after ${text.length} bytes`)
}

test('a known request in two pieces, pipelined, or with an extra byte goes to the parser', async () => {
  const bytes = small()
  const connection = await known(bytes)
  const expected = await connection.ask(bytes)
  expect(checked).toBe(0)

  connection.socket.write(bytes.slice(0, 50))
  await delay(20)
  expect(await connection.ask(bytes.slice(50))).toEqual(expected)
  expect(checked).toBe(1)
  connection.end()

  const piped = await known(bytes)
  const both = bodiesOf(piped.socket, 3)
  piped.socket.write(bytes + bytes)
  await delay(20)
  piped.socket.write(bytes)
  expect(await both).toEqual([0, 1, 2].map(() => String(expected.body)))
  expect(checked).toBe(3)

  const longer = await known(bytes)
  longer.socket.write(`${bytes}G`)
  await delay(20)
  expect((await longer.ask(get('/v2.1/nowhere').slice(1))).body).toEqual(expected.body)
  longer.end()
})

test('answers keep the order of their requests while an earlier one is still being built', async () => {
  const connection = await known(small())
  const answers = bodiesOf(connection.socket, 2)
  connection.socket.write(get(`${page(3)}&new=1`))
  connection.socket.write(small())
  const [first = '', second = ''] = await answers
  expect(first).toContain('start="180"')
  expect(second).toContain('i0001')
})

test('a body after a known head is not taken for a request', async () => {
  const connection = await known(small())
  const post = `POST /v2.1/feed/items HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nusername: desk\r\npassword: secret\r\nContent-Type: text/plain\r\nContent-Length: ${small().length}\r\n\r\n`
  connection.socket.write(post)
  await delay(20)
  expect((await connection.ask(small())).status).toBe(400)
  connection.end()
})

test('a client that closes its side after a known request still gets its answer', async () => {
  const connection = await known(get(page(1)))
  const answer = bodiesOf(connection.socket, 1)
  connection.socket.end(get(page(1)))
  expect((await answer)[0]).toContain('start="60"')
})

test('a client that sends a thousand requests and reads nothing is not read further', async () => {
  const bytes = get(page(0))
  const { socket } = await known(bytes)
  socket.pause()
  let accepted = 0
  for (let turn = 0; turn < 1000; turn++) {
    socket.write(bytes, () => accepted++)
    if (turn % 50 === 0) await delay(1)
  }
  await delay(300)
  const before = process.memoryUsage()
  expect(before.external + before.arrayBuffers).toBeLessThan(500_000_000)
  expect(checked).toBeLessThan(50)
  const other = await known(bytes)
  expect((await other.ask(bytes)).status).toBe(200)
  other.end()
  socket.destroy()
})

/**
 * Sends requests until the system buffers nothing more for a client that does not read, and the last answer
 * is still being sent.
 */
async function fillBuffers(socket: Socket, request: (number: number) => string): Promise<void> {
  socket.removeAllListeners('data').pause()
  observed = 0
  for (let asked = 0; asked === observed; asked++) {
    socket.write(request(asked))
    for (let turn = 0; turn < 20 && observed === asked; turn++) await delay(5)
  }
}
async function readAll(socket: Socket, length: number): Promise<string> {
  const received: Buffer[] = []
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    bytes += chunk.length
  })
  socket.resume()
  while (bytes < length) await delay(5)
  return Buffer.concat(received).toString('latin1')
}

test.each([
  ['known', 1],
  ['new', 0],
])('an unfinished answer to a %s request keeps its bytes while others are built', async (_name, repeats) => {
  const target = (number: number) => get(`${page(0)}&n=${repeats ? 1 : number}`)
  const connection = rawConnection(port)
  const catalog = workspace.storage.writer(catalogWriter)
  for (let turn = 0; turn <= repeats; turn++) await connection.ask(target(1))
  await fillBuffers(connection.socket, target)
  const observedBefore = observed
  // Every cached answer is dropped, and its memory is used again.
  const other = rawConnection(port)
  for (let generation = 1; generation < 4; generation++) {
    await catalog.putItems([record(count - 1, generation)])
    for (let at = 1; at < 12; at++) await other.ask(get(page(at)))
  }
  other.end()
  const answers = (await readAll(connection.socket, observedBefore * 300_000)).split(/(?=HTTP\/1\.1 200 )/)
  connection.end()
  for (const answer of answers)
    for (const [, id, text] of answer.matchAll(/<item id="i(\d+)">.*?<marketingDescription>([^<]*)</g)) {
      expect(Number(id)).toBeLessThan(60)
      expect(text === String(Number(id)).padStart(5, '.').repeat(1000)).toBe(true)
    }
})

test('unfinished answers are sent completely when the server closes', async () => {
  const ownPort = await open()
  const bytes = get(page(2), ownPort.port)
  const connection = rawConnection(ownPort.port)
  for (const _ of [1, 2]) await connection.ask(bytes)
  await fillBuffers(connection.socket, () => bytes)
  const closed = ownPort.made.close()
  const received: Buffer[] = []
  connection.socket.on('data', (chunk: Buffer) => received.push(chunk)).resume()
  await once(connection.socket, 'close')
  await closed
  const text = Buffer.concat(received).toString('latin1')
  const answers = text.split(/(?=HTTP\/1\.1 200 )/)
  expect(answers.length).toBe(observed)
  for (const answer of answers) {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(body.length).toBe(Number(/Content-Length: (\d+)/.exec(head)?.[1]))
  }
})

test('bodies are exact with slow readers, broken connections and changes in between', async () => {
  const catalog = workspace.storage.writer(catalogWriter)
  let generation = 0
  /** Checks the records of a body. The generation of each record is unknown, but everything else is fixed. */
  const check = (body: string, at: number): void => {
    const found = [...body.matchAll(/<item id="i(\d+)">.*?<marketingDescription>([^<]*)</g)]
    expect(found.length).toBe(60)
    for (const [index, [, id, text]] of found.entries()) {
      expect(Number(id)).toBe(at * 60 + index)
      if (text !== String(Number(id)).padStart(5, '.').repeat(1000))
        throw new Error(`the text of ${id} is not its own`)
    }
  }
  let complete = 0
  const client = fc.record({
    pages: fc.array(fc.nat(count / 60 - 1), { minLength: 1, maxLength: 6 }),
    pause: fc.constantFrom(0, 0, 1, 5),
    breaksAfter: fc.option(fc.integer({ min: 1, max: 900_000 }), { nil: undefined, freq: 3 }),
    changes: fc.boolean(),
  })
  const run = async ({
    pages,
    pause,
    breaksAfter,
    changes,
  }: typeof client extends fc.Arbitrary<infer T> ? T : never) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    let read = 0
    // The first request is new to the connection; the others may be known.
    for (const at of pages) {
      socket.write(get(page(at)))
      let text = ''
      while (!text.endsWith('</items>')) {
        const chunk = socket.read(65_536) ?? socket.read()
        if (chunk === null) {
          await once(socket, 'readable')
          continue
        }
        text += (chunk as Buffer).toString('latin1')
        read += (chunk as Buffer).length
        if (breaksAfter !== undefined && read > breaksAfter) return void socket.destroy()
        if (pause > 0) await delay(pause)
      }
      check(text, at)
      complete++
    }
    if (changes) {
      generation++
      await catalog.putItems([record(generation % count, generation)])
    }
    socket.destroy()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 6, maxLength: 14 }), async (clients) => {
      await Promise.all(clients.map(run))
    }),
    { numRuns: numberOfCases(12) },
  )
  expect(complete).toBeGreaterThan(50)
  // Some of them were answered before the parser ran.
  expect(checked).toBeGreaterThan(0)
}, 120_000)
