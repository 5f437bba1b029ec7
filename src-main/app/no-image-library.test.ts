/** A computer on which the image library does not start: the program works, without pictures. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { catalogReader } from '../catalog/index.ts'
import { loadSample } from '../import/index.ts'
import { createMedia, type Media } from '../media/index.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { lacksImageLibrary } from '../platform/image-library.ts'
import { createLog } from '../platform/log/log.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { smallPictures } from './small-pictures.ts'

vi.mock('sharp', () => {
  throw new Error('Could not load the "sharp" module using the linux-x64 runtime')
})

const directory = join(import.meta.dirname, '../../resources/sample')
let workspace: TemporaryWorkspace
let media: Media

beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  media = createMedia({ storage, directory: workspace.directory, clock, log: createLog('silent') })
})
afterAll(async () => {
  await media.close()
  await workspace.close()
})

test('the sample is loaded without its pictures', async () => {
  await loadSample({ storage: workspace.storage, media, clock, directory })
  expect((await workspace.storage.reader(catalogReader).counts()).items).toBe(282)
  expect((await media.fronts(['1', '2'])).map(({ sha256 }) => sha256)).toEqual([undefined, undefined])
})

test('storing a picture fails in words that do not blame the picture', async () => {
  const [name = ''] = readdirSync(join(directory, 'pictures'))
  const bytes = readFileSync(join(directory, 'pictures', name))
  const error: unknown = await media
    .keep([{ url: 'https://a.example/1.jpg', bytes }])
    .catch((thrown) => thrown)
  expect(lacksImageLibrary(error)).toBe(true)
  expect(error).toMatchObject({
    code: 'NO_IMAGE_LIBRARY',
    message: expect.stringMatching(
      /^Pictures cannot be processed on this computer, because the image library/,
    ),
  })
})

test('a report leaves out pictures that cannot be read', async () => {
  const broken: Pick<Media, 'fronts' | 'file'> = {
    fronts: async () => [{ sha256: 'a' }, {}] as Awaited<ReturnType<Media['fronts']>>,
    file: () => Promise.reject(new Error('no library')),
  }
  expect(await smallPictures(broken, ['1', '2'])).toEqual([undefined, undefined])
})
