import { createHash, randomBytes } from 'node:crypto'
import { globSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { createUpstream, type Upstream } from '../../upstream/index.ts'
import { openPartialFiles, type PartialFiles } from './partial-files.ts'
import { fetchInto } from './resumable-transfer.ts'

/** Behaviour of a file server, as found in practice. */
interface Behaviour {
  validator: 'strong' | 'weak' | 'date' | 'young-date' | 'none'
  ranges: 'kept' | 'ignored' | 'if-range-ignored' | 'shifted' | 'shortened'
  /** Bytes of the response's body sent before the connection is cut; absent: all. */
  cutAfter?: number
}
const plain: Behaviour = { validator: 'strong', ranges: 'kept' }

let behaviour = plain
let file = Buffer.alloc(0)
let modified = new Date()
/** Connections that are cut when the test requests it. */
let held: (() => void)[] | undefined
const requests: { range: string | undefined; status: number }[] = []

function serve(request: IncomingMessage, response: ServerResponse): void {
  const tag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`
  const dated = behaviour.validator === 'young-date' ? new Date() : modified
  const headers: Record<string, string> = {
    ...(behaviour.validator === 'strong' ? { etag: tag } : {}),
    ...(behaviour.validator === 'weak' ? { etag: `W/${tag}` } : {}),
    ...(behaviour.validator.endsWith('date') ? { 'last-modified': dated.toUTCString() } : {}),
  }
  const { range, 'if-range': ifRange } = request.headers
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const same =
    behaviour.ranges === 'if-range-ignored' ||
    ifRange === undefined ||
    [tag, dated.toUTCString()].includes(String(ifRange))
  let status = 200
  let body = file
  if (range !== undefined && behaviour.ranges !== 'ignored' && same) {
    status = from < file.length ? 206 : 416
    const first = behaviour.ranges === 'shifted' ? Math.max(0, from - 3) : from
    const end = behaviour.ranges === 'shortened' ? Math.max(first + 1, file.length - 5) : file.length
    body = status === 206 ? file.subarray(first, end) : Buffer.alloc(0)
    if (status === 206) headers['content-range'] = `bytes ${first}-${end - 1}/${file.length}`
  }
  requests.push({ range, status })
  response.writeHead(status, { ...headers, 'content-length': body.length })
  if (behaviour.cutAfter === undefined || behaviour.cutAfter >= body.length) response.end(body)
  else {
    response.write(body.subarray(0, behaviour.cutAfter))
    const cut = () => response.destroy()
    if (held) held.push(cut)
    else setTimeout(cut, 15)
  }
}

let server: Server
let upstream: Upstream
let url: string
beforeAll(async () => {
  server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  upstream = createUpstream({ address, username: 'desk', password: 'secret' })
  url = `${address}/media/one.jpg`
})
afterAll(async () => {
  await upstream.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

let directory: string
let partials: PartialFiles
beforeEach(() => {
  directory = temporaryDirectory()
  partials = openPartialFiles(directory)
  behaviour = plain
  modified = new Date(Date.now() - 3_600_000)
  requests.length = 0
})
afterEach(() => rmSync(directory, { recursive: true }))

const { signal } = new AbortController()
/** One attempt, as after a restart: only the files on disk are remembered. */
async function attempt(maxBytes?: number): Promise<Buffer | undefined> {
  const part = await openPartialFiles(directory).open('one')
  await fetchInto(part, url, {
    upstream,
    hosts: [],
    signal,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
  return Buffer.from(await part.content())
}
const failed = () => undefined
/** An attempt that is cut once this number of bytes is on disk. */
async function interrupted(cutAfter: number, how: Behaviour = plain): Promise<void> {
  behaviour = { ...how, cutAfter }
  held = []
  const ended = attempt().catch(failed)
  const onDisk = () =>
    globSync('*.part', { cwd: directory }).map((name) => statSync(join(directory, name)).size)
  await vi.waitFor(() => expect(onDisk()).toEqual([cutAfter]), { timeout: 60_000, interval: 5 })
  for (const cut of held) cut()
  held = undefined
  expect(await ended).toBeUndefined()
  behaviour = how
}

describe('an interrupted download', () => {
  test('is resumed if the file is unchanged', async () => {
    file = randomBytes(1_000_000)
    await interrupted(400_000)
    expect(await attempt()).toEqual(file)
    expect(requests).toEqual([
      { range: undefined, status: 200 },
      { range: 'bytes=400000-', status: 206 },
    ])
  })
  test('is written to disk when a small file is interrupted, and resumed', async () => {
    file = randomBytes(10_000)
    behaviour = { ...plain, cutAfter: 4000 }
    expect(await attempt().catch(failed)).toBeUndefined()
    behaviour = plain
    expect(await attempt()).toEqual(file)
    expect(requests.map(({ status }) => status)).toEqual([200, 206])
  })
  test('restarts if the file has changed', async () => {
    file = randomBytes(1_000_000)
    await interrupted(400_000)
    file = randomBytes(900_000)
    expect(await attempt()).toEqual(file)
    expect(requests.map(({ status }) => status)).toEqual([200, 200])
  })
  test('restarts if the file is shorter than the downloaded part', async () => {
    file = randomBytes(1_000_000)
    await interrupted(400_000)
    behaviour = { ...plain, ranges: 'if-range-ignored' }
    file = randomBytes(300_000)
    expect(await attempt()).toEqual(file)
    expect(requests.map(({ status }) => status)).toEqual([200, 416, 200])
  })
  test.each(['weak', 'young-date', 'none'] as const)(
    'restarts if no reliable validator exists (%s)',
    async (validator) => {
      file = randomBytes(500_000)
      await interrupted(300_000, { ...plain, validator })
      expect(await attempt()).toEqual(file)
      expect(requests.map(({ range }) => range)).toEqual([undefined, undefined])
    },
  )
})

test('rejects a file above the limit, with or without a content length, and leaves no part', async () => {
  file = randomBytes(5000)
  await expect(attempt(4000)).rejects.toThrow('larger than')
  expect((await partials.open('one')).size).toBe(0)
})

test('deletes old parts only', async () => {
  file = randomBytes(900_000)
  await interrupted(400_000)
  expect(await partials.sweep(Date.now() - 60_000)).toEqual({ files: 0, bytes: 0 })
  expect((await partials.open('one')).size).toBe(400_000)
  expect((await partials.sweep(Date.now() + 60_000)).files).toBe(1)
  expect((await partials.open('one')).size).toBe(0)
})

test('returns only complete versions of the file, for any behaviour of the server', {
  timeout: 60_000,
}, async () => {
  const step = fc.record({
    size: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined, freq: 3 }),
    behaviour: fc.record(
      {
        validator: fc.constantFrom('strong', 'weak', 'date', 'young-date', 'none'),
        // A server that ignores If-Range and sends no tag cannot be detected.
        ranges: fc.constantFrom('kept', 'ignored', 'shifted', 'shortened'),
        cutAfter: fc.integer({ min: 0, max: 3000 }),
      },
      { requiredKeys: ['validator', 'ranges'] },
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      file = randomBytes(1500)
      for (const { size, behaviour: next } of steps) {
        if (size !== undefined) {
          file = randomBytes(size)
          // The date of the file changes with its bytes; dates have a resolution of one second.
          modified = new Date(modified.getTime() + 2000)
        }
        behaviour = next as Behaviour
        const got = await attempt().catch(failed)
        if (got) {
          expect(got).toEqual(file)
          await (await partials.open('one')).remove()
        }
      }
      behaviour = plain
      expect(await attempt()).toEqual(file)
      await (await partials.open('one')).remove()
      modified = new Date(Date.now() - 3_600_000)
    }),
    { numRuns: numberOfCases(60) },
  )
})
