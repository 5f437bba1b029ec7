/** The background jobs that read the whole catalog: the Quality figures and the search for duplicates. */
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { openPreparedDesk } from '../data/prepared-desk.ts'
import { atMost, type Figure, figureOf, quantile } from '../figure.ts'
import { searchedUntil } from '../search-meanwhile.ts'

/**
 * Seconds that SQLite alone needs to return every record's bytes: the minimum for any job that reads the
 * whole catalog.
 */
function readEverything(path: string): number {
  const db = openDatabase(path, { readonly: true })
  const started = performance.now()
  let bytes = 0
  for (const { body } of db.prepare('SELECT body FROM item_document').iterate() as Iterable<{
    body: Uint8Array
  }>)
    bytes += body.length
  db.close()
  if (bytes === 0) throw new Error('The workspace has no records.')
  return (performance.now() - started) / 1000
}

/** @param items number of items */
export async function qualityBench(items: number): Promise<Figure[]> {
  const { calls, directory, close } = await openPreparedDesk(items)
  try {
    readEverything(`${directory}/catalog.db`)
    const theirs = items / readEverything(`${directory}/catalog.db`)
    const peer = 'SQLite alone, every record'
    // As after a person has opened the catalog: the thread that serves its searches has started.
    await calls.catalog.search({ text: 'oat m', offset: 0, limit: 50 })
    await calls.quality.count({})
    const counted = await searchedUntil(calls, async () => !(await calls.quality.report({})).counting)
    const { figures } = await calls.quality.report({})
    if (!figures?.endedAt) throw new Error('Quality was not counted to its end.')
    await calls.duplicates.look()
    const page = () => calls.duplicates.found({ offset: 0, limit: 20 })
    const looked = await searchedUntil(calls, async () => (await page()).look?.state !== 'looking')
    const { look } = await page()
    if (look?.state !== 'completed') throw new Error(`The look for duplicates ended ${look?.state}.`)
    return [
      ['the figures of Quality', 'Quality is counted', counted] as const,
      ['the look for duplicates', 'duplicates are looked for', looked] as const,
    ].flatMap(([figure, meanwhile, { seconds, searches }]) => [
      figureOf({ figure, unit: 'items/s', ours: items / seconds, peer, theirs }),
      figureOf({
        ...{ figure: `a search while ${meanwhile}, p95`, unit: 'ms', peer: '' },
        ...{ ours: quantile(searches, 0.95), goal: atMost('ours', 100) },
      }),
    ])
  } finally {
    await close()
  }
}
