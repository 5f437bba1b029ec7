import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catalogWriter } from '../../catalog/index.ts'
import { createDrafts } from '../../feeds/drafts/index.ts'
import { draftWriter } from '../../feeds/drafts/store/draft-writer.ts'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { noise, pictureDesk, pictureRecord } from '../../testing/picture-desk.ts'

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

describe('pictures that a person added', () => {
  const day = 24 * 3600 * 1000
  async function add(name: string) {
    const file = join(desk.workspace.directory, name)
    writeFileSync(file, await noise())
    const { address } = await desk.media.addresses.add({ file, code: '9522003001170', view: 'A1C1' }, {})
    return { address, file: desk.fileOf(/\/media\/([0-9a-f]{64})\//.exec(address)?.[1] ?? '') }
  }

  test('are kept while a draft names them, also a deleted one, and removed when it cannot be restored', async () => {
    const { address, file } = await add('front.png')
    const drafts = createDrafts(desk.workspace)
    const xml = Buffer.from(itemFeed(sampleItem(1, { media: [{ view: 'A1C1', url: address }] }))).toString()
    const { id } = await drafts.createDraft({ kind: 'create', xml })
    desk.now += 2 * day
    await desk.carryOut('sweep')
    expect(existsSync(file)).toBe(true)
    await drafts.deleteDraft({ id })
    await desk.carryOut('sweep')
    expect(existsSync(file)).toBe(true)
    drafts.close()
    // The start of the program removes drafts that were deleted long ago.
    await desk.workspace.storage.writer(draftWriter).begin(desk.now + day)
    expect((await desk.carryOut('sweep'))?.summary).toContain('1 added picture deleted')
    expect(existsSync(file)).toBe(false)
    const [found] = await desk.media.addresses.ofAddresses({ urls: [address] }, {})
    expect(found).toMatchObject({ isAdded: false })
  })

  test('are kept on the first day, and while a record names them', async () => {
    const young = await add('young.png')
    const named = await add('named.png')
    const record = pictureRecord('9')
      .toString()
      .replace(/https:[^<]+9_A1C1\.png/, named.address)
    await desk.workspace.storage.writer(catalogWriter).putItems([Buffer.from(record)])
    await desk.carryOut('sweep')
    expect([young, named].map(({ file }) => existsSync(file))).toEqual([true, true])
    desk.now += 2 * day
    expect((await desk.carryOut('sweep'))?.summary).toContain('1 added picture deleted')
    expect([young, named].map(({ file }) => existsSync(file))).toEqual([false, true])
  })

  test('are removed in a sandbox too, which forgets no other pictures', async () => {
    const { file } = await add('front.png')
    await desk.downloads.close()
    desk.now += 2 * day
    expect((await desk.carryOut('sweep'))?.summary).toContain('1 added picture deleted')
    expect(existsSync(file)).toBe(false)
  })
})
