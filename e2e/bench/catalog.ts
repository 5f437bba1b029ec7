/**
 * How fast the catalog takes items in and finds them: `node e2e/bench/catalog.ts [items]`, 100,000 unless told.
 * Everything runs as in the application, in storage threads, with every commit on the disk. Figures drift with the
 * machine; the ratio to SQLite alone, given the same rows prepared, holds.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  catalogReader,
  catalogWriter,
  type ItemQuery,
  runRebuild,
  scanPage,
} from '../../src-main/catalog/index.ts'
import { projectItem } from '../../src-main/catalog/project/item-projection.ts'
import { openItemTables } from '../../src-main/catalog/project/item-tables.ts'
import { readItemPage } from '../../src-main/catalog/scan/item-page.ts'
import { threadBundle } from '../../src-main/hosts/launch/bundle.ts'
import { openStorage } from '../../src-main/storage/index.ts'
import { migrate } from '../../src-main/storage/migrate.ts'
import { openDatabase } from '../../src-main/storage/open-database.ts'
import type { CatalogSelection } from '../../src-shared/catalog/model.ts'
import { generatePages } from './generated-items.ts'

const total = Number(process.argv[2] ?? 100_000)
const pageSize = Number(process.argv[3] ?? 1000)
const directory = mkdtempSync(join(tmpdir(), 'catalog-bench-'))
const say = (what: string, figure: string) => console.log(`${what.padEnd(58)} ${figure}`)
const rate = (count: number, milliseconds: number) =>
  `${Math.round((count / milliseconds) * 1000).toLocaleString('en')} /s`

const quantile = (sorted: number[], part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(1)
async function time(what: string, repeat: number, action: (run: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < repeat; run++) {
    const start = performance.now()
    await action(run)
    times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  say(what, `p50 ${quantile(times, 0.5)}  p95 ${quantile(times, 0.95)}  worst ${quantile(times, 1)} ms`)
}

/**
 * The peer: SQLite alone. The same rows, worked out beforehand, go through the same statements into the same tables and
 * indexes, one commit a page. Answers the milliseconds a page took.
 */
function openPeer() {
  const db = openDatabase(join(directory, 'peer.db'))
  migrate(db)
  const tables = openItemTables(db)
  const insertDocument = db.prepare('INSERT INTO item_document (received_at, outline, body) VALUES (0, ?, ?)')
  return {
    put(page: Uint8Array): number {
      const rows = readItemPage(page).items.map(({ body, scanned }) => ({
        body,
        of: projectItem(body, scanned),
      }))
      const start = performance.now()
      db.transaction(() => {
        for (const { body, of } of rows) {
          tables.insertProjection(Number(insertDocument.run(of.outline, body).lastInsertRowid), of, 0)
        }
      }).immediate()
      return performance.now() - start
    },
    close: () => db.close(),
  }
}

const storage = await openStorage({
  directory,
  thread: await threadBundle(),
  readers: 1,
})
try {
  const writer = storage.writer(catalogWriter)
  const reader = storage.reader(catalogReader)
  const bytes: number[] = []
  let scanning = 0
  let ingesting = 0
  let alone = 0
  const peer = openPeer()
  for await (const page of generatePages(total, pageSize)) {
    bytes.push(page.length)
    let start = performance.now()
    scanPage(page)
    scanning += performance.now() - start
    start = performance.now()
    await writer.putPage(page)
    ingesting += performance.now() - start
    // Page by page in turn, so that whatever else the machine does slows both alike.
    alone += peer.put(page)
  }
  peer.close()
  const size = bytes.reduce((sum, length) => sum + length, 0)
  say(`items (${Math.round(size / total)} bytes each, ${pageSize} a page)`, total.toLocaleString('en'))
  say('scanning pages', `${Math.round(size / scanning / 1000)} MB/s`)
  say('taking items in', rate(total, ingesting))
  say('  SQLite alone, rows prepared', `${rate(total, alone)}, ratio ${(alone / ingesting).toFixed(2)}`)
  say('  database', `${Math.round(statSync(storage.path).size / 1e6)} MB`)

  const select = (text: string, more: Partial<CatalogSelection> = {}): CatalogSelection => ({
    text,
    brandIds: [],
    manufacturerIds: [],
    ...more,
  })
  const texts = [
    'chocolate',
    'choc',
    'organic milk',
    'tea gr',
    'sauce tom',
    'creme',
    'bio',
    'de',
    'c',
    '00010000',
    '100000123',
    'cheddar cheese sh',
    'pasta 250',
    'olive oil extra',
  ]
  // A word a time that no earlier search has asked for: nothing comes from what is kept.
  const fresh = (run: number) =>
    `${texts[run % texts.length]} ${String.fromCharCode(97 + (run % 26))}${run % 7 === 0 ? '' : 'a'}`
  // What people type, each for the first time: the row numbers are kept after that.
  await time('search, 50 rows', texts.length, async (run) => {
    const text = texts[run] ?? ''
    const start = performance.now()
    const { total: hits } = await reader.searchRows(select(text), 0, 50)
    say(`  "${text}"`, `${hits.toLocaleString('en')} hits, ${(performance.now() - start).toFixed(1)} ms`)
  })
  await time('search, two words and a beginning', 100, (run) => reader.searchRows(select(fresh(run)), 0, 50))
  await time('search with a brand', 50, (run) =>
    reader.searchRows(select(texts[run % texts.length] ?? '', { brandIds: [`b${run}`] }), 0, 50),
  )
  await time('whole list, deep page', 20, (run) =>
    reader.searchRows(select(''), Math.floor((total * run) / 20), 50),
  )
  await time('facets of everything', 5, () => reader.facets(select('')))
  await time('facets of a word', 20, (run) => reader.facets(select(texts[run % texts.length] ?? '')))
  const query: ItemQuery = {
    idx: 0,
    limit: 100,
    version: 'v2.1',
    profile: 'complete',
    media: 'none',
    since: '20150101',
  }
  await time('answer, 100 records', 100, (run) => reader.answer({ ...query, idx: run * 100 }))
  await time('answer, 100 records, last page', 10, () => reader.answer({ ...query, idx: total - 100 }))
  await time('answer, one record by code', 200, (run) =>
    reader.answer({ ...query, since: undefined, upc: String(10_000_000_000 + run * 7) }),
  )
  const start = performance.now()
  await runRebuild(writer)
  say('rebuild', rate(total, performance.now() - start))
} finally {
  await storage.close()
  rmSync(directory, { recursive: true, force: true })
}
