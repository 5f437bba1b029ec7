import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { pictureDesk } from '../../testing/picture-desk.ts'

const desk = pictureDesk()

describe('a damaged file', () => {
  test('is not shown, and is fetched again when it is looked at', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    const { sha256 = '' } = await desk.frontOf('1')
    writeFileSync(desk.fileOf(sha256), 'something else')
    expect(await desk.media.file(sha256, 'original')).toBeUndefined()
    await vi.waitFor(async () => expect(await desk.media.file(sha256, 'original')).toBeDefined(), {
      timeout: 5000,
    })
  })
  test('is found by verifying, gone ones too, and both are fetched again', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    const [one = {}, two = {}] = await desk.media.fronts(['1', '2'])
    rmSync(desk.fileOf(one.sha256 ?? ''))
    writeFileSync(desk.fileOf(two.sha256 ?? ''), 'something else')
    expect(await desk.carryOut('verify')).toMatchObject({ ok: true, summary: '4 verified, 2 fetched again' })
    expect(await desk.media.check()).toEqual([])
    expect(await desk.allKept()).toEqual([1, 1, 1, 1])
  })
  test('keeps its row where it cannot be fetched again', async () => {
    await desk.choose({ views: 'front' })
    await desk.download()
    await desk.downloads.close()
    const { sha256 = '' } = await desk.frontOf('1')
    writeFileSync(desk.fileOf(sha256), 'something else')
    expect(await desk.media.file(sha256, 'original')).toBeUndefined()
    expect((await desk.carryOut('verify'))?.summary).toContain('from a backup')
    expect((await desk.frontOf('1')).sha256).toBe(sha256)
  })
})
