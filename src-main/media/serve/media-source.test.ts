import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { openWorkspaceSettings } from '../../storage/index.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createMedia, type Media } from '../media.ts'
import type { ImageRequest, StoredMedium } from './media-entries.ts'

let workspace: TemporaryWorkspace
let media: Media

const medium = (view: string, type = 'original'): StoredMedium => ({
  url: `https://pictures.example/${view}-${type}.png`,
  type,
  view,
  mimeType: 'image/png',
  imageSource: 'feed',
  added: '2026-01-02T03:04:05Z',
  description: '',
})
const front = medium('A1C1')
const frontEdited = medium('A1C1', 'edited')
const left = medium('A2C1')
const unpacked = medium('A0C0')
const absent = medium('A8C1')
const all = [front, frontEdited, left, unpacked, absent]

beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  media = createMedia({
    storage: workspace.storage,
    directory: workspace.directory,
    clock: systemClock,
    log: createLog('silent'),
  })
  const picture = (grey: number) =>
    sharp({ create: { width: 300, height: 400, channels: 3, background: { r: grey, g: grey, b: grey } } })
      .png()
      .toBuffer()
  const kept = [front, frontEdited, left, unpacked]
  await media.keep(
    await Promise.all(kept.map(async ({ url }, index) => ({ url, bytes: await picture(40 * index) }))),
  )
})
afterAll(async () => {
  await media.close()
  await workspace.close()
})

const ask = async (request: Partial<ImageRequest>, stored = all) => {
  const [entries = []] = await media.source.entries([{ id: '1', gtin14: '09520001000016', media: stored }], {
    version: 'v2.1',
    ...request,
  })
  return entries
}
const brief = (entries: { view: string; type: string; mimeType: string }[]) =>
  entries.map(({ view, type, mimeType }) => `${view} ${type} ${mimeType}`)

describe('media listed in a response', () => {
  test.each<[string, Partial<ImageRequest>, string[]]>([
    ['nothing without parameters', {}, []],
    [
      'original planogram pictures',
      { version: 'v2', pi: 'o' },
      ['A1C1 original image/png', 'A2C1 original image/png'],
    ],
    [
      'in v2.1 also pictures of no side, which no other parameter returns',
      { pi: 'o' },
      ['A1C1 original image/png', 'A2C1 original image/png', 'A0C0 original image/png'],
    ],
    ['edited pictures', { pi: 'c' }, ['A1C1 edited image/png']],
    ['edited pictures, with the parameter of public clients', { pi: 'e' }, ['A1C1 edited image/png']],
    [
      'original and edited pictures',
      { version: 'v2', pi: 'b' },
      ['A1C1 original image/png', 'A1C1 edited image/png', 'A2C1 original image/png'],
    ],
    ['no planogram pictures', { pi: 'none' }, []],
    ['TGA-16', { pi: 'c', ptga: 50 }, ['A1C1 edited image/x-tga']],
    ['square pictures of the front', { epf: [600], ef: 'png' }, ['E_A1C1_600x600 edited image/png']],
    [
      'several sizes',
      { epl: [50, 100] },
      ['E_A2C1_50x50 edited image/jpeg', 'E_A2C1_100x100 edited image/jpeg'],
    ],
    ['no side that is not stored', { epr: [600] }, []],
    [
      'every planogram side once',
      { ep: [150] },
      ['E_A1C1_150x150 edited image/jpeg', 'E_A2C1_150x150 edited image/jpeg'],
    ],
    [
      'no duplicates',
      { epf: [150], ep: [150] },
      ['E_A1C1_150x150 edited image/jpeg', 'E_A2C1_150x150 edited image/jpeg'],
    ],
    ['no additional pictures in v2.1', { allImg: 'Y' }, []],
  ])('%s', async (_what, request, expected) => {
    expect(brief(await ask(request)).toSorted()).toEqual(expected.toSorted())
  })
  test('lists pictures that are not stored by their addresses in the record, in a sandbox', async () => {
    const named = (request: Partial<ImageRequest>) =>
      media.source.named([{ media: [front, absent, { ...absent, url: '' }] }], { version: 'v2', ...request })
    expect(await named({ pi: 'b' })).toEqual([[]])
    await openWorkspaceSettings(workspace.storage).write({ role: 'sandbox' })
    expect(await named({ pi: 'b' })).toEqual([[absent]])
    expect(await named({ allImg: 'Y' })).toEqual([[absent]])
    expect(await named({ pi: 'b', ptga: 50, epf: [600] })).toEqual([[]])
    expect(await named({})).toEqual([[]])
    await openWorkspaceSettings(workspace.storage).write({ role: 'new' })
  })
  test('lists all additional pictures in v2', async () => {
    expect(await ask({ version: 'v2', allImg: 'Y' })).toHaveLength(4)
  })
  test('lists unknown and derived views of the record unchanged', async () => {
    const odd = ['house-code', 'E_A1A3_1000x1000', '1'].map((view) => ({ ...front, view }))
    expect(brief(await ask({ pi: 'b' }, odd))).toEqual(odd.map(({ view }) => `${view} original image/png`))
    expect(await ask({ version: 'v2', allImg: 'Y' }, odd)).toHaveLength(3)
  })
  test('keeps the view code of the source in the view and file name of a derived picture', async () => {
    const [entry] = await ask({ epf: [1000] }, [left, { ...front, view: 'A1A3' }])
    expect(entry).toMatchObject({
      view: 'E_A1A3_1000x1000',
      path: expect.stringContaining('_E_A1A3_1000x1000.jpg'),
    })
  })
  test.each([['A1N1'], ['C1C1'], ['C1N1'], ['A1A3'], ['B1N1']])(
    'falls back to %s for the front',
    async (view) => {
      const other = { ...front, view }
      expect(brief(await ask({ epf: [50] }, [left, other]))).toEqual([`E_${view}_50x50 edited image/jpeg`])
    },
  )
  test('lists the media of each item, in order', async () => {
    const lists = await media.source.entries(
      [
        { id: '1', gtin14: '09520001000016', media: [left] },
        { id: '2', gtin14: '09520001000023', media: [absent] },
      ],
      { version: 'v2.1', pi: 'b' },
    )
    expect(lists.map((list) => list.length)).toEqual([1, 0])
  })
})

describe('files served at the listed paths', () => {
  test.each<[Partial<ImageRequest>, string]>([
    [{ pi: 'o' }, 'image/png'],
    [{ pi: 'o', pip: 36 }, 'image/png'],
    [{ pi: 'o', ptga: 100 }, 'image/x-tga'],
    [{ epf: [200], ef: 'tif' }, 'image/tiff'],
  ])('serves %j', async (request, mimeType) => {
    const [entry] = await ask(request)
    expect(entry?.path).toMatch(/^[A-Za-z0-9._/-]+$/)
    const file = await media.source.open(entry?.path ?? '')
    expect(file).toMatchObject({ mimeType })
    expect(file?.bytes.length).toBeGreaterThan(100)
    const again = await media.source.open(entry?.path ?? '')
    expect(again?.etag).toBe(file?.etag)
  })
  test.each([
    ['0'.repeat(64), 'a picture that is not stored'],
    ['../../secrets.json', 'another file'],
  ])('does not serve %s: %s', async (content) => {
    expect(await media.source.open(`${content}/original/name.png`)).toBeUndefined()
    expect(await media.source.open(`${content}/square-600-jpg/name.jpg`)).toBeUndefined()
  })
  test('does not serve a size that cannot be requested', async () => {
    const [entry] = await ask({ epf: [200] })
    expect(await media.source.open((entry?.path ?? '').replace('square-200', 'square-9999'))).toBeUndefined()
  })
})
