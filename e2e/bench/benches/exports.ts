/**
 * All export formats of a whole catalog, compared with reading the records; every item has a small picture.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createExports, type PictureSource } from '../../../src-main/export/index.ts'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { createLog } from '../../../src-main/platform/log/log.ts'
import { openStorage } from '../../../src-main/storage/index.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { exportFormats } from '../../../src-shared/export/formats.ts'
import { prepareWorkspace } from '../data/prepared-workspace.ts'
import { atMost, type Figure, figureOf } from '../figure.ts'
import { timed } from '../in-turn.ts'
import { forgetPeak, memoryOf } from '../processes.ts'

/** A printed catalogue takes minutes, so it is limited to this many items. */
const printed = 40_000

/** @param items number of items in the catalog */
export async function exportsBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'exports-bench-'))
  await prepareWorkspace(directory, items)
  const storage = await openStorage({ directory, thread: await threadBundle() })
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c03030' } })
    .jpeg()
    .toBuffer()
  const pictures: PictureSource = {
    kept: async (urls) => urls.map((url) => ({ sha256: url, mimeType: 'image/jpeg' })),
    bytes: async () => picture,
    reasonsMissing: async (urls) => urls.map(() => undefined),
    smallFronts: async (ids) => ids.map(() => picture),
  }
  const report = () => Promise.reject(new Error('There are no feeds here'))
  const exports = createExports({
    ...{ storage, directory, pictures },
    clock: systemClock,
    log: createLog('silent'),
    feeds: { report, items: report, pictures: async () => [] },
    findings: { counts: report, after: report },
    resources: join(projectDirectory, 'resources'),
  })
  const source = { selection: { text: '', brandIds: [], manufacturerIds: [] } }
  const ended = async (started: { id: string; revision: number; state: string }) => {
    let job = await exports.job({ id: started.id })
    while (job.state === 'running') job = await exports.job({ id: job.id, after: job.revision })
    if (job.state !== 'completed') throw new Error(`The export ended ${job.state}: ${job.note}`)
  }
  const db = openDatabase(storage.path, { readonly: true })
  const records = db
    .prepare('SELECT body FROM item CROSS JOIN item_document USING (seq) ORDER BY updated_at, id')
    .raw()
  const reading = (): Promise<number> =>
    timed(() => {
      for (const _ of records.iterate());
    })
  const figures: Figure[] = []
  const measure = async (
    name: string,
    work: () => Promise<{ id: string; revision: number; state: string }>,
  ) => {
    const theirs = await reading()
    forgetPeak(process.pid)
    const before = memoryOf(process.pid).now
    const took = await timed(async () => ended(await work()))
    const rate = (milliseconds: number) => (items * 1000) / milliseconds
    figures.push(
      figureOf({
        ...{ figure: `export: ${name}`, unit: 'items/s', ours: rate(took), theirs: rate(theirs) },
        peer: 'reading the records alone',
      }),
      figureOf({
        ...{ figure: `export: ${name}, memory above what it held before`, unit: 'MB', peer: '' },
        ...{ ours: Math.max(0, memoryOf(process.pid).peak - before), goal: atMost('ours', 350) },
      }),
    )
  }
  try {
    await reading()
    // A generated catalog has no Content+.
    for (const format of exportFormats)
      if (format !== 'contentplus' && (format !== 'pdf' || items <= printed))
        await measure(format, async () => {
          const file = join(directory, `made.${format}`)
          rmSync(file, { force: true })
          return exports.start({ source, format, cells: 'safe', file })
        })
    await measure('pictures into a folder', () =>
      exports.startPictures({ source, folder: join(directory, 'pictures'), replace: false }),
    )
    return figures
  } finally {
    db.close()
    await exports.close()
    await storage.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
