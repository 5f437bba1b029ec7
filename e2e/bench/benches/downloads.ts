/**
 * Download speed of a catalog's pictures. The service serves the sample. Three programs take turns with the
 * same files, four at a time:
 * - `plain` does the minimum that stores a file: `fetch`, write to a temporary file, fsync, rename;
 * - `sharp` also creates the thumbnail and the placeholder of each picture as we do, which measures the pixel
 * work alone;
 * - ours also verifies the files and records them in the database, so that nothing is lost when it is killed.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { catalogWriter } from '../../../src-main/catalog/index.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { makePlaceholder, makeVariant } from '../../../src-main/media/derive/picture-variants.ts'
import { createMedia } from '../../../src-main/media/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { createLog } from '../../../src-main/platform/log/log.ts'
import { openStorage } from '../../../src-main/storage/index.ts'
import { createUpstream, type Upstream } from '../../../src-main/upstream/index.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { openPreparedDesk } from '../data/prepared-desk.ts'
import { type Figure, figureOf } from '../figure.ts'
import { inTurn, timed } from '../in-turn.ts'

/** Enough items, each with a few pictures, for a turn of some seconds. */
const items = 40
/** The concurrency of our own downloader. */
const atOnce = 4

/** Returns the duration in milliseconds. */
async function plain(urls: readonly string[], directory: string, { pixels = false } = {}): Promise<number> {
  mkdirSync(directory)
  return timed(async () => {
    const queue = new PQueue({ concurrency: atOnce })
    await queue.addAll(
      urls.map((url) => async () => {
        const answer = await fetch(url)
        if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
        const bytes = new Uint8Array(await answer.arrayBuffer())
        const path = join(directory, createHash('sha256').update(bytes).digest('hex'))
        const file = await open(`${path}.new`, 'w')
        await file.writeFile(bytes)
        await file.sync()
        await file.close()
        await rename(`${path}.new`, path)
        if (pixels) await makePlaceholder(await makeVariant(bytes, 'thumbnail'))
      }),
    )
  })
}

/** Returns the duration in milliseconds. */
async function ours(upstream: Upstream, page: Uint8Array, directory: string, thread: URL): Promise<number> {
  const storage = await openStorage({ directory, thread, readers: 1 })
  const media = createMedia({ storage, directory, clock: systemClock, log: createLog('error') })
  const downloads = media.keeping.connect(upstream, [])
  const { signal } = new AbortController()
  try {
    await storage.writer(catalogWriter).putPage(page)
    const took = await timed(() => downloads.download({ signal, onProgress: () => undefined }))
    const { files, failed } = await media.keeping.state()
    if (failed > 0 || files === 0) throw new Error(`${failed} pictures did not come, ${files} files did`)
    return took
  } finally {
    await downloads.close()
    await media.close()
    await storage.close()
  }
}

export async function downloadsBench(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-bench-'))
  const thread = await threadBundle()
  const service = await openPreparedDesk(0, { sample: true })
  const { api: address, username, password } = service.desk
  const upstream = createUpstream({ address, username, password })
  try {
    const page = await upstream.itemPage({ since: '19000101', limit: items, media: true })
    const urls = (parseDocument(documents.items, page).value?.item ?? []).flatMap(({ media }) =>
      (media ?? []).flatMap(({ url }) => url ?? []),
    )
    const rate = (milliseconds: number) => (urls.length * 1000) / milliseconds
    let number = 0
    const next = () => join(folder, String(number++))
    const own = async () => rate(await ours(upstream, page, next(), thread))
    const figure = 'pictures brought down and kept'
    return [
      figureOf({
        ...{ figure: `${figure}, beside plain`, unit: 'pictures/s', peer: 'fetch, fsync, rename' },
        ...(await inTurn(3, own, async () => rate(await plain(urls, next())))),
      }),
      figureOf({
        ...{
          figure: `${figure}, beside sharp`,
          unit: 'pictures/s',
          peer: 'the same, and the pixels of the small ones',
        },
        ...(await inTurn(3, own, async () => rate(await plain(urls, next(), { pixels: true })))),
      }),
    ]
  } finally {
    await upstream.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
