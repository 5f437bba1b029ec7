/**
 * How fast the pictures of a catalog are brought down: `node e2e/bench/pictures.ts [rounds]`, 5 unless told. The service
 * is the sample's, in a process of its own. Three take turns over the same files, four at a time:
 * - `plain` does the least that keeps a file: `fetch`, write beside, fsync, rename;
 * - `sharp` does that, and makes the thumbnail and the blur of each as we do: what the pixels alone cost;
 * - ours verifies, makes and enters them, so that nothing is lost when it is killed.
 * The ratios of a round are ours through each peer's.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { catalogWriter } from '../../src-main/catalog/index.ts'
import { threadBundle } from '../../src-main/hosts/launch/bundle.ts'
import { makePlaceholder, makeVariant } from '../../src-main/media/derive/make-smaller.ts'
import { createMedia } from '../../src-main/media/index.ts'
import { systemClock } from '../../src-main/platform/clock.ts'
import { createLog } from '../../src-main/platform/log.ts'
import { openStorage } from '../../src-main/storage/index.ts'
import { createUpstream } from '../../src-main/upstream/index.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'

const rounds = Number(process.argv[2] ?? 5)
/** As many as our own fetcher has under way. */
const atOnce = 4
const folder = mkdtempSync(join(tmpdir(), 'picture-bench-'))
const thread = await threadBundle()
const { signal } = new AbortController()

const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('./local-api-server.ts', import.meta.url)), join(folder, 'service'), '0'],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)
const { value: served } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
const upstream = createUpstream(JSON.parse(served ?? '{}'))
const page = await upstream.itemPage({ since: '19000101', limit: 1000, media: true })
const urls = (parseDocument(documents.items, page).value?.item ?? []).flatMap(({ media }) =>
  (media ?? []).flatMap(({ url }) => url ?? []),
)

interface Measured {
  seconds: number
  /** Of this process's threads together. */
  processor: number
  /** The longest the main thread did not look up, in milliseconds. */
  held: number
}
async function measure(work: () => Promise<void>): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  return { seconds, processor: (user + system) / 1e6, held: delay.max / 1e6 }
}

async function plain(directory: string, { pixels = false } = {}): Promise<Measured> {
  mkdirSync(directory)
  return measure(async () => {
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

async function ours(directory: string): Promise<Measured> {
  const storage = await openStorage({ directory, thread, readers: 1 })
  const media = createMedia({ storage, directory, clock: systemClock, log: createLog('error') })
  const downloads = media.keeping.connect(upstream, [])
  try {
    await storage.writer(catalogWriter).putPage(page)
    const measured = await measure(
      async () => void (await downloads.download({ signal, onProgress: () => undefined })),
    )
    const { files, failed } = await media.keeping.state()
    if (failed > 0 || files === 0) throw new Error(`${failed} pictures did not come, ${files} files did`)
    return measured
  } finally {
    await downloads.close()
    await media.close()
    await storage.close()
  }
}

const words = ({ seconds, processor, held }: Measured) =>
  `${seconds.toFixed(2)} s (processor ${processor.toFixed(2)} s, main thread held ${held.toFixed(0)} ms)`
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

try {
  console.log(`${urls.length} pictures, ${atOnce} at a time`)
  await plain(join(folder, 'warm'))
  const ratios: { plain: number; sharp: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    const peer = await plain(join(folder, `plain-${round}`))
    const pixels = await plain(join(folder, `sharp-${round}`), { pixels: true })
    const own = await ours(join(folder, `ours-${round}`))
    ratios.push({ plain: own.seconds / peer.seconds, sharp: own.seconds / pixels.seconds })
    console.log(`round ${round}\n  plain ${words(peer)}\n  sharp ${words(pixels)}\n  ours  ${words(own)}`)
  }
  for (const name of ['plain', 'sharp'] as const)
    console.log(`median ratio to ${name}: ${median(ratios.map((ratio) => ratio[name])).toFixed(2)}`)
} finally {
  await upstream.close()
  child.stdin.end()
  child.kill()
  rmSync(folder, { recursive: true, force: true })
}
