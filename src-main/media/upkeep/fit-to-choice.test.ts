import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultPictureChoice } from '../../../src-shared/media/model.ts'
import { noise, pictureDesk, pictureItems, sourceOf } from '../../testing/picture-desk.ts'
import { sha256Of } from '../keep/picture-files.ts'
import { createContentSet } from './fit-to-choice.ts'

const desk = pictureDesk()
const bytesKept = async () => {
  const { bytes, derivedBytes } = await desk.media.keeping.state()
  return bytes + derivedBytes
}

describe('choosing fewer views', () => {
  test('predicts and frees the exact space, and keeps placeholders and pinned items', async () => {
    await desk.download()
    await desk.media.keeping.setPinned({ itemId: '3', pinned: true })
    await desk.media.keeping.fetchItem({ itemId: '3' })
    const before = await bytesKept()
    const files = pictureItems.length * 3
    const release = await desk.media.keeping.release({ ...defaultPictureChoice, views: 'front' })
    expect(release).toEqual({ removed: 6, reduced: 0, bytes: expect.any(Number) })
    expect((await desk.media.keeping.state()).files, 'asking changes nothing').toBe(files)

    await desk.choose({ views: 'front' })
    expect(await desk.ended('fit')).toMatchObject({
      ok: true,
      summary: '6 removed that are not wanted any more',
    })
    expect(await desk.allKept()).toEqual([1, 1, 3, 1])
    expect(before - (await bytesKept())).toBe(release.bytes)
    expect(await desk.media.check()).toEqual([])
    const left = await desk.media.placeholders([sourceOf('1', 'A7C1')])
    expect(left).toEqual([undefined])
    // Unwanted pictures do not count as missing, so nothing is downloaded.
    desk.service.proxy.calls.length = 0
    await desk.download()
    expect(desk.asked()).toEqual([])
  })
  test('applies to a running download, which skips unwanted pictures', async () => {
    desk.service.proxy.fail(
      { kind: 'latency', milliseconds: 150 },
      { when: ({ path }) => path.startsWith('/media/'), times: Number.POSITIVE_INFINITY },
    )
    const running = desk.download()
    await expect.poll(() => desk.asked().length).toBeGreaterThan(0)
    await desk.choose({ views: 'front' })
    await running
    expect(desk.asked().length).toBeLessThan(12)
    await desk.ended('fit')
    expect(await desk.allKept()).toEqual([1, 1, 1, 1])
  })
  test('downloads the other views again if the choice is undone', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    await desk.choose({ views: 'all' })
    expect(await desk.ended('download')).toMatchObject({ ok: true, summary: '8 fetched' })
    expect(await desk.allKept()).toEqual([3, 3, 3, 3])
  })
  test('is applied by the next run if the program was closed before', async () => {
    await desk.download()
    await desk.downloads.close()
    await desk.choose({ views: 'front' })
    expect(await desk.allKept()).toEqual([3, 3, 3, 3])
    await desk.reopen()
    await desk.download()
    expect(await desk.allKept()).toEqual([1, 1, 1, 1])
  })
  test('clears the failures of unwanted pictures', async () => {
    desk.service.proxy.fail(
      { kind: 'status', status: 404 },
      { when: ({ path }) => path.includes('A7C1'), times: 99 },
    )
    await desk.download()
    expect(await desk.media.keeping.state()).toMatchObject({ failed: 4 })
    expect(await desk.media.keeping.failures({ offset: 0, limit: 10 })).toHaveLength(4)
    await desk.choose({ views: 'front' })
    await desk.ended('fit')
    expect(await desk.media.keeping.state()).toMatchObject({ failed: 0 })
  })
})

describe('choosing a smaller size', () => {
  test('reduces stored pictures locally, without the service, except pinned ones', async () => {
    const large = [sourceOf('1', 'A1C1'), sourceOf('2', 'A1C1')]
    for (const url of large) {
      const [before] = await desk.service.media.kept([url])
      const bytes =
        (await desk.service.media.file(before?.sha256 ?? '', 'original'))?.bytes ?? Buffer.alloc(0)
      onTestFinished(async () => void (await desk.service.media.keep([{ url, bytes }])))
      await desk.service.media.keep([{ url, bytes: await noise(900, 600) }])
    }
    await desk.takeRecords()
    await desk.choose({ views: 'front' })
    await desk.download()
    await desk.media.keeping.setPinned({ itemId: '2', pinned: true })
    await desk.media.keeping.fetchItem({ itemId: '2' })
    const original = (await desk.frontOf('1')).sha256 ?? ''
    const before = await bytesKept()
    const release = await desk.media.keeping.release({
      ...defaultPictureChoice,
      views: 'front',
      longestSide: 300,
    })
    expect(release).toMatchObject({ removed: 0, reduced: 1 })

    desk.service.proxy.calls.length = 0
    await desk.choose({ views: 'front', longestSide: 300 })
    expect(await desk.ended('fit')).toMatchObject({ summary: '1 made smaller' })
    expect(desk.asked()).toEqual([])
    const { sha256 = '', placeholder } = await desk.frontOf('1')
    expect(await sharp((await desk.media.file(sha256, 'original'))?.bytes).metadata()).toMatchObject({
      width: 300,
      height: 200,
    })
    expect(placeholder).toBeDefined()
    expect(existsSync(desk.fileOf(original))).toBe(false)
    expect(
      (
        await sharp(
          (
            await desk.media.file((await desk.frontOf('2')).sha256 ?? '', 'original')
          )?.bytes,
        ).metadata()
      ).width,
    ).toBe(900)
    const freed = before - (await bytesKept())
    expect(release.bytes / freed).toBeGreaterThan(0.7)
    expect(release.bytes / freed).toBeLessThan(1.3)
  })
})

test('has no false negatives and few false positives', () => {
  const hashes = Array.from({ length: 20_000 }, (_, number) => sha256Of(Buffer.from(String(number))))
  const set = createContentSet(10_000)
  for (const sha256 of hashes.slice(0, 10_000)) set.add(sha256)
  expect(hashes.slice(0, 10_000).every(set.has)).toBe(true)
  expect(hashes.slice(10_000).filter(set.has).length).toBeLessThan(50)
})
