/**
 * What history costs: `node e2e/bench/history.ts [items]`, 100,000 unless told. Every item comes once, then only signed
 * anew, then with another name and ingredient; then the lists of what that run changed are asked for. As in the
 * application: storage threads, every commit on the disk.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { catalogReader, catalogWriter } from '../../src-main/catalog/index.ts'
import { historyReader } from '../../src-main/history/history-reader.ts'
import { threadBundle } from '../../src-main/hosts/launch/bundle.ts'
import { openStorage } from '../../src-main/storage/index.ts'
import type { ItemOrigin } from '../../src-shared/history/model.ts'
import { generatePages } from './generated-items.ts'

const total = Number(process.argv[2] ?? 100_000)
const directory = mkdtempSync(join(tmpdir(), 'history-bench-'))
const say = (what: string, figure: string) => console.log(`${what.padEnd(44)} ${figure}`)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const storage = await openStorage({
  directory,
  thread: await threadBundle(),
  readers: 1,
})
try {
  const writer = storage.writer(catalogWriter)
  const reader = storage.reader(historyReader)
  const catalog = storage.reader(catalogReader)
  const run = (reference: string): ItemOrigin => ({ kind: 'sync', reference })

  async function take(what: string, reference: string, alter: (xml: string) => string): Promise<void> {
    let milliseconds = 0
    const counts = { created: 0, changed: 0, unchanged: 0 }
    for await (const page of generatePages(total, 1000)) {
      const bytes = Buffer.from(alter(page.toString()))
      const start = performance.now()
      const result = await writer.putPage(bytes, { origin: run(reference) })
      milliseconds += performance.now() - start
      for (const key of ['created', 'changed', 'unchanged'] as const) counts[key] += result[key]
    }
    const rate = Math.round((total / milliseconds) * 1000).toLocaleString('en')
    say(what, `${rate} /s  ${JSON.stringify(counts)}  database ${megabytes(statSync(storage.path).size)}`)
  }
  const signed = (hour: number) => (xml: string) =>
    xml.replaceAll('.jpg</url>', `.jpg?expires=${hour}&amp;signature=${hour}</url>`)
  await take('the first time', 'first', signed(1))
  await take('signed anew', 'signed', signed(2))
  await take('a name and an ingredient changed', 'changed', (xml) =>
    signed(3)(xml)
      .replaceAll(' g</name>', ' grams</name>')
      .replaceAll('<ingredients>', '<ingredients>salt, '),
  )

  const db = new BetterSqlite3(storage.path, { readonly: true })
  const kept = db
    .prepare('SELECT count(*) AS count, sum(length) AS plain, sum(length(body)) AS packed FROM item_earlier')
    .get()
  const { count, plain, packed } = kept as { count: number; plain: number; packed: number }
  db.close()
  say(
    'versions kept',
    `${count.toLocaleString('en')}, ${megabytes(plain)} in ${megabytes(packed)}: ${(plain / packed).toFixed(1)} times smaller`,
  )

  const time = async (what: string, ask: () => Promise<{ total?: number } | unknown>) => {
    const times: number[] = []
    let answer: unknown
    for (let repeat = 0; repeat < 7; repeat++) {
      const start = performance.now()
      answer = await ask()
      times.push(performance.now() - start)
    }
    times.sort((one, other) => one - other)
    const found = (answer as { total?: number } | undefined)?.total
    say(
      what,
      `${(times[3] ?? 0).toFixed(1)} ms, worst ${(times[6] ?? 0).toFixed(1)}${found === undefined ? '' : `, of ${found.toLocaleString('en')}`}`,
    )
  }
  const list = (
    reference: string,
    kind: 'changed' | 'created',
    offset: number,
    field?: string,
    match?: string,
  ) => reader.changes(run(reference), { kind, field, match, offset, limit: 100 })
  const word = await catalog.searchExpression('choc')
  const common = await catalog.searchExpression('de')
  await time('summary', () => reader.summary(run('changed')))
  await time('first page', () => list('changed', 'changed', 0))
  await time('last page', () => list('changed', 'changed', total - 100))
  await time('by field, first page', () => list('changed', 'changed', 0, 'name'))
  await time('by field, last page', () => list('changed', 'changed', total - 100, 'name'))
  await time('by words', () => list('changed', 'changed', 0, undefined, word))
  await time('by a common word and field', () => list('changed', 'changed', 0, 'name', common))
  await time('new items, last page', () => list('first', 'created', total - 100))
  await time('new items by words', () => list('first', 'created', 0, undefined, word))
  await time('versions of an item', () => reader.versions('1000500'))
  await time('an earlier version', () => reader.body('1000500', 1))
} finally {
  await storage.close()
  rmSync(directory, { recursive: true, force: true })
}
