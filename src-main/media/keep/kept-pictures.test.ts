import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pictureDesk, pictureItems } from '../../testing/picture-desk.ts'
import { pictureSpaceWriter } from './space-store.ts'

const desk = pictureDesk()

describe('space limit', () => {
  test('is never exceeded: evicts the least recently used, except pinned items, and keeps placeholders', async () => {
    await desk.download()
    const { bytes } = await desk.media.keeping.state()
    expect(bytes).toBeGreaterThan(2_000_000)
    await desk.media.keeping.setPinned({ itemId: '1', pinned: true })
    desk.now += 1000
    for (const item of pictureItems.slice(0, 2))
      await desk.media.file((await desk.frontOf(item)).sha256 ?? '', 'preview')
    // Uses are written after a delay.
    await desk.reopen()
    await desk.choose({ quota: 1_000_000 })
    const state = await desk.media.keeping.state()
    expect(state.bytes).toBeLessThanOrEqual(1_000_000)
    expect(state.leftOut).toBe(12 - state.files)
    expect(await desk.keptCountOf('1')).toBe(3)
    expect((await desk.frontOf('2')).sha256, 'it was looked at').toBeDefined()
    for (const item of pictureItems) expect((await desk.frontOf(item)).placeholder).toBeDefined()
    const onDisk = readdirSync(join(desk.workspace.directory, 'media'), {
      recursive: true,
      withFileTypes: true,
    })
    expect(onDisk.filter((entry) => entry.isFile())).toHaveLength(state.files)
  })
  test('ends a download when the space is full, without downloading again what it evicted', async () => {
    await desk.choose({ quota: 1_000_000 })
    await desk.download()
    const { files, leftOut, bytes } = await desk.media.keeping.state()
    expect(bytes).toBeLessThanOrEqual(1_000_000)
    expect(files + leftOut).toBe(12)
    desk.service.proxy.calls.length = 0
    desk.now += 60_000
    await desk.download()
    expect(desk.asked()).toEqual([])
    // On request by a person, they are downloaded, and others are evicted.
    const [gone = ''] = pictureItems.filter((_, i) => i === 3)
    expect((await desk.media.keeping.fetchItem({ itemId: gone })).kept).toBe(3)
    expect((await desk.media.keeping.state()).bytes).toBeLessThanOrEqual(1_000_000)
    await desk.choose({ quota: null })
    await desk.download()
    expect(await desk.allKept()).toEqual([3, 3, 3, 3])
  })
  test('does not apply to pinned items', async () => {
    for (const item of pictureItems) await desk.media.keeping.setPinned({ itemId: item, pinned: true })
    await desk.choose({ quota: 1_000_000 })
    await desk.download()
    expect(await desk.allKept()).toEqual([3, 3, 3, 3])
    expect(await desk.media.keeping.state()).toMatchObject({ pinnedItems: 4, leftOut: 0 })
  })
})

describe('reported sizes', () => {
  const sizeOnDisk = () =>
    readdirSync(desk.workspace.directory, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && /media/.test(entry.parentPath.slice(desk.workspace.directory.length)),
      )
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const sum = async () => {
    const { bytes, derivedBytes, servedBytes, partialBytes } = await desk.media.keeping.state()
    return bytes + derivedBytes + servedBytes + partialBytes
  }

  test('match the files on disk after pictures were made, viewed and interrupted', async () => {
    await desk.download()
    expect(await sum()).toBe(sizeOnDisk())
    const [one, two] = await desk.media.fronts(['1', '2'])
    for (const front of [one, two]) await desk.media.file(front?.sha256 ?? '', 'preview')
    await desk.media.source.open(`${one?.sha256}/square-200-jpg/name.jpg`)
    mkdirSync(join(desk.workspace.directory, 'media-partial'))
    writeFileSync(join(desk.workspace.directory, 'media-partial', 'one.part'), 'a part of a picture')
    const { derivedBytes, servedBytes, servedLimit, partialBytes } = await desk.media.keeping.state()
    expect([derivedBytes, servedBytes, partialBytes].every((bytes) => bytes > 0)).toBe(true)
    expect(servedLimit).toBeGreaterThan(servedBytes)
    expect(await sum()).toBe(sizeOnDisk())
    await desk.choose({ quota: 1_000_000 })
    const { bytes, derivedBytes: derived } = await desk.media.keeping.state()
    expect(bytes + derived).toBeLessThanOrEqual(1_000_000)
    expect(await sum()).toBe(sizeOnDisk())
  })
  test('are corrected by a sweep if they were never recorded', async () => {
    await desk.download()
    const thumbnails = (await desk.media.keeping.state()).derivedBytes
    await desk.workspace.storage.writer(pictureSpaceWriter).made([
      { sha256: (await desk.frontOf('1')).sha256 ?? '', variant: 'preview', bytes: 0 },
      { sha256: (await desk.frontOf('1')).sha256 ?? '', variant: 'thumbnail', bytes: 0 },
    ])
    expect((await desk.media.keeping.state()).derivedBytes).toBeLessThan(thumbnails)
    await desk.carryOut('sweep')
    expect((await desk.media.keeping.state()).derivedBytes).toBe(thumbnails)
    expect(await sum()).toBe(sizeOnDisk())
  })
})
