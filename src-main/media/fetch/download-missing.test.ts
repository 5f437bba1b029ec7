import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { momentOf, runAndKill } from '../../testing/killed-program.ts'
import { noise, pictureDesk, pictureUser, sourceOf } from '../../testing/picture-desk.ts'
import type { TaskToKill } from '../../testing/program-to-kill.ts'

const desk = pictureDesk()
const { signal } = new AbortController()

describe('fetching', () => {
  test('brings every picture once, with its thumbnail and its blur', async () => {
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

  test('closing ends every fetch that is not answered', async () => {
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
    'keeps only the views that were chosen (%s), and the others once they are',
    async (chosen, kept) => {
      await desk.choose({ views: chosen })
      await desk.download()
      expect(await desk.allKept()).toEqual(kept)
      await desk.choose({ views: 'all' })
      await desk.download()
      expect(await desk.allKept()).toEqual([3, 3, 3, 3])
    },
  )

  test('keeps them smaller to save room, and fetches the originals when those are wanted', async () => {
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
    // Smaller than that already: as it came.
    expect((await desk.service.media.fronts(['2']))[0]?.sha256).toBe((await desk.frontOf('2')).sha256)
    await desk.choose({ views: 'front' })
    await desk.download()
    expect((await desk.frontOf('1')).sha256).toBe(picture?.sha256)
    expect(existsSync(desk.fileOf(reduced))).toBe(false)
  })

  test('goes on where it was cut off, and damaged answers are not kept', async () => {
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

  test('stops when the service wants a pause, and counts nothing against the pictures', async () => {
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

  test('asks for the record again when the addresses in it have expired', async () => {
    desk.service.clock.now = () => Date.now() + 4 * 24 * 3600 * 1000
    expect(await desk.media.keeping.fetchItem({ itemId: '2' })).toMatchObject({
      named: 3,
      kept: 3,
      failures: [],
    })
    expect(desk.service.proxy.calls.filter(({ path }) => path.includes('/item/2'))).toHaveLength(1)
  })

  test('of one item says what did not come', async () => {
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

test('where no service is, nothing can be fetched, and the reason is said', async () => {
  await desk.downloads.close()
  await expect(desk.media.keeping.fetchItem({ itemId: '1' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await expect(desk.media.keeping.start({ work: 'download' })).rejects.toThrow('not connected to a service')
  expect(await desk.media.keeping.state()).toMatchObject({ fetches: false })
})

const maxKills = 8

test('killed again and again while it fetches, every picture that is entered is whole, and all come in the end', {
  timeout: 120_000,
}, async () => {
  // One that is written while it grows: it is gone on with.
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
    const outcome = await runAndKill('src-main/testing/program-to-kill.ts', task, momentOf(round, 1280))
    if (outcome.killed) killed++
    expect(await desk.media.check()).toEqual([])
  }
  // On a fast machine a fetch may be over before its kill; that some were not is what the rest rests on.
  expect(killed).toBeGreaterThan(2)
  await desk.download()
  expect(await desk.allKept()).toEqual([3, 3, 3, 3])
  expect(await desk.media.check()).toEqual([])
  const [original] = await desk.service.media.kept([url])
  expect(original?.bytes).toBeGreaterThan(1_000_000)
  // What the kills left lying about is cleared away once it is old enough not to be on its way.
  desk.now += 15 * 24 * 3_600_000
  await desk.carryOut('sweep')
  expect(await desk.media.check()).toEqual([])
  const { partialBytes, files } = await desk.media.keeping.state()
  expect(partialBytes).toBe(0)
  expect(files).toBe(12)
})
