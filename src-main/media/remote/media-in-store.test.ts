import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { type PictureStore, startPictureStore, storeKey } from '../../testing/picture-store.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createMedia, type Media } from '../media.ts'
import { openS3Objects, type S3Objects } from './s3-objects.ts'
import { openS3PictureFiles } from './s3-picture-files.ts'

/** The pictures of a workspace whose files are in an S3 store, and the work on all of them. */
const log = createLog('silent')
let store: PictureStore
let workspace: TemporaryWorkspace
let media: Media
let objects: S3Objects
let now = 0
beforeEach(async () => {
  for (const [name, value] of Object.entries(storeKey)) vi.stubEnv(name, value)
  store = await startPictureStore()
  workspace = await openTemporaryWorkspace()
  const { storage, directory } = workspace
  const place = store.place()
  now = Date.now()
  media = createMedia({
    ...{ storage, directory, log },
    files: openS3PictureFiles({ place, directory, log }),
    clock: { ...systemClock, now: () => now },
  })
  objects = openS3Objects(place)
})
afterEach(async () => {
  objects.close()
  await media.close()
  await workspace.close()
  await store.close()
  vi.unstubAllEnvs()
})

const keep = async (width: number): Promise<string> => {
  const bytes = await sharp(randomBytes(width * 50 * 3), { raw: { width, height: 50, channels: 3 } })
    .png()
    .toBuffer()
  const [kept] = await media.keep([{ url: `https://pictures.example/${width}.png`, bytes }])
  return kept?.sha256 ?? ''
}
const namesInStore = async (): Promise<string[]> => {
  const names: string[] = []
  for await (const page of objects.list()) names.push(...page.map(({ name }) => name))
  return names.toSorted()
}
const carryOut = async (work: 'verify' | 'sweep') => {
  await media.keeping.start({ work })
  return vi.waitFor(
    async () => {
      const { running, last } = await media.keeping.state()
      expect(running).toBeUndefined()
      expect(last?.work).toBe(work)
      return last
    },
    { timeout: 60_000 },
  )
}
const clearCache = (): void =>
  rmSync(join(workspace.directory, 'media-cache'), { recursive: true, force: true })

test('are kept, shown and made smaller from the store, without a file in the folder of pictures', async () => {
  const sha256 = await keep(60)
  clearCache()
  expect((await media.file(sha256, 'original'))?.mimeType).toBe('image/png')
  expect((await media.file(sha256, 'thumbnail'))?.mimeType).toBe('image/webp')
  expect(existsSync(join(workspace.directory, 'media'))).toBe(false)
})

test('a check names missing and damaged objects; a store that is down is not a missing picture', async () => {
  const [missing, damaged] = [await keep(60), await keep(61)]
  await keep(62)
  expect(await media.check()).toEqual([])
  await objects.remove(missing)
  await objects.put(damaged, Buffer.from('something else'))
  expect((await media.check()).toSorted()).toEqual(
    [
      `The picture ${missing} is missing from the picture store.`,
      `The picture ${damaged} is damaged.`,
    ].toSorted(),
  )
  expect((await carryOut('verify'))?.summary).toContain('2 damaged or gone, 2 to be restored from a backup')
  await store.proxy.stop()
  await expect(media.check()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  const verified = await carryOut('verify')
  expect(verified?.ok).toBe(false)
  expect(verified?.summary).toContain('cannot be reached or does not work: ECONNREFUSED')
  expect(await media.kept(['https://pictures.example/60.png'])).toEqual([
    expect.objectContaining({ sha256: missing }),
  ])
})

test('a sweep removes old objects that no picture needs, and only those', async () => {
  const kept = await keep(60)
  const stray = 'a'.repeat(64)
  await objects.put(stray, Buffer.from('stray'))
  await objects.put('notes.txt', Buffer.from('of a person'))
  expect((await carryOut('sweep'))?.summary).toMatch(/^0 files removed/)
  now += 2 * 3600 * 1000
  expect((await carryOut('sweep'))?.summary).toMatch(/^1 file removed/)
  expect(await namesInStore()).toEqual([kept, 'catalog-desk.json', 'notes.txt'].toSorted())
  expect(await media.check()).toEqual([])
})
