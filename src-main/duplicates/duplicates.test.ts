import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlainError } from '../../src-shared/plain-error.ts'
import { type ItemFixture, itemBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../catalog/index.ts'
import { createMedia, type Media } from '../media/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { signReader } from './hash-store.ts'
import { createDuplicates, type Duplicates } from './index.ts'

let workspace: TemporaryWorkspace
let media: Media
let duplicates: Duplicates
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage, directory } = workspace
  const options = { storage, clock: systemClock, log: createLog('silent') }
  media = createMedia({ ...options, directory })
  duplicates = createDuplicates({ ...options, media, quietTime: 500 })
})
afterEach(async () => {
  await duplicates.close()
  await media.close()
  await workspace.close()
})

const put = (items: ItemFixture[]) => workspace.storage.writer(catalogWriter).putItems(items.map(itemBytes))
const found = () => duplicates.found({ offset: 0, limit: 20 })
async function scanned() {
  await duplicates.look()
  await expect.poll(async () => (await found()).look?.state).toBe('completed')
  const { groups } = await found()
  return groups.map(({ items, sureness, whys }) => ({
    ids: items.map(({ id }) => id),
    sureness,
    kinds: whys.map(({ kind }) => kind),
  }))
}

test('groups several forms of one GTIN', async () => {
  await put([
    { id: 'a', codes: ['04210000526'], name: 'One' },
    { id: 'b', codes: ['042100005264'], name: 'Two' },
    { id: 'c', codes: ['0042100005264'], name: 'Three' },
    { id: 'd', codes: ['04252614'], name: 'Four' },
    { id: 'e', codes: ['00000000000000'], name: 'Five' },
    { id: 'f', codes: ['00000000000000'], name: 'Six' },
  ])
  expect(await scanned()).toMatchObject([{ ids: ['a', 'b', 'c', 'd'], sureness: 'sure' }])
})

test('compares names within a brand, and respects marks until they are removed', async () => {
  const brand: [string, string] = ['b1', 'Oatlark']
  await put([
    { id: 'a', name: 'Oat Drink 1 l', brand },
    { id: 'b', name: 'Oatlark oat drink 1000 ml', brand },
    { id: 'c', name: 'Oat Drink 1 l', brand: ['b2', 'Other'] },
  ])
  expect(await scanned()).toEqual([{ ids: ['a', 'b'], sureness: 'likely', kinds: ['name'] }])
  const pairs = await duplicates.mark({ itemIds: ['b', 'a'] })
  expect(pairs).toEqual([['a', 'b']])
  expect(await found()).toMatchObject({ total: 0, groups: [] })
  expect(await scanned()).toEqual([])
  expect(await duplicates.mark({ itemIds: ['a', 'b'] })).toEqual([])
  expect(await duplicates.unmark({ pairs })).toEqual({ removed: 1 })
  expect(await found()).toMatchObject({ total: 1, counts: { likely: 1 }, look: { isOutOfDate: false } })
  await put([{ id: 'd', name: 'New', brand }])
  expect((await found()).look?.isOutOfDate).toBe(true)
})

test('finds nearly equal front pictures of similar names, but not a picture alone', async () => {
  const drawn = async (shift: number, quality: number) => {
    const svg = Array.from(
      { length: 90 },
      (_, x) => (x * 37 + Math.floor(x / (7 + shift)) * 91 * (shift + 1)) % 256,
    )
    const pixels = Buffer.from(
      Array.from({ length: 80 }, (_, y) => svg.map((value) => (value + y * (shift + 2)) % 256)).flat(),
    )
    return sharp(pixels, { raw: { width: 90, height: 80, channels: 1 } })
      .blur(4)
      .jpeg({ quality })
      .toBuffer()
  }
  const blank = await sharp({ create: { width: 90, height: 80, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const urlOf = (id: string) => `https://media.invalid/${id}/A1C1.jpg`
  const names = {
    a: 'Oat drink',
    b: 'Oat drink barista',
    c: 'Oat drink',
    d: 'Oat bar',
    e: 'Oat bar',
    f: 'Rye',
  }
  await put(
    Object.entries(names).map(([id, name]) => ({ id, name, media: ['A1C1'], brand: [`b${id}`, 'Oatlark'] })),
  )
  await media.keep([
    { url: urlOf('a'), bytes: await drawn(0, 95) },
    { url: urlOf('b'), bytes: await drawn(0, 70) },
    { url: urlOf('c'), bytes: await drawn(5, 90) },
    { url: urlOf('d'), bytes: blank },
    { url: urlOf('e'), bytes: await sharp(blank).jpeg().toBuffer() },
    // The same picture as that of the drinks, on another product.
    { url: urlOf('f'), bytes: await drawn(0, 95) },
  ])
  expect(await scanned()).toEqual([{ ids: ['a', 'b'], sureness: 'possible', kinds: ['picture'] }])
})

test('compares items without their pictures while no picture can be read, and hashes them later', async () => {
  const bytes = await sharp({ create: { width: 90, height: 80, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  await media.keep([{ url: 'https://media.invalid/a/A1C1.png', bytes }])
  await put([
    { id: 'a', codes: ['04210000526'], name: 'One' },
    { id: 'b', codes: ['042100005264'], name: 'Two' },
  ])
  const { signs } = media
  media.signs = () => Promise.reject(new PlainError('NO_IMAGE_LIBRARY', 'The image library does not start.'))
  expect(await scanned()).toMatchObject([{ ids: ['a', 'b'], sureness: 'sure' }])
  expect(await workspace.storage.reader(signReader).countLacking()).toBe(1)
  media.signs = signs
  await scanned()
  expect(await workspace.storage.reader(signReader).countLacking()).toBe(0)
})

test('hashes pictures in the background once no more of them arrive', async () => {
  const bytes = await sharp({ create: { width: 90, height: 80, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  duplicates.startBackgroundWork()
  await media.keep([{ url: 'https://media.invalid/a/A1C1.png', bytes }])
  expect(await workspace.storage.reader(signReader).countLacking()).toBe(1)
  await expect.poll(() => workspace.storage.reader(signReader).countLacking()).toBe(0)
})
