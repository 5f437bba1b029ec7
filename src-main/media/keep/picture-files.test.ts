import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log/log.ts'
import { type PictureStore, startPictureStore, storeKey } from '../../testing/picture-store.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { openPicturePlace } from '../remote/open-picture-files.ts'
import { openS3Objects } from '../remote/s3-objects.ts'
import type { StorePlace } from '../remote/store-place.ts'
import type { PictureFiles } from './picture-files.ts'

/** What both ends of the port do alike: the folder of a workspace, and an S3 store. */
const log = createLog('silent')
let store: PictureStore
let directory = ''
let place: StorePlace
let files: PictureFiles
beforeAll(async () => {
  store = await startPictureStore()
  for (const [name, value] of Object.entries(storeKey)) vi.stubEnv(name, value)
})
afterAll(async () => {
  await store.close()
  vi.unstubAllEnvs()
})

interface End {
  open(): Promise<PictureFiles>
  /** Puts other bytes in the place of a file, as a broken disk does. */
  damage(sha256: string, bytes: Uint8Array): Promise<void>
}
const pathOf = (sha256: string): string =>
  join(directory, 'media', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
const ends: Record<string, End> = {
  folder: {
    open: () => openPicturePlace(undefined, { directory, log }),
    async damage(sha256, bytes) {
      mkdirSync(dirname(pathOf(sha256)), { recursive: true })
      writeFileSync(pathOf(sha256), bytes)
    },
  },
  'S3 store': {
    open: () => openPicturePlace(place, { directory, log }),
    async damage(sha256, bytes) {
      const objects = openS3Objects(place)
      await objects.put(sha256, bytes)
      objects.close()
      rmSync(join(directory, 'media-cache'), { recursive: true, force: true })
    },
  },
}
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const listed = async (): Promise<{ name: string; bytes: number }[]> => {
  const found: { name: string; bytes: number }[] = []
  for await (const group of files.all()) found.push(...group.map(({ name, bytes }) => ({ name, bytes })))
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

describe.each(Object.entries(ends))('pictures in the %s', (_, end) => {
  let number = 0
  beforeEach(async () => {
    directory = temporaryDirectory()
    place = store.place({ prefix: `contract/${++number}` })
    files = await end.open()
  })
  afterEach(async () => {
    await files.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const reopened = async (): Promise<void> => {
    await files.close()
    files = await end.open()
  }

  // The last one is sent to a store in three parts.
  test.each([1, 100_000, 20_000_000])(
    '%i bytes are read as they were kept, also after a restart',
    async (size) => {
      const bytes = randomBytes(size)
      const sha256 = await files.keep(bytes)
      expect(sha256).toBe(hashOf(bytes))
      await reopened()
      rmSync(join(directory, 'media-cache'), { recursive: true, force: true })
      await reopened()
      expect(bytes.equals((await files.read(sha256)) ?? Buffer.alloc(0))).toBe(true)
      expect(await files.sizeOf(sha256)).toBe(size)
      expect(await files.verify(sha256)).toBe('intact')
      expect(await files.withFile(sha256, async (path) => readFileSync(path).equals(bytes))).toBe(true)
    },
  )
  test('the same bytes are one file', async () => {
    const bytes = randomBytes(500)
    await files.keep(bytes)
    const sha256 = await files.keep(bytes)
    expect(await listed()).toEqual([{ name: sha256, bytes: 500 }])
  })
  test('a file that was never kept is missing', async () => {
    const absent = hashOf(Buffer.from('absent'))
    expect(await files.read(absent)).toBeUndefined()
    expect(await files.sizeOf(absent)).toBeUndefined()
    expect(await files.verify(absent)).toBe('missing')
    expect(await files.withFile(absent, async (path) => existsSync(path))).toBe(false)
    await files.remove([absent])
  })
  test('a damaged file is never read, and keeping its bytes repairs it', async () => {
    const bytes = randomBytes(3000)
    const sha256 = await files.keep(bytes)
    await end.damage(sha256, randomBytes(3000))
    await reopened()
    expect(await files.read(sha256)).toBeUndefined()
    expect(await files.verify(sha256)).toBe('damaged')
    await files.keep(bytes)
    expect(await files.verify(sha256)).toBe('intact')
    expect(await files.read(sha256)).toEqual(bytes)
  })
  test('takes a file over, and copies one without changing it', async () => {
    const [one, other] = [randomBytes(2000), randomBytes(9_000_000)]
    const [from, source] = [join(directory, 'part'), join(directory, 'source')]
    writeFileSync(from, one)
    writeFileSync(source, other)
    expect(await files.adopt(from, one)).toBe(hashOf(one))
    expect(await files.copyFrom(source, hashOf(other))).toBe(true)
    expect(existsSync(from)).toBe(false)
    expect(readFileSync(source).equals(other)).toBe(true)
    expect(await files.verify(hashOf(one))).toBe('intact')
    expect(await files.verify(hashOf(other))).toBe('intact')
  })
  test('copies no file that is missing or has another content', async () => {
    const source = join(directory, 'source')
    const sha256 = hashOf(Buffer.from('expected'))
    expect(await files.copyFrom(source, sha256)).toBe(false)
    writeFileSync(source, 'other')
    expect(await files.copyFrom(source, sha256)).toBe(false)
    expect(await listed()).toEqual([])
  })
  test('removes and lists files', async () => {
    const [first = '', second = '', third = ''] = await Promise.all(
      [1, 2, 3].map((size) => files.keep(randomBytes(size))),
    )
    await files.remove([first])
    expect(await files.read(first)).toBeUndefined()
    for await (const group of files.all())
      for (const file of group) {
        expect(Math.abs(Date.now() - file.modifiedAt)).toBeLessThan(60_000)
        if (file.name === second) await file.remove()
      }
    expect(await listed()).toEqual([{ name: third, bytes: 3 }])
    expect(await files.removeUnfinished(Date.now())).toEqual({ files: 0, bytes: 0 })
  })
})
