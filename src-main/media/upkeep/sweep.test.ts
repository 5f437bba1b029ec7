import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogWriter } from '../../catalog/index.ts'
import { pictureDesk, pictureRecord } from '../../testing/picture-desk.ts'

const desk = pictureDesk()

describe('sweep', () => {
  const old = new Date(Date.now() - 2 * 3600 * 1000)
  const stray = (name: string, at?: Date) => {
    const path = desk.fileOf(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'stray')
    if (at) utimesSync(path, at, at)
    return path
  }
  test('deletes files that no picture needs, except new ones, which may belong to a download', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    const orphan = stray('a'.repeat(64), old)
    const unfinished = stray(`${'b'.repeat(64)}.2f6a.new`, old)
    const young = stray('c'.repeat(64))
    expect((await desk.carryOut('sweep'))?.summary).toMatch(/^2 files removed/)
    expect([orphan, unfinished, young].map((path) => existsSync(path))).toEqual([false, false, true])
    expect(await desk.media.check()).toEqual([])
  })
  test('deletes pictures that no record names any more, with their files', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    const { sha256 = '' } = await desk.frontOf('4')
    const bare = pictureRecord('4')
      .toString()
      .replace(/<media>.*<\/media>/, '')
      .replace('2024-02', '2024-03')
    await desk.workspace.storage.writer(catalogWriter).putItems([Buffer.from(bare)])
    desk.now += 2 * 3600 * 1000
    expect((await desk.carryOut('sweep'))?.summary).toContain('1 picture deleted')
    expect(existsSync(desk.fileOf(sha256))).toBe(false)
    expect(await desk.media.keeping.state()).toMatchObject({ files: 3 })
  })
  test('deletes no pictures if they could not be downloaded again', async () => {
    await desk.download()
    await desk.downloads.close()
    await desk.workspace.storage.writer(catalogWriter).removeAll()
    desk.now += 2 * 3600 * 1000
    expect((await desk.carryOut('sweep'))?.summary).toMatch(/^0 files removed, 0 pictures deleted/)
    expect(await desk.media.keeping.state()).toMatchObject({ files: 12 })
  })
})
