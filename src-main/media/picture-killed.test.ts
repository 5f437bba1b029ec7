import { expect, onTestFinished, test } from 'vitest'
import { runAndKill } from '../testing/killed-program.ts'
import { noise, pictureDesk, pictureUser, sourceOf } from '../testing/picture-desk.ts'
import type { PictureFetchingTask } from '../testing/picture-fetching-program.ts'

const desk = pictureDesk()
const mostKills = 12

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
  const task: PictureFetchingTask = { directory, address: desk.service.proxy.address, ...pictureUser }
  let killed = 0
  for (let round = 0; killed < mostKills && round < 2 * mostKills; round++) {
    const outcome = await runAndKill('picture-fetching-program.ts', task, Math.random() * 1200)
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
