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

/** More data than the system buffers for a connection whose client does not read. */
const count = 2000
const recordBytes = 10_000
const allPath = '/v2.1/item?since=20240101&limit=50000'
const user = { username: 'desk', password: 'secret' }

const record = (number: number, generation: string) =>
  Buffer.from(
    `<item id="i${String(number).padStart(4, '0')}"><name>${generation}</name><marketingDescription>${'x'.repeat(recordBytes)}</marketingDescription><lastUpdated>2024-05-01T00:00:00Z</lastUpdated><media></media></item>`,
  )
const records = (generation: string) =>
  Array.from({ length: count }, (_, number) => record(number, generation))

/** One picture per item. */
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

/** Opens a connection, sends a request, and does not read until told to. */
async function openRequest(path: string, version = '1.1'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(
    `GET ${path} HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nusername: desk\r\npassword: secret\r\nConnection: close\r\n\r\n`,
  )
  await once(socket, 'connect')
  return socket
}

describe('large answers', () => {
  test('contain the records of all pages in order, without a line break after the declaration', async () => {
    const complete = await call(allPath)
    expect(complete.status).toBe(200)
    expect(complete.text).toMatch(
      new RegExp(
        `^<\\?xml version="1.0" encoding="UTF-8"\\?><items xmlns="[^"]+" start="0" count="${count}" total="${count}"><item`,
      ),
    )
    expect(complete.headers['content-length']).toBeUndefined()
    const pages = []
    for (let idx = 0; idx < count; idx += 50)
      pages.push(bodyOf((await call(`/v2.1/item?since=20240101&limit=50&idx=${idx}`)).text))
    // Compared as a boolean, because a failure message with 25 MB would be useless.
    expect(bodyOf(complete.text) === pages.join('')).toBe(true)
    expect(observed.find(({ target }) => target === allPath)).toMatchObject({
      status: 200,
      bytes: complete.body.length,
    })
  })

  test("have the catalog's tag; HEAD sends the same headers without a body", async () => {
    const head = await call(allPath, {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '' })
    const { etag = '' } = head.headers
    expect(etag).toMatch(/^W\/"/)
    expect((await call(allPath, { 'If-None-Match': etag })).status).toBe(304)
  })

  test('end by closing the connection for an HTTP/1.0 client', async () => {
    const socket = await openRequest(
      `${allPath}&profile=listing&limit=200`.replace('limit=50000&', ''),
      '1.0',
    )
    expect(await text(socket)).toMatch(/<\/items>$/)
    const large = await text(await openRequest(allPath, '1.0'))
    expect(large).not.toMatch(/Transfer-Encoding/i)
    expect(large.match(/<item /g)).toHaveLength(count)
  })

  test('contain the pictures of every record', async () => {
    const { text } = await call(`${allPath}&pi=o`)
    const urls = [
      ...text.matchAll(/<url>[^<]*\/media\/(i\d{4})\?signature=[\w.-]+<\/url><\/medium><\/media><\/item>/g),
    ]
    expect(urls.map(([, id]) => id)).toEqual(
      Array.from({ length: count }, (_, number) => `i${String(number).padStart(4, '0')}`),
    )
  })

  test('are refused as a whole beyond the daily limit', async () => {
    conditions.dailyItemLimit = 0
    expect((await call(allPath)).status).toBe(406)
    conditions.dailyItemLimit = null
  })

  test('contain at most `mostItems` records', async () => {
    conditions.mostItems = 3
    for (const query of ['since=20240101&limit=50000', 'since=20240101'])
      expect((await call(`/v2.1/item?${query}`)).text).toContain(`count="3" total="${count}"`)
    conditions.mostItems = 50_000
  })

  test('show a snapshot however slowly they are read; a disconnect ends only its own answer', async () => {
    const reads = await openRequest(allPath)
    const leaves = await openRequest(allPath)
    await Promise.all([once(reads, 'readable'), once(leaves, 'readable')])
    const before = observed.length
    leaves.destroy()
    const catalog = workspace.storage.writer(catalogWriter)
    await catalog.putItems(records('second').slice(count / 2))
    expect((await call('/v2.1/item/i1900')).text).toContain('<name>second</name>')
    const answer = await text(reads)
    expect(answer.match(/<name>first<\/name>/g)).toHaveLength(count)
    expect(answer).not.toContain('second')
    await expect.poll(() => observed.slice(before).filter(({ target }) => target === allPath)).toHaveLength(2)
    const ended = observed.slice(before).filter(({ target }) => target === allPath)
    expect(ended.map(({ status }) => status).toSorted()).toEqual([0, 200])
    await catalog.putItems(records('first').slice(count / 2))
  })
})

test('limits concurrent large answers; the next one waits, or gets 503', async () => {
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
