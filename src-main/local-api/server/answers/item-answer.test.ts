import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogWriter } from '../../../catalog/index.ts'
import type { MediaSource } from '../../../media/index.ts'
import { apiCaller } from '../../../testing/local-api/api-caller.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import type { AnsweredRequest } from '../answered-request.ts'
import { createApiServer } from '../api-server.ts'
import { createLargeAnswers } from '../requests/connections.ts'
import { noConditions } from '../service-conditions.ts'

/** More than the system holds for a connection whose client does not read. */
const count = 2000
const recordBytes = 10_000
const all = '/v2.1/item?since=20240101&limit=50000'
const user = { username: 'desk', password: 'secret' }

const record = (number: number, generation: string) =>
  Buffer.from(
    `<item id="i${String(number).padStart(4, '0')}"><name>${generation}</name><marketingDescription>${'x'.repeat(recordBytes)}</marketingDescription><lastUpdated>2024-05-01T00:00:00Z</lastUpdated><media></media></item>`,
  )
const records = (generation: string) =>
  Array.from({ length: count }, (_, number) => record(number, generation))

/** One picture for each item. */
const media: MediaSource = {
  entries: async (items) =>
    items.map(({ id }) => [
      {
        path: id,
        type: 'original',
        view: 'A1C1',
        mimeType: 'image/jpeg',
        imageSource: '',
        added: '',
        description: '',
      },
    ]),
  named: async (items) => items.map(() => []),
  open: async () => undefined,
}

let workspace: TemporaryWorkspace
let address: string
let port: number
const conditions = noConditions()
const observed: AnsweredRequest[] = []
let server: ReturnType<typeof createApiServer>
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  await workspace.storage.writer(catalogWriter).putItems(records('first'))
  server = createApiServer({
    storage: workspace.storage,
    feedIntake: { submit: () => Promise.reject(new Error('none')), status: async () => undefined },
    users: () => [user],
    mediaKey: Buffer.alloc(32),
    media,
    conditions,
    observe: (request) => observed.push(request),
  })
  ;({ address, port } = await server.listen({ port: 0 }))
})
afterAll(async () => {
  await server?.close()
  await workspace?.close()
})

const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  apiCaller(address, user)({ path, headers, method })
const bodyOf = (answer: string) => answer.slice(answer.indexOf('>', 60) + 1, -'</items>'.length)

/** A connection that has asked, and reads when it is told to. */
async function ask(path: string, version = '1.1'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(
    `GET ${path} HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nusername: desk\r\npassword: secret\r\nConnection: close\r\n\r\n`,
  )
  await once(socket, 'connect')
  return socket
}

describe('a large answer', () => {
  test('has the records of its pages, in their order, and no line break after the declaration', async () => {
    const whole = await call(all)
    expect(whole.status).toBe(200)
    expect(whole.text).toMatch(
      new RegExp(
        `^<\\?xml version="1.0" encoding="UTF-8"\\?><items xmlns="[^"]+" start="0" count="${count}" total="${count}"><item`,
      ),
    )
    expect(whole.headers['content-length']).toBeUndefined()
    const pages = []
    for (let idx = 0; idx < count; idx += 50)
      pages.push(bodyOf((await call(`/v2.1/item?since=20240101&limit=50&idx=${idx}`)).text))
    // Compared first: a difference of 25 MB is no message.
    expect(bodyOf(whole.text) === pages.join('')).toBe(true)
    expect(observed.find(({ target }) => target === all)).toMatchObject({
      status: 200,
      bytes: whole.body.length,
    })
  })

  test('is named by the tag of the catalog; HEAD sends what GET would, without a body', async () => {
    const head = await call(all, {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '' })
    const { etag = '' } = head.headers
    expect(etag).toMatch(/^W\/"/)
    expect((await call(all, { 'If-None-Match': etag })).status).toBe(304)
  })

  test('ends with the connection for a client of HTTP/1.0', async () => {
    const socket = await ask(`${all}&profile=listing&limit=200`.replace('limit=50000&', ''), '1.0')
    expect(await text(socket)).toMatch(/<\/items>$/)
    const large = await text(await ask(all, '1.0'))
    expect(large).not.toMatch(/Transfer-Encoding/i)
    expect(large.match(/<item /g)).toHaveLength(count)
  })

  test('brings the pictures of every record', async () => {
    const { text } = await call(`${all}&pi=o`)
    const urls = [
      ...text.matchAll(/<url>[^<]*\/media\/(i\d{4})\?signature=[\w.-]+<\/url><\/medium><\/media><\/item>/g),
    ]
    expect(urls.map(([, id]) => id)).toEqual(
      Array.from({ length: count }, (_, number) => `i${String(number).padStart(4, '0')}`),
    )
  })

  test('counts for the daily limit as a whole, or is refused as a whole', async () => {
    conditions.dailyItemLimit = 0
    expect((await call(all)).status).toBe(406)
    conditions.dailyItemLimit = null
  })

  test('is no longer than is set, and count tells', async () => {
    conditions.mostItems = 3
    for (const query of ['since=20240101&limit=50000', 'since=20240101'])
      expect((await call(`/v2.1/item?${query}`)).text).toContain(`count="3" total="${count}"`)
    conditions.mostItems = 50_000
  })

  test('is of one moment, however slowly it is taken; a client that goes away ends its own only', async () => {
    const reads = await ask(all)
    const leaves = await ask(all)
    await Promise.all([once(reads, 'readable'), once(leaves, 'readable')])
    const before = observed.length
    leaves.destroy()
    const catalog = workspace.storage.writer(catalogWriter)
    await catalog.putItems(records('second').slice(count / 2))
    expect((await call('/v2.1/item/i1900')).text).toContain('<name>second</name>')
    const answer = await text(reads)
    expect(answer.match(/<name>first<\/name>/g)).toHaveLength(count)
    expect(answer).not.toContain('second')
    await expect.poll(() => observed.slice(before).filter(({ target }) => target === all)).toHaveLength(2)
    const ended = observed.slice(before).filter(({ target }) => target === all)
    expect(ended.map(({ status }) => status).toSorted()).toEqual([0, 200])
    await catalog.putItems(records('first').slice(count / 2))
  })
})

test('so many are sent at a time; the next waits for one to end, or is told to come again', async () => {
  const { enter } = createLargeAnswers({ atOnce: 2, wait: 60 })
  const [first] = [await enter(), await enter()]
  const order: string[] = []
  const third = enter().then((leave) => {
    order.push('in')
    return leave
  })
  order.push('waits')
  first()
  first()
  await third
  expect(order).toEqual(['waits', 'in'])
  await expect(enter()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '30' } })
})
