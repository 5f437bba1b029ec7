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

/** How a source of files behaves, as they do behave. */
interface Manner {
  validator: 'strong' | 'weak' | 'date' | 'young-date' | 'none'
  ranges: 'kept' | 'ignored' | 'if-range-ignored' | 'shifted' | 'shortened'
  /** Bytes of the answer's body that get through before the connection is cut; absent: all. */
  cutAfter?: number
}
const plain: Manner = { validator: 'strong', ranges: 'kept' }

let manner = plain
let file = Buffer.alloc(0)
let modified = new Date()
/** Connections that are to be cut when the test says so. */
let held: (() => void)[] | undefined
const asked: { range: string | undefined; status: number }[] = []

function serve(request: IncomingMessage, response: ServerResponse): void {
  const tag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`
  const dated = manner.validator === 'young-date' ? new Date() : modified
  const headers: Record<string, string> = {
    ...(manner.validator === 'strong' ? { etag: tag } : {}),
    ...(manner.validator === 'weak' ? { etag: `W/${tag}` } : {}),
    ...(manner.validator.endsWith('date') ? { 'last-modified': dated.toUTCString() } : {}),
  }
  const { range, 'if-range': ifRange } = request.headers
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const same =
    manner.ranges === 'if-range-ignored' ||
    ifRange === undefined ||
    [tag, dated.toUTCString()].includes(String(ifRange))
  let status = 200
  let body = file
  if (range !== undefined && manner.ranges !== 'ignored' && same) {
    status = from < file.length ? 206 : 416
    const first = manner.ranges === 'shifted' ? Math.max(0, from - 3) : from
    const end = manner.ranges === 'shortened' ? Math.max(first + 1, file.length - 5) : file.length
    body = status === 206 ? file.subarray(first, end) : Buffer.alloc(0)
    if (status === 206) headers['content-range'] = `bytes ${first}-${end - 1}/${file.length}`
  }
  asked.push({ range, status })
  response.writeHead(status, { ...headers, 'content-length': body.length })
  if (manner.cutAfter === undefined || manner.cutAfter >= body.length) response.end(body)
  else {
    response.write(body.subarray(0, manner.cutAfter))
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
  manner = plain
  modified = new Date(Date.now() - 3_600_000)
  asked.length = 0
})
afterEach(() => rmSync(directory, { recursive: true }))

const { signal } = new AbortController()
/** One attempt, as after a restart: nothing is remembered but the files. */
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
/** An attempt that is cut once so many bytes are on the disk. */
async function interrupted(cutAfter: number, how: Manner = plain): Promise<void> {
  manner = { ...how, cutAfter }
  held = []
  const ended = attempt().catch(failed)
  const onDisk = () =>
    globSync('*.part', { cwd: directory }).map((name) => statSync(join(directory, name)).size)
  await vi.waitFor(() => expect(onDisk()).toEqual([cutAfter]), { timeout: 5000, interval: 5 })
  for (const cut of held) cut()
  held = undefined
  expect(await ended).toBeUndefined()
  manner = how
}

describe('a file that was cut off', () => {
  test('is continued where it ended, when it is still the same', async () => {
    file = randomBytes(1_000_000)
    await interrupted(400_000)
    expect(await attempt()).toEqual(file)
    expect(asked).toEqual([
      { range: undefined, status: 200 },
      { range: 'bytes=400000-', status: 206 },
    ])
  })
  test('is written down when it is small and the connection ends, so that it too is continued', async () => {
    file = randomBytes(10_000)
    manner = { ...plain, cutAfter: 4000 }
    expect(await attempt().catch(failed)).toBeUndefined()
    manner = plain
    expect(await attempt()).toEqual(file)
    expect(asked.map(({ status }) => status)).toEqual([200, 206])
  })
  test('begins anew when it is another by now', async () => {
    file = randomBytes(1_000_000)
    await interrupted(400_000)
    file = randomBytes(900_000)
    expect(await attempt()).toEqual(file)
    expect(asked.map(({ status }) => status)).toEqual([200, 200])
  })
  test('begins anew when the source’s has become shorter than what is here', async () => {
    file = randomBytes(1_000_000)
    await interrupted(400_000)
    manner = { ...plain, ranges: 'if-range-ignored' }
    file = randomBytes(300_000)
    expect(await attempt()).toEqual(file)
    expect(asked.map(({ status }) => status)).toEqual([200, 416, 200])
  })
  test.each(['weak', 'young-date', 'none'] as const)(
    'begins anew when nothing tells what it is a part of (%s)',
    async (validator) => {
      file = randomBytes(500_000)
      await interrupted(300_000, { ...plain, validator })
      expect(await attempt()).toEqual(file)
      expect(asked.map(({ range }) => range)).toEqual([undefined, undefined])
    },
  )
})

test('a file above the limit is refused, announced or not, and leaves nothing behind', async () => {
  file = randomBytes(5000)
  await expect(attempt(4000)).rejects.toThrow('larger than')
  expect((await partials.open('one')).size).toBe(0)
})

test('parts that nobody continues are swept away, others stay', async () => {
  file = randomBytes(900_000)
  await interrupted(400_000)
  expect(await partials.sweep(Date.now() - 60_000)).toEqual({ files: 0, bytes: 0 })
  expect((await partials.open('one')).size).toBe(400_000)
  expect((await partials.sweep(Date.now() + 60_000)).files).toBe(1)
  expect((await partials.open('one')).size).toBe(0)
})

test('whatever a source does in between, what is taken for whole is one of its files, whole', {
  timeout: 60_000,
}, async () => {
  const step = fc.record({
    size: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined, freq: 3 }),
    manner: fc.record(
      {
        validator: fc.constantFrom('strong', 'weak', 'date', 'young-date', 'none'),
        // A source that ignores If-Range and gives no tag cannot be found out by anybody.
        ranges: fc.constantFrom('kept', 'ignored', 'shifted', 'shortened'),
        cutAfter: fc.integer({ min: 0, max: 3000 }),
      },
      { requiredKeys: ['validator', 'ranges'] },
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      file = randomBytes(1500)
      for (const { size, manner: next } of steps) {
        if (size !== undefined) {
          file = randomBytes(size)
          // A file changes its date with its bytes; dates have whole seconds.
          modified = new Date(modified.getTime() + 2000)
        }
        manner = next as Manner
        const got = await attempt().catch(failed)
        if (got) {
          expect(got).toEqual(file)
          await (await partials.open('one')).remove()
        }
      }
      manner = plain
      expect(await attempt()).toEqual(file)
      await (await partials.open('one')).remove()
      modified = new Date(Date.now() - 3_600_000)
    }),
    { numRuns: numberOfCases(60) },
  )
})
