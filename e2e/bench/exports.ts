/**
 * Every kind of export file of a whole catalog: `node e2e/bench/exports.ts [items] [format...]`, 100,000 items and all
 * formats unless told. Time, file size, and what the process holds at most (`VmHWM` of Linux, anew for each format).
 * Each item has its pictures: the same few kilobytes, so that the disk does not decide.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createExports, type PictureSource } from '../../src-main/export/index.ts'
import { threadBundle } from '../../src-main/hosts/launch/bundle.ts'
import { systemClock } from '../../src-main/platform/clock.ts'
import { createLog } from '../../src-main/platform/log.ts'
import { openStorage } from '../../src-main/storage/index.ts'
import { type ExportFormat, exportFormats } from '../../src-shared/export/formats.ts'
import { prepareWorkspace } from './prepared-workspace.ts'
import { megabytes, say, whole } from './watch.ts'

const [count = '100000', ...named] = process.argv.slice(2)
const items = Number(count)
// Content+ is not in it: a generated catalog has none.
const asked = exportFormats.filter((one) =>
  named.length === 0 ? one !== 'contentplus' : named.includes(one),
)
const isFolder = named.length === 0 || named.includes('folder')

const directory = mkdtempSync(join(tmpdir(), 'catalog-desk-exports-'))
await prepareWorkspace(directory, items)
const storage = await openStorage({ directory, thread: await threadBundle() })

const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c03030' } })
  .jpeg()
  .toBuffer()
const pictures: PictureSource = {
  kept: async (urls) => urls.map((url) => ({ sha256: url, mimeType: 'image/jpeg' })),
  bytes: async () => picture,
  smallFronts: async (ids) => ids.map(() => picture),
}
const report = () => Promise.reject(new Error('There are no feeds here'))
const exports = createExports({
  ...{ storage, directory, pictures },
  clock: systemClock,
  log: createLog('silent'),
  feeds: { report, items: report, pictures: async () => [] },
  resources: join(import.meta.dirname, '../../resources'),
})

const source = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
const peak = (): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
const held = (): number => process.memoryUsage().rss

async function measured(name: string, work: () => Promise<{ id: string; revision: number; state: string }>) {
  writeFileSync('/proc/self/clear_refs', '5')
  const before = held()
  const begun = performance.now()
  let job = await exports.job((await work()).id)
  const quarters: number[] = []
  while (job.state === 'running') {
    job = await exports.job(job.id, job.revision)
    while (job.itemsDone >= ((quarters.length + 1) * items) / 4) quarters.push(performance.now())
  }
  const seconds = (performance.now() - begun) / 1000
  const each = quarters.map((at, index) => ((at - (quarters[index - 1] ?? begun)) / 1000).toFixed(1))
  say(
    name,
    `${job.state}  ${seconds.toFixed(1)} s (quarters ${each.join(' ')})  ${megabytes(job.bytes)}  holds ${megabytes(before)}, ${megabytes(peak())} at most  ${whole(items / seconds)} items/s ${job.state === 'failed' ? job.note : ''}`,
  )
}

for (const format of asked) {
  const file = join(directory, `made.${format}`)
  await measured(format, () =>
    exports.start({ source, format: format satisfies ExportFormat, cells: 'safe', file }),
  )
  if (statSync(file, { throwIfNoEntry: false })) rmSync(file)
}
if (isFolder)
  await measured('pictures into a folder', () =>
    exports.startPictures({ source, folder: join(directory, 'pictures'), replace: false }),
  )
await exports.close()
await storage.close()
rmSync(directory, { recursive: true })
