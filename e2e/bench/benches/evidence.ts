/** Reading the pictures of the sample for codes and text, in a catalog of many items. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { itemBytes } from '../../../src-main/catalog/fixtures/item-fixture.ts'
import { catalogWriter } from '../../../src-main/catalog/index.ts'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { createMedia } from '../../../src-main/media/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { createLog } from '../../../src-main/platform/log/log.ts'
import { openStorage } from '../../../src-main/storage/index.ts'
import { openPreparedDesk } from '../data/prepared-desk.ts'
import { atLeast, atMost, type Figure, figureOf, quantile } from '../figure.ts'
import { searchedUntil } from '../search-meanwhile.ts'

const pictureCount = 100

/** Adds items with kept pictures of the sample. */
async function addPictures(directory: string): Promise<void> {
  const folder = join(projectDirectory, 'resources/sample/pictures')
  const names = readdirSync(folder).slice(0, pictureCount)
  const storage = await openStorage({ directory, thread: await threadBundle(), readers: 1 })
  const media = createMedia({ storage, directory, clock: systemClock, log: createLog('silent') })
  const views = Map.groupBy(
    names.map((name) => [name.slice(0, 14), name.slice(15, -'.webp'.length), name] as const),
    ([code]) => code,
  )
  await storage
    .writer(catalogWriter)
    .putItems(
      [...views].map(([code, pictures]) =>
        itemBytes({ id: code, codes: [code], media: pictures.map(([, view]) => view) }),
      ),
    )
  for (const [code, view, name] of [...views.values()].flat())
    await media.keep([
      { url: `https://media.invalid/${code}/${view}.jpg`, bytes: readFileSync(join(folder, name)) },
    ])
  await media.close()
  await storage.close()
}

/** @param items number of items without pictures */
export async function evidenceBench(items: number): Promise<Figure[]> {
  const { calls, close } = await openPreparedDesk(items, { prepare: addPictures })
  try {
    await calls.catalog.search({ text: 'oat m', offset: 0, limit: 50 })
    const state = () => calls.evidence.state({})
    let turns = 0
    const before = await searchedUntil(calls, async () => ++turns > 50)
    const started = performance.now()
    let secondsOfCodes = 0
    await calls.evidence.start()
    const reading = await searchedUntil(calls, async () => {
      const { running } = await state()
      if (secondsOfCodes === 0 && (running?.done ?? 0) >= pictureCount)
        secondsOfCodes = (performance.now() - started) / 1000
      return running === undefined
    })
    const { read, unreadable } = await state()
    if (read !== pictureCount || unreadable > 0) throw new Error(`${read} pictures were read.`)
    const rate = (figure: string, seconds: number, goal: number): Figure =>
      figureOf({
        ...{ figure, unit: 'pictures/s', ours: pictureCount / seconds, peer: '' },
        goal: atLeast('ours', goal),
      })
    return [
      // A thousand in a minute.
      rate('pictures read for codes and measures', secondsOfCodes, 16.7),
      // A thousand in 25 minutes.
      rate('pictures read for text', reading.seconds - secondsOfCodes, 0.67),
      figureOf({
        ...{ figure: 'a search while pictures are read, p95', unit: 'ms', peer: 'the same search before' },
        ...{ ours: quantile(reading.searches, 0.95), theirs: quantile(before.searches, 0.95) },
        goal: atMost('ours', 100),
      }),
    ]
  } finally {
    await close()
  }
}
