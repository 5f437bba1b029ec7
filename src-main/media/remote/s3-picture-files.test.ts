import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { type PictureStore, startPictureStore, storeKey } from '../../testing/picture-store.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import type { StoreTimes } from './s3-objects.ts'
import { openS3PictureFiles } from './s3-picture-files.ts'
import type { StorePlace } from './store-place.ts'

const log = createLog('silent')
/** Short limits, so that a store that hangs is noticed soon. */
const impatient = { connect: 1000, idle: 500, request: 20_000 }
let store: PictureStore
let directory = ''
let place: StorePlace
let files: PictureFiles
let number = 0
beforeAll(async () => {
  store = await startPictureStore()
})
afterAll(() => store.close())
beforeEach(() => {
  for (const [name, value] of Object.entries(storeKey)) vi.stubEnv(name, value)
  directory = temporaryDirectory()
  place = store.place({ prefix: `store/${++number}` })
  files = openS3PictureFiles({ place, directory, log })
  store.proxy.calls.length = 0
})
afterEach(async () => {
  store.proxy.heal()
  await files.close()
  rmSync(directory, { recursive: true, force: true })
  vi.unstubAllEnvs()
})
const reopen = async (options: Partial<StorePlace> = {}, times?: StoreTimes): Promise<void> => {
  await files.close()
  place = { ...place, ...options }
  files = openS3PictureFiles({ place, directory, log, ...(times && { times }) })
}
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const filesIn = (folder: string): string[] =>
  existsSync(join(directory, folder))
    ? readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []
const clearCache = async (): Promise<void> => {
  rmSync(join(directory, 'media-cache'), { recursive: true, force: true })
  await reopen()
}
const calls = (method: string): string[] =>
  store.proxy.calls.filter((call) => call.method === method).map(({ path }) => path.replace(/^.*\//, ''))

describe('the cache on this computer', () => {
  test('answers without the store, also after a restart', async () => {
    const bytes = randomBytes(1000)
    const sha256 = await files.keep(bytes)
    await reopen()
    store.proxy.calls.length = 0
    expect(await files.read(sha256)).toEqual(bytes)
    expect(store.proxy.calls).toEqual([])
  })
  test('concurrent reads share one download', async () => {
    const sha256 = await files.keep(randomBytes(1000))
    await clearCache()
    store.proxy.calls.length = 0
    await Promise.all([files.read(sha256), files.read(sha256), files.withFile(sha256, async () => undefined)])
    expect(calls('GET')).toHaveLength(1)
  })
  test('removes the least recently used files above its size', async () => {
    await reopen({ cacheBytes: 2500 })
    const [first, second, third] = [randomBytes(1000), randomBytes(1001), randomBytes(1002)]
    await files.keep(first)
    await files.keep(second)
    await files.read(hashOf(first))
    await files.keep(third)
    expect(filesIn('media-cache').toSorted()).toEqual([hashOf(first), hashOf(third)].toSorted())
    expect(await files.read(hashOf(second))).toEqual(second)
  })
  test('keeps the order of use across a restart, and removes unfinished files', async () => {
    const [old, young] = [randomBytes(1000), randomBytes(1001)]
    await files.keep(young)
    await files.keep(old)
    const pathOf = (name: string) => join(directory, 'media-cache', hashOf(old).slice(0, 2), name)
    utimesSync(pathOf(hashOf(old)), 1, 1)
    writeFileSync(pathOf(`${hashOf(old)}.1234.new`), 'half')
    await reopen({ cacheBytes: 1500 })
    await files.read(hashOf(young))
    expect(filesIn('media-cache')).toEqual([hashOf(young)])
  })
  test('keeps a file while it is used, whatever its size', async () => {
    const bytes = randomBytes(5000)
    const sha256 = await files.keep(bytes)
    await reopen({ cacheBytes: 10 })
    await files.withFile(sha256, async (path) => {
      await files.keep(randomBytes(100))
      expect(readFileSync(path).equals(bytes)).toBe(true)
    })
    expect(filesIn('media-cache')).toEqual([])
    expect(await files.read(sha256)).toEqual(bytes)
  })
  test('a damaged file in the cache is downloaded again', async () => {
    const bytes = randomBytes(1000)
    const sha256 = await files.keep(bytes)
    writeFileSync(join(directory, 'media-cache', sha256.slice(0, 2), sha256), 'something else')
    expect(await files.read(sha256)).toEqual(bytes)
    writeFileSync(join(directory, 'media-cache', sha256.slice(0, 2), sha256), 'something else')
    expect(await files.withFile(sha256, async (path) => readFileSync(path).equals(bytes))).toBe(true)
  })
})

describe('a store with faults', () => {
  let bytes = Buffer.alloc(0)
  let sha256 = ''
  beforeEach(async () => {
    bytes = randomBytes(100_000)
    sha256 = await files.keep(bytes)
    await clearCache()
  })
  const always = { times: Number.POSITIVE_INFINITY }

  test('that is down: the cache works, the rest fails in words, and all works when it is back', async () => {
    const cached = randomBytes(100)
    await files.keep(cached)
    await store.proxy.stop()
    try {
      expect(await files.read(hashOf(cached))).toEqual(cached)
      for (const work of [
        () => files.read(sha256),
        () => files.verify(sha256),
        () => files.sizeOf(sha256),
        () => files.keep(bytes),
        () => files.remove([sha256]),
        () => files.withFile(sha256, async () => undefined),
      ])
        await expect(work()).rejects.toMatchObject({
          code: 'STORE_UNAVAILABLE',
          message: `The picture store s3://catalog/${place.prefix} at ${store.address} cannot be reached or does not work: ECONNREFUSED. Try again when it works.`,
        })
    } finally {
      await store.proxy.start()
    }
    expect(await files.read(sha256)).toEqual(bytes)
  })
  test.each([500, 503])('that answers %i: once is repeated, always fails in words', async (status) => {
    store.proxy.fail({ kind: 'status', status })
    expect(await files.read(sha256)).toEqual(bytes)
    store.proxy.fail({ kind: 'status', status }, always)
    await expect(files.keep(randomBytes(10))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(files.verify(sha256)).rejects.toThrow(`(${status})`)
  })
  test('that cuts or stops a download: it is repeated', async () => {
    store.proxy.fail({ kind: 'cut-body', part: 0.5 })
    expect(await files.read(sha256)).toEqual(bytes)
    await clearCache()
    await reopen({}, impatient)
    store.proxy.fail({ kind: 'hang' })
    expect(await files.read(sha256)).toEqual(bytes)
  })
  test('that always hangs or cuts: fails in words, and leaves no file', async () => {
    await reopen({}, impatient)
    store.proxy.fail({ kind: 'hang' }, always)
    await expect(files.read(sha256)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    store.proxy.heal()
    store.proxy.fail({ kind: 'cut-body', part: 0.5 }, always)
    await expect(files.read(sha256)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(filesIn('media-cache')).toEqual([])
  })
  test('that sends slowly: the picture arrives if bytes keep coming', async () => {
    store.proxy.fail({ kind: 'slow', bytesPerSecond: 100_000 })
    expect(await files.read(sha256)).toEqual(bytes)
  })
  test('that sends other, too few or far too many bytes: no picture is served', async () => {
    for (const rewrite of [
      (body: Buffer) => Buffer.from(body).fill(0, 10, 20),
      (body: Buffer) => body.subarray(0, 100),
      () => Buffer.alloc(60 * 1024 * 1024),
    ]) {
      store.proxy.fail({ kind: 'rewrite', rewrite }, always)
      expect(await files.read(sha256)).toBeUndefined()
      expect(await files.verify(sha256)).toBe('damaged')
      store.proxy.heal()
    }
    expect(filesIn('media-cache')).toEqual([])
    expect(await files.read(sha256)).toEqual(bytes)
  })
  test('that refuses the access key, or has no such bucket: fails in words, and no picture counts as missing', async () => {
    store.proxy.fail(
      { kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
      always,
    )
    await expect(files.read(sha256)).rejects.toThrow('refused a request: AccessDenied (403)')
    store.proxy.heal()
    await reopen({ bucket: 'another' })
    await expect(files.read(sha256)).rejects.toMatchObject({ code: 'STORE_REFUSED' })
    await expect(files.verify(sha256)).rejects.toThrow('NoSuchBucket (404)')
  })
  test('without an access key: says how to name one', async () => {
    for (const name of Object.keys(storeKey)) vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(directory, 'none'))
    vi.stubEnv('AWS_CONFIG_FILE', join(directory, 'none'))
    await reopen()
    await expect(files.read(sha256)).rejects.toMatchObject({
      code: 'STORE_KEY_MISSING',
      message: expect.stringContaining('Set AWS_ACCESS_KEY_ID'),
    })
    writeFileSync(
      join(directory, 'keys'),
      '[default]\naws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n',
    )
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(directory, 'keys'))
    await reopen()
    expect(await files.read(sha256)).toEqual(bytes)
  })
})

describe('uploads in parts', () => {
  const large = randomBytes(20_000_000)
  const sha256 = hashOf(large)
  const partsSent = () =>
    store.proxy.calls.filter(({ path, bytes }) => path.includes('partNumber=') && bytes > 0)

  test('continue after a failure with the parts that the store lacks', async () => {
    store.proxy.fail({ kind: 'status', status: 400 }, { when: ({ path }) => path.includes('partNumber=3') })
    await expect(files.keep(large)).rejects.toMatchObject({ code: 'STORE_REFUSED' })
    expect(await files.sizeOf(sha256)).toBeUndefined()
    await reopen()
    store.proxy.calls.length = 0
    await files.keep(large)
    expect(partsSent()).toHaveLength(1)
    expect(await files.verify(sha256)).toBe('intact')
    expect(filesIn('media-uploads')).toEqual([])
  })
  test('continue after the program was killed; until then the store shows no object', async () => {
    writeFileSync(join(directory, 'picture'), large)
    store.proxy.fail({ kind: 'hang' }, { when: ({ path }) => path.includes('partNumber=2') })
    const program = fileURLToPath(new URL('fixtures/keep-in-store.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      [program, directory, join(directory, 'picture'), JSON.stringify(place)],
      {
        env: { ...process.env, ...storeKey },
        stdio: 'inherit',
      },
    )
    await vi.waitFor(
      () => expect(store.proxy.calls.some(({ path }) => path.includes('partNumber=2'))).toBe(true),
      {
        timeout: 20_000,
      },
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await files.sizeOf(sha256)).toBeUndefined()
    expect(filesIn('media-uploads')).toEqual([`${sha256}.json`])
    store.proxy.calls.length = 0
    await files.keep(large)
    expect(partsSent()).toHaveLength(2)
    expect(await files.verify(sha256)).toBe('intact')
  })
  test('begin again if the store has given the upload up', async () => {
    store.proxy.fail({ kind: 'status', status: 400 }, { when: ({ path }) => path.includes('partNumber=3') })
    await expect(files.keep(large)).rejects.toThrow()
    store.proxy.fail(
      { kind: 'status', status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' },
      { when: ({ path }) => path.includes('partNumber=') },
    )
    store.proxy.calls.length = 0
    await files.keep(large)
    expect(partsSent()).toHaveLength(4)
    expect(await files.verify(sha256)).toBe('intact')
  })
  test('are given up after a time', async () => {
    store.proxy.fail({ kind: 'status', status: 400 }, { when: ({ path }) => path.includes('partNumber=3') })
    await expect(files.keep(large)).rejects.toThrow()
    expect(await files.removeUnfinished(Date.now() - 60_000)).toEqual({ files: 0, bytes: 0 })
    // The S3 server of the tests cannot give an upload up.
    store.proxy.fail({ kind: 'status', status: 204 }, { when: ({ method }) => method === 'DELETE' })
    const { mtimeMs } = statSync(join(directory, 'media-uploads', `${sha256}.json`))
    expect(await files.removeUnfinished(mtimeMs + 1)).toMatchObject({ files: 1 })
    expect(store.proxy.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(filesIn('media-uploads')).toEqual([])
  })
})

test('only one workspace writes into a place; another may read', async () => {
  const bytes = randomBytes(100)
  const sha256 = await files.keep(bytes)
  const other = openS3PictureFiles({
    place: store.place({ prefix: place.prefix }),
    directory: join(directory, 'other'),
    log,
  })
  try {
    expect(await other.read(sha256)).toEqual(bytes)
    const taken = `The pictures in s3://catalog/${place.prefix} at ${store.address} belong to another workspace`
    await expect(other.keep(bytes)).rejects.toThrow(taken)
    await expect(other.remove([sha256])).rejects.toThrow(taken)
    for await (const group of other.all())
      for (const file of group) await expect(file.remove()).rejects.toMatchObject({ code: 'STORE_TAKEN' })
    await expect(other.keep(bytes)).rejects.toThrow(
      `delete the object ${place.prefix}/catalog-desk.json and try again`,
    )
  } finally {
    await other.close()
  }
  expect(await files.verify(sha256)).toBe('intact')
})
