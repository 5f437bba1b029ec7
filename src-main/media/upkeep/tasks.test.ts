import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { catalogWriter } from '../../catalog/index.ts'
import { pictureDesk, pictureRecord } from '../../testing/picture-desk.ts'

const desk = pictureDesk()

describe('a damaged file', () => {
  test('is not shown, and is downloaded again when it is viewed', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    const { sha256 = '' } = await desk.frontOf('1')
    writeFileSync(desk.fileOf(sha256), 'something else')
    expect(await desk.media.file(sha256, 'original')).toBeUndefined()
    await vi.waitFor(async () => expect(await desk.media.file(sha256, 'original')).toBeDefined(), {
      timeout: 60_000,
    })
  })
  test('is found and downloaded again by verification, as is a missing one', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    const [one = {}, two = {}] = await desk.media.fronts(['1', '2'])
    rmSync(desk.fileOf(one.sha256 ?? ''))
    writeFileSync(desk.fileOf(two.sha256 ?? ''), 'something else')
    expect(await desk.carryOut('verify')).toMatchObject({
      ok: true,
      summary: '4 verified, 2 damaged or gone, 2 fetched again',
    })
    expect(await desk.media.check()).toEqual([])
    expect(await desk.allKept()).toEqual([1, 1, 1, 1])
  })
  test('is reported as missing by verification if its replacement is not a picture', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    for (const { sha256 = '' } of await desk.media.fronts(['1', '2']))
      writeFileSync(desk.fileOf(sha256), 'something else')
    desk.service.proxy.fail(
      { kind: 'truncate', part: 0.5 },
      { when: ({ path }) => path.startsWith('/media/') },
    )
    expect(await desk.carryOut('verify')).toMatchObject({
      ok: false,
      summary: '4 verified, 2 damaged or gone, 1 fetched again, 1 missing now',
    })
    expect((await desk.allKept()).toSorted()).toEqual([0, 1, 1, 1])
    expect((await desk.media.keeping.state()).failure).toContain('not a picture that can be read')
    expect(await desk.carryOut('verify')).toMatchObject({
      ok: true,
      summary: '3 verified, no problems found',
    })
  })
  test('is deleted if no record names its picture any more', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    const { sha256 = '' } = await desk.frontOf('1')
    const bare = pictureRecord('1')
      .toString()
      .replace(/<media>.*<\/media>/, '')
    await desk.workspace.storage.writer(catalogWriter).putItems([Buffer.from(bare)])
    writeFileSync(desk.fileOf(sha256), 'something else')
    expect(await desk.carryOut('verify')).toMatchObject({
      ok: true,
      summary: '4 verified, 1 damaged or gone, 1 removed that is not wanted any more',
    })
  })
  test('keeps its row if it cannot be downloaded again', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    await desk.downloads.close()
    const { sha256 = '' } = await desk.frontOf('1')
    writeFileSync(desk.fileOf(sha256), 'something else')
    expect(await desk.media.file(sha256, 'original')).toBeUndefined()
    expect(await desk.carryOut('verify')).toMatchObject({
      ok: false,
      summary: '4 verified, 1 damaged or gone, 1 to be restored from a backup',
    })
    expect((await desk.frontOf('1')).sha256).toBe(sha256)
  })
})
