import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxPictureBytes } from '../../../src-shared/media/model.ts'
import { catalogWriter } from '../../catalog/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { noise } from '../../testing/picture-desk.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createUpstream, type Upstream } from '../../upstream/index.ts'
import { createMedia, type Media } from '../media.ts'
import type { PictureDownloads } from '../picture-keeping.ts'
import { openPartialFiles } from './partial-files.ts'
import { fetchInto } from './resumable-transfer.ts'

/** A PNG of a few bytes that declares the given size. */
function pngDeclaring(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'
const page = '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>'

let answer: RequestListener
let server: Server
let address: string
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

let workspace: TemporaryWorkspace
let media: Media
let upstream: Upstream
let downloads: PictureDownloads
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  upstream = createUpstream({ address, username: 'desk', password: 'secret', limits: { silence: 200 } })
  media = createMedia({ ...workspace, clock: systemClock, log: createLog('silent') })
  downloads = media.keeping.connect(upstream, [])
  const record =
    '<item id="1" status="P"><name>Oats</name><upcs><upc type="GTIN">00000000000001</upc></upcs>' +
    '<created>2024-01-01T00:00:00Z</created><lastUpdated>2024-02-01T00:00:00Z</lastUpdated><media>' +
    '<medium type="original" view="A1C1" mimeType="image/png" imageSource="feed" added="2024-01-01T00:00:00Z">' +
    `<description/><url>${address}/one.png</url></medium></media></item>`
  await workspace.storage.writer(catalogWriter).putItems([Buffer.from(record)])
})
afterEach(async () => {
  await downloads.close()
  await media.close()
  await upstream.close()
  await workspace.close()
})

/** Reason why the only picture could not be downloaded; undefined if it was. */
async function reasonAfterFetching(): Promise<string | undefined> {
  const { failures } = await media.keeping.fetchItem({ itemId: '1' })
  return failures[0]?.reason
}
const filesLeft = () => globSync(join(workspace.directory, 'media*/**/*.{png,webp,part,new}'))
const sends =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(body)

describe('rejects a response that is not a picture, with the reason, and leaves no files', () => {
  test.each([
    ['a page instead of the picture', sends(page), 'not a picture that can be read'],
    [
      'a page with its own content type',
      sends(page, { 'content-type': 'text/html' }),
      'not a picture that can be read',
    ],
    [
      'an SVG, which can contain scripts',
      sends(svg, { 'content-type': 'image/svg+xml' }),
      'not a picture that can be read',
    ],
    ['an SVG with a wrong content type', sends(svg), 'not a picture that can be read'],
    ['a PDF', sends('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'), 'not a picture'],
    ['an empty body', sends(''), 'not a picture that can be read'],
    ['a picture of ten billion pixels in a kilobyte', sends(pngDeclaring(100_000, 100_000)), 'pixel'],
    ['a picture of zero pixels', sends(pngDeclaring(0, 10)), 'not a picture that can be read'],
    [
      'bytes compressed without request',
      sends(gzipSync(page), { 'content-encoding': 'gzip' }),
      'not a picture',
    ],
  ])('%s', async (_, behaves, reason) => {
    answer = behaves
    expect(await reasonAfterFetching()).toContain(reason)
    expect(filesLeft()).toEqual([])
    expect(await media.keeping.state()).toMatchObject({ files: 0, bytes: 0, derivedBytes: 0 })
  })
  test('rejects a picture whose last line is missing', async () => {
    const whole = await noise()
    answer = sends(whole.subarray(0, whole.length - 2000))
    expect(await reasonAfterFetching()).toContain('not a picture that can be read')
    expect(filesLeft()).toEqual([])
  })
})

test('ignores a wrong content type, and checks the bytes', async () => {
  answer = sends(await noise(), { 'content-type': 'text/html' })
  expect(await reasonAfterFetching()).toBeUndefined()
  const { files } = await media.keeping.state()
  expect(files).toBe(1)
})

test('aborts an endless response at the limit, with or without a content length', async () => {
  let sent = 0
  const piece = randomBytes(1024 * 1024)
  answer = (_request, response) => {
    response.writeHead(200)
    const push = () => {
      sent += piece.length
      response.write(piece, (error) => (error || sent > 3 * maxPictureBytes ? response.destroy() : push()))
    }
    push()
  }
  expect(await reasonAfterFetching()).toContain('larger than 50 MB')
  expect(sent).toBeLessThan(2 * maxPictureBytes)
  expect(filesLeft()).toEqual([])
}, 60_000)

test('aborts a stalled response, without counting it as a failure of the picture', async () => {
  answer = (_request, response) => void response.writeHead(200, { 'content-length': '5000' }).write('a')
  expect(await reasonAfterFetching()).toContain('stopped partway')
  expect(await media.keeping.failures({ offset: 0, limit: 9 })).toMatchObject([{ attempts: 0 }])
})

test('aborts a slow response, and resumes it later', async () => {
  const file = await noise()
  let trickling = true
  const ranges: (string | undefined)[] = []
  answer = (request, response) => {
    ranges.push(request.headers.range)
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
    const headers = { etag: '"one"', 'content-length': file.length - from }
    if (from > 0)
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
      })
    else response.writeHead(200, headers)
    if (!trickling) return void response.end(file.subarray(from))
    let at = from
    const timer = setInterval(() => response.write(file.subarray(at, ++at)), 20)
    response.on('close', () => clearInterval(timer))
  }
  const partials = openPartialFiles(join(workspace.directory, 'parts'))
  const { signal } = new AbortController()
  const attempt = async () => {
    const part = await partials.open('one')
    await fetchInto(part, `${address}/one.png`, { upstream, hosts: [], signal, maxTrickle: 150 })
    return part.content()
  }
  await expect(attempt()).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('too slow'),
  })
  trickling = false
  expect(Buffer.from(await attempt())).toEqual(file)
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)])
})
