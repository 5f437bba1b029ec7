/**
 * Ingestion of items and the disk space they need. As in the application, every commit is flushed to the
 * disk.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogWriter, projectPage } from '../../../src-main/catalog/index.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { databaseFile, openStorage } from '../../../src-main/storage/index.ts'
import { openAnswerKeeping } from '../../../src-main/sync/store/answer-keeping.ts'
import { generatePages } from '../data/generated-items.ts'
import { prepareWorkspace } from '../data/prepared-workspace.ts'
import { atLeast, atMost, type Figure, figureOf, spreadOf } from '../figure.ts'
import { timed } from '../in-turn.ts'
import { openSqliteShell } from '../peers/sqlite-shell.ts'

const pageSize = 1000
/** Pages per turn: first ours, then the peer's. */
const pagesPerTurn = 5

/** Yields the pages in batches, in shared memory, as a sync receives them. */
async function* batches(pages: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = []
  for await (const page of pages) {
    const shared = new Uint8Array(new SharedArrayBuffer(page.length))
    shared.set(page)
    batch.push(shared)
    if (batch.length < pagesPerTurn) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A few pages at a time, taking turns with the SQLite command line. */
export async function ingestBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'ingest-bench-'))
  const storage = await openStorage({ directory, thread: await threadBundle(), readers: 1 })
  try {
    const writer = storage.writer(catalogWriter)
    const keep = openAnswerKeeping(storage)
    /** Two pages at a time, as in a sync: while one is written, another thread parses the next. */
    const ingest = async (pages: readonly Uint8Array[]): Promise<void> => {
      const waiting = [...pages]
      const one = async () => {
        for (let page = waiting.shift(); page; page = waiting.shift())
          await keep([page], async ([answer]) => answer && writer.putPage(answer))
      }
      await Promise.all([one(), one()])
    }
    const shell = await openSqliteShell(directory)
    let [own, other] = [0, 0]
    const parts: number[] = []
    for await (const pages of batches(generatePages(items, pageSize))) {
      const took = await timed(() => ingest(pages))
      own += took
      if (!shell) continue
      let beside = 0
      for (const page of pages) beside += await shell.put(page)
      other += beside
      parts.push(beside / took)
    }
    await shell?.close()
    const rate = (milliseconds: number) => (items * 1000) / milliseconds
    const peer = 'sqlite3, the same rows as SQL'
    const speed = shell
      ? figureOf({
          ...{ figure: 'taking items in', unit: 'items/s', ours: rate(own), peer, theirs: rate(other) },
          ...{ spread: spreadOf(parts), goal: atLeast('ratio', 1.5) },
        })
      : figureOf({
          ...{ figure: 'taking items in', unit: 'items/s', ours: rate(own), peer },
          ...{ goal: atLeast('ratio', 1.5), note: 'sqlite3 is not here' },
        })
    return [
      speed,
      figureOf({
        ...{ figure: 'taking items in, by size', unit: 'items/s', ours: rate(own), peer: '' },
        goal: atLeast('growth', 0.75),
      }),
    ]
  } finally {
    await storage.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Size in bytes per item of the closed database, compared with the size of its XML. */
export async function diskBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'disk-bench-'))
  try {
    await prepareWorkspace(directory, items)
    const { size } = statSync(join(directory, databaseFile))
    let bytes = 0
    for await (const page of generatePages(items, pageSize))
      bytes += projectPage(page).items.reduce((sum, { body }) => sum + body.length, 0)
    return [
      figureOf({
        ...{ figure: 'an item on the disk', unit: 'bytes', ours: size / items, peer: 'its XML' },
        ...{ theirs: bytes / items, goal: atMost('ratio', 1.2) },
      }),
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
