/**
 * The cost of item history: every item arrives once, then with only new picture signatures, then with another
 * name and ingredient.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogWriter } from '../../../src-main/catalog/index.ts'
import { historyReader } from '../../../src-main/history/history-reader.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { openStorage } from '../../../src-main/storage/index.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { generatePages } from '../data/generated-items.ts'
import { atMost, type Figure, figureOf, median } from '../figure.ts'
import { timed } from '../in-turn.ts'

const run = (reference: string): ItemOrigin => ({ kind: 'sync', reference })

/** @param items number of items */
export async function historyBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'history-bench-'))
  const storage = await openStorage({ directory, thread: await threadBundle(), readers: 1 })
  const figures: Figure[] = []
  try {
    const writer = storage.writer(catalogWriter)
    const reader = storage.reader(historyReader)
    const ingest = async (reference: string, alter: (xml: string) => string): Promise<number> => {
      let milliseconds = 0
      for await (const page of generatePages(items, 1000)) {
        const bytes = Buffer.from(alter(page.toString()))
        milliseconds += await timed(() => writer.putPage(bytes, { origin: run(reference) }))
      }
      return (items * 1000) / milliseconds
    }
    const signed = (hour: number) => (xml: string) =>
      xml.replaceAll('.jpg</url>', `.jpg?expires=${hour}&amp;signature=${hour}</url>`)
    const first = await ingest('first', signed(1))
    const comparedWithFirst = { unit: 'items/s', theirs: first, peer: 'taking them in at first' } as const
    figures.push(
      figureOf({
        figure: 'items that are only signed anew',
        ours: await ingest('signed', signed(2)),
        ...comparedWithFirst,
      }),
    )
    const changed = await ingest('changed', (xml) =>
      signed(3)(xml)
        .replaceAll(' g</name>', ' grams</name>')
        .replaceAll('<ingredients>', '<ingredients>salt, '),
    )
    figures.push(figureOf({ figure: 'items that changed', ours: changed, ...comparedWithFirst }))

    const db = openDatabase(storage.path, { readonly: true })
    const kept = db
      .prepare('SELECT avg(length) AS plain, avg(length(body)) AS packed FROM item_earlier')
      .get()
    db.close()
    const { plain, packed } = kept as { plain: number; packed: number }
    figures.push(
      figureOf({
        figure: 'an earlier version on the disk',
        unit: 'bytes',
        ours: packed,
        theirs: plain,
        peer: 'its XML',
      }),
    )

    const list = (offset: number, field?: string) =>
      reader.changes(run('changed'), { kind: 'changed', field, offset, limit: 100 })
    const medianTime = async (call: () => Promise<unknown>): Promise<number> => {
      const times: number[] = []
      for (let repeat = 0; repeat < 7; repeat++) times.push(await timed(call))
      return median(times)
    }
    for (const [name, field] of [
      ['changes of a run', undefined],
      ['changes of a run, by field', 'name'],
    ] as const)
      figures.push(
        figureOf({
          ...{
            figure: `${name}, last page`,
            unit: 'ms',
            ours: await medianTime(() => list(items - 100, field)),
          },
          ...{
            peer: 'the first page',
            theirs: await medianTime(() => list(0, field)),
            goal: atMost('ours', 100),
          },
        }),
      )
    return figures
  } finally {
    await storage.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
