import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { killTimeOf, runAndKill } from '../../testing/killed-program.ts'
import { noise, pictureDesk, pictureUser, sourceOf } from '../../testing/picture-desk.ts'
import type { TaskToKill } from '../../testing/program-to-kill.ts'

const desk = pictureDesk()
const { signal } = new AbortController()

describe('downloading pictures', () => {
  test('downloads every picture once, with thumbnail and placeholder', async () => {
    const progress: number[] = []
    await desk.downloads.download({ signal, onProgress: ({ done, total }) => progress.push(done / total) })
    expect(await desk.allKept()).toEqual([3, 3, 3, 3])
    expect(progress.at(-1)).toBe(1)
    expect(await desk.media.keeping.state()).toMatchObject({
      files: 12,
      failed: 0,
      leftOut: 0,
      fetches: true,
    })
    const { sha256 = '', placeholder } = await desk.frontOf('1')
    expect(placeholder?.length).toBeLessThan(400)
    expect(await sharp(placeholder).metadata()).toMatchObject({ format: 'webp', width: 16 })
    const thumbnail = join(
      desk.workspace.directory,
      'media-derived',
      sha256.slice(0, 2),
      `${sha256}-thumbnail.webp`,
    )
    expect(existsSync(thumbnail)).toBe(true)
    expect(desk.asked()).toHaveLength(12)
    await desk.download()
    expect(desk.asked()).toHaveLength(12)
    expect(existsSync(join(desk.workspace.directory, 'media-partial'))).toBe(false)
  })

  test('cancels all pending downloads on close', async () => {
    desk.service.proxy.fail({ kind: 'hang' }, { times: Number.POSITIVE_INFINITY })
    const seen = desk.media.keeping.fetchItem({ itemId: '1' }).catch((error) => error.message)
    await desk.media.keeping.start({ work: 'download' })
    await expect.poll(() => desk.asked().length).toBe(4)
    await desk.downloads.close()
    expect(await seen).toMatch('being closed')
  })

  test.each([
    ['front', [1, 1, 1, 1]],
    ['sides', [2, 2, 2, 2]],
  ] as const)(
    'stores only the chosen views (%s), and the others once they are chosen',
    async (chosen, kept) => {
      await desk.choose({ views: chosen })
      await desk.download()
      expect(await desk.allKept()).toEqual(kept)
      await desk.choose({ views: 'all' })
      await desk.download()
      expect(await desk.allKept()).toEqual([3, 3, 3, 3])
    },
  )

  test('stores smaller pictures to save space, and downloads the originals when they are chosen', async () => {
    const small = 300
    const url = sourceOf('1', 'A1C1')
    const [before] = await desk.service.media.kept([url])
    const bytes = (await desk.service.media.file(before?.sha256 ?? '', 'original'))?.bytes ?? Buffer.alloc(0)
    onTestFinished(async () => void (await desk.service.media.keep([{ url, bytes }])))
    const [picture] = await desk.service.media.keep([{ url, bytes: await noise(900, 600) }])
    await desk.takeRecords()
    await desk.choose({ longestSide: small, views: 'front' })
    await desk.download()
    const reduced = (await desk.frontOf('1')).sha256 ?? ''
    expect(await sharp((await desk.media.file(reduced, 'original'))?.bytes).metadata()).toMatchObject({
      width: 300,
      height: 200,
    })
    // A picture smaller than the limit is stored unchanged.
    expect((await desk.service.media.fronts(['2']))[0]?.sha256).toBe((await desk.frontOf('2')).sha256)
    await desk.choose({ views: 'front' })
    await desk.download()
    expect((await desk.frontOf('1')).sha256).toBe(picture?.sha256)
    expect(existsSync(desk.fileOf(reduced))).toBe(false)
  })

  test('resumes after an interruption, and does not store damaged responses', async () => {
    await desk.choose({ views: 'front' })
    desk.service.proxy.fail(
      { kind: 'truncate', part: 0.5 },
      { when: ({ path }) => path.startsWith('/media/') },
    )
    await desk.download()
    expect((await desk.allKept()).toSorted()).toEqual([0, 1, 1, 1])
    expect((await desk.media.keeping.state()).failure).toContain('not a picture that can be read')
    desk.service.proxy.calls.length = 0
    await desk.download()
    expect(desk.asked(), 'it is not hammered').toEqual([])
    desk.now += 11 * 60_000
    await desk.download()
    expect(await desk.allKept()).toEqual([1, 1, 1, 1])
    expect((await desk.media.keeping.state()).failed).toBe(0)
  })

  test('stops if the service asks for a pause, without counting it as a failure of pictures', async () => {
    const busy = { kind: 'status', status: 503, headers: { 'retry-after': '60' } } as const
    desk.service.proxy.fail(busy, {
      when: ({ path }) => path.startsWith('/media/'),
      times: Number.POSITIVE_INFINITY,
    })
    await expect(desk.download()).rejects.toMatchObject({ kind: 'maintenance' })
    expect((await desk.media.keeping.state()).failed).toBe(0)
    desk.service.asUsual()
    await desk.download()
    expect(await desk.allKept()).toEqual([3, 3, 3, 3])
  })

  test('requests the record again if its addresses have expired', async () => {
    desk.service.clock.now = () => Date.now() + 4 * 24 * 3600 * 1000
    expect(await desk.media.keeping.fetchItem({ itemId: '2' })).toMatchObject({
      named: 3,
      kept: 3,
      failures: [],
    })
    expect(desk.service.proxy.calls.filter(({ path }) => path.includes('/item/2'))).toHaveLength(1)
  })

  test('reports failed pictures of an item', async () => {
    desk.service.proxy.fail(
      { kind: 'status', status: 404 },
      { when: ({ path }) => path.includes('A2C1'), times: 2 },
    )
    const state = await desk.media.keeping.fetchItem({ itemId: '3' })
    expect(state).toMatchObject({ named: 3, kept: 2, fetching: false })
    expect(state.failures).toHaveLength(1)
    expect(await desk.allKept()).toEqual([0, 0, 2, 0])
  })
})

test('throws without a service, with the reason', async () => {
  await desk.downloads.close()
  await expect(desk.media.keeping.fetchItem({ itemId: '1' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(desk.media.keeping.start({ work: 'download' })).rejects.toThrow('not connected to a service')
  expect(await desk.media.keeping.state()).toMatchObject({ fetches: false })
})

const maxKills = 8

test('stores only complete pictures when killed repeatedly, and completes in the end', {
  timeout: 120_000,
}, async () => {
  // A picture large enough to be written to disk during its download, so that the download is resumed.
  const url = sourceOf('4', 'A7C1')
  const [before] = await desk.service.media.kept([url])
  const bytes = (await desk.service.media.file(before?.sha256 ?? '', 'original'))?.bytes ?? Buffer.alloc(0)
  onTestFinished(async () => void (await desk.service.media.keep([{ url, bytes }])))
  await desk.service.media.keep([{ url, bytes: await noise(700, 600) }])
  await desk.takeRecords()
  desk.service.proxy.fail(
    { kind: 'slow', bytesPerSecond: 400_000 },
    { when: ({ path }) => path.startsWith('/media/'), times: Number.POSITIVE_INFINITY },
  )
  const { directory } = desk.workspace
  const task: TaskToKill = {
    does: 'fetch-pictures',
    directory,
    address: desk.service.proxy.address,
    ...pictureUser,
  }
  let killed = 0
  for (let round = 0; killed < maxKills && round < 2 * maxKills; round++) {
    const outcome = await runAndKill('src-main/testing/program-to-kill.ts', task, killTimeOf(round, 1280))
    if (outcome.killed) killed++
    expect(await desk.media.check()).toEqual([])
  }
  // On a fast machine a download may finish before the kill; the test needs some kills to happen.
  expect(killed).toBeGreaterThan(2)
  await desk.download()
  expect(await desk.allKept()).toEqual([3, 3, 3, 3])
  expect(await desk.media.check()).toEqual([])
  const [original] = await desk.service.media.kept([url])
  expect(original?.bytes).toBeGreaterThan(1_000_000)
  // Remains of the kills are deleted once they are old enough not to belong to a running download.
  desk.now += 15 * 24 * 3_600_000
  await desk.carryOut('sweep')
  expect(await desk.media.check()).toEqual([])
  const { partialBytes, files } = await desk.media.keeping.state()
  expect(partialBytes).toBe(0)
  expect(files).toBe(12)
})
