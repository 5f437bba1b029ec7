/**
 * Searches and paging as the screens and the local API request them: in a reader thread, compared with SQLite
 * alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogReader, type ItemQuery } from '../../../src-main/catalog/index.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { openStorage, type Storage } from '../../../src-main/storage/index.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { frequentPairs } from '../data/generated-items.ts'
import { prepareWorkspace } from '../data/prepared-workspace.ts'
import { randomNumbers } from '../data/random.ts'
import { atMost, type Figure, figureOf, quantile } from '../figure.ts'
import { timed } from '../in-turn.ts'

async function overPrepared(items: number, work: (storage: Storage) => Promise<Figure[]>): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'search-bench-'))
  await prepareWorkspace(directory, items)
  const storage = await openStorage({ directory, thread: await threadBundle(), readers: 1 })
  try {
    return await work(storage)
  } finally {
    await storage.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Below this size, the call to another thread takes most of the measured time. */
const minMeasurable = 100_000

const everything = { text: '', brandIds: [], manufacturerIds: [] }

/** Queries of two words, the second still incomplete; each query is made once. */
async function queries(): Promise<string[]> {
  const pairs = (await frequentPairs()).map((pair) => pair.split(' '))
  const found = [2, 1, 3].flatMap((letters, turn) =>
    pairs.flatMap(([first = '', second = ''], at) =>
      at % 3 === turn ? `${first} ${second.slice(0, letters)}` : [],
    ),
  )
  return [...new Set(found)].slice(0, 210)
}

/** @param items number of items in the catalog */
export const searchBench = (items: number): Promise<Figure[]> =>
  overPrepared(items, async (storage) => {
    const reader = readerOf(storage)
    const db = openDatabase(storage.path, { readonly: true })
    const page = db.prepare(`
      SELECT item.seq FROM item_text CROSS JOIN item ON item.seq = item_text.rowid WHERE item_text MATCH ?
      ORDER BY updated_at, id LIMIT 50`)
    const count = db.prepare('SELECT count(*) FROM item_text WHERE item_text MATCH ?')
    const texts = await queries()
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (const text of texts) {
      const [first = '', second = ''] = text.split(' ')
      const match = `"${first}" AND "${second}" *`
      ours.push(await timed(() => reader.searchRows({ ...everything, text }, 0, 50)))
      theirs.push(await timed(() => [page.all(match), count.all(match)]))
    }
    db.close()
    // The first queries are slower because the database caches are empty.
    const [own, other] = [ours.slice(10), theirs.slice(10)]
    const peer = 'SQLite alone: rows in order, and their number'
    const compared = (share: number) => ({ ours: quantile(own, share), theirs: quantile(other, share), peer })
    return [
      figureOf({ figure: 'two words and a beginning, p50', unit: 'ms', ...compared(0.5) }),
      figureOf({
        figure: 'two words and a beginning, p99',
        unit: 'ms',
        ...compared(0.99),
        ...(items < minMeasurable ? {} : { goal: atMost('ratio', 1.2) }),
      }),
      figureOf({
        ...{
          figure: 'two words and a beginning, p99, by size',
          unit: 'ms',
          ours: quantile(own, 0.99),
          peer: '',
        },
        goal: atMost('growth', 4),
      }),
    ]
  })

/**
 * Pages at large offsets, compared in turn with the first pages of the same lists. @param items number of
 * items in the catalog
 */
export const deepPagesBench = (items: number): Promise<Figure[]> =>
  overPrepared(items, async (storage) => {
    const reader = readerOf(storage)
    const next = randomNumbers(3)
    const deep = () => Math.floor(items * (0.85 + next() / 10))
    const near = () => Math.floor(next() * 1000)
    const kinds: [string, Read][] = [
      ['answers of one search', (reading, idx) => reading.answer({ ...question, idx, since: '20100101' })],
      [
        'answers, each of another search',
        (reading, idx, turn) => reading.answer({ ...question, idx, since: dayBefore(turn) }),
      ],
      ['rows of the list', (reading, idx) => reading.searchRows(everything, idx, 50)],
    ]
    const figures: Figure[] = []
    let turn = 0
    for (const [name, read] of kinds) {
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let round = 0; round < 220; round++) {
        ours.push(await timed(() => read(reader, deep(), turn++)))
        theirs.push(await timed(() => read(reader, near(), turn++)))
      }
      for (const share of [0.5, 0.99])
        figures.push(
          figureOf({
            ...{ figure: `deep pages: ${name}, p${share * 100}`, unit: 'ms', peer: 'the first pages' },
            ...{ ours: quantile(ours.slice(20), share), theirs: quantile(theirs.slice(20), share) },
            goal: atMost('ratio', 2),
          }),
        )
    }
    return figures
  })

type CatalogReading = ReturnType<typeof readerOf>
const readerOf = (storage: Storage) => storage.reader(catalogReader)
type Read = (reader: CatalogReading, idx: number, turn: number) => Promise<unknown>
const question: ItemQuery = { idx: 0, limit: 100, version: 'v2.1', profile: 'complete', media: 'none' }
const dayBefore = (days: number): string =>
  new Date(Date.UTC(2012, 0, 1) - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
