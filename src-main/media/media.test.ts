import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock as clock } from '../platform/clock.ts'
import { createLog } from '../platform/log/log.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createMedia, type Media } from './media.ts'

let workspace: TemporaryWorkspace
let media: Media
beforeEach(async () => {
  workspace = await openTemporaryWorkspace()
  const { storage, directory } = workspace
  media = createMedia({ storage, directory, clock, log: createLog('silent') })
})
afterEach(async () => {
  await media.close()
  await workspace.close()
})

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer()
const files = () =>
  readdirSync(join(workspace.directory, 'media'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

describe('storing pictures', () => {
  test('stores the same bytes of two addresses as one file', async () => {
    const bytes = await draw(40, 60)
    const urls = ['https://pictures.example/a.jpg', 'https://pictures.example/b.jpg']
    const [first, second] = await media.keep(urls.map((url) => ({ url, bytes })))
    expect(first).toEqual(second)
    expect(first).toMatchObject({ width: 40, height: 60, mimeType: 'image/jpeg', bytes: bytes.length })
    expect(files()).toHaveLength(1)
    expect(await media.kept(urls)).toEqual([first, first])
  })
  test('ignores the signature of an address', async () => {
    const [kept] = await media.keep([
      { url: 'https://pictures.example/a.jpg?expires=1&signature=x', bytes: await draw(40, 60) },
    ])
    expect(await media.kept(['https://pictures.example/a.jpg?expires=2&signature=y'])).toEqual([kept])
    expect(await media.kept(['https://pictures.example/a.jpg?size=2'])).toEqual([undefined])
  })
  test('throws for bytes that cannot be decoded, and stores nothing', async () => {
    const whole = await draw(400, 600)
    const half = whole.subarray(0, whole.length / 2)
    for (const bytes of [half, Buffer.from('<html>Sign in</html>'), Buffer.alloc(0)]) {
      const kept = media.keep([
        { url: 'https://pictures.example/good.jpg', bytes: whole },
        { url: 'https://pictures.example/bad.jpg', bytes },
      ])
      await expect(kept).rejects.toThrow('not a picture that can be read')
      expect(await media.kept(['https://pictures.example/good.jpg'])).toEqual([undefined])
    }
  })
})

describe('reading pictures', () => {
  test.each([
    ['thumbnail', 160],
    ['preview', 1000],
  ])('returns a %s of at most %i pixels', async (variant, longest) => {
    const [kept] = await media.keep([
      { url: 'https://pictures.example/a.jpg', bytes: await draw(1500, 3000) },
    ])
    const picture = await media.file(kept?.sha256 ?? '', variant)
    expect(picture?.mimeType).toBe('image/webp')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: longest / 2, height: longest })
  })
  test('returns the original byte for byte', async () => {
    const bytes = await draw(30, 30)
    const [kept] = await media.keep([{ url: 'https://pictures.example/a.jpg', bytes }])
    const picture = await media.file(kept?.sha256 ?? '', 'original')
    expect(Buffer.from(picture?.bytes ?? [])).toEqual(bytes)
  })
  test('returns undefined for a content that is not stored', async () => {
    expect(await media.file('0'.repeat(64), 'original')).toBeUndefined()
    expect(await media.file('0'.repeat(64), 'thumbnail')).toBeUndefined()
  })
})

test('reports missing and damaged files', async () => {
  const pictures = await Promise.all(
    [30, 40, 50].map(async (size) => ({
      url: `https://pictures.example/${size}.jpg`,
      bytes: await draw(size, size),
    })),
  )
  const [gone, damaged] = await media.keep(pictures)
  expect(await media.check()).toEqual([])
  const path = (sha256 = '') =>
    join(workspace.directory, 'media', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  rmSync(path(gone?.sha256))
  writeFileSync(path(damaged?.sha256), 'something else')
  expect((await media.check()).toSorted()).toEqual(
    [
      `The picture ${gone?.sha256} is missing from the media folder.`,
      `The picture ${damaged?.sha256} is damaged.`,
    ].toSorted(),
  )
})

describe('pictures that a person adds', () => {
  const write = (name: string, bytes: Uint8Array): string => {
    const file = join(workspace.directory, name)
    writeFileSync(file, bytes)
    return file
  }
  test('are kept under an address with their hash and their GS1 name', async () => {
    const file = write('oats.jpg', await draw(40, 60))
    const about = { file, code: '9522003001170', view: 'A1C1' }
    const added = await media.addresses.add(about, {})
    expect(added.address).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/media\/[0-9a-f]{64}\/original\/09522003001170_A1C1\.jpg$/,
    )
    expect(added).toMatchObject({ width: 40, height: 60, isAdded: true, fetches: false })
    expect(await media.addresses.add(about, {})).toEqual(added)
    const urls = [added.address, 'https://pictures.example/unknown.jpg']
    const [found, unknown] = await media.addresses.ofAddresses({ urls }, {})
    expect(found?.thumbnail).toMatch(/^\/pictures\/[0-9a-f]{64}\/thumbnail$/)
    expect(unknown).toEqual({ mimeType: '', isAdded: false, fetches: false })
  })
  test.each([
    ['text', Buffer.from('oats')],
    ['an empty file', Buffer.alloc(0)],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is refused, and nothing is stored', async (_, bytes) => {
    const file = write('oats.jpg', bytes)
    await expect(media.addresses.add({ file, code: '', view: '' }, {})).rejects.toMatchObject({
      code: 'NO_PICTURE',
    })
    expect(existsSync(join(workspace.directory, 'media'))).toBe(false)
  })
})
