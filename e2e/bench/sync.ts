/**
 * How fast a catalog is synced, and whether the screens stay quick meanwhile: `node e2e/bench/sync.ts [items]`,
 * 100,000 unless told. The service is a sandbox in a process of its own; everything runs as in the application. A full
 * sync, then an incremental one after one item in a hundred has changed, then a full one that finds nothing new; then
 * what a catalog of that size is used for: opening it, its last page, a backup, a check, making its index anew.
 */

import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogReader, catalogWriter, runRebuild } from '../../src-main/catalog/index.ts'
import { openStorage } from '../../src-main/storage/index.ts'
import { createSync } from '../../src-main/sync/index.ts'
import { createUpstream } from '../../src-main/upstream/index.ts'
import type { Asked, Served } from './sync-server.ts'
import { megabytes, quantiles, say, watch, whole } from './watch.ts'

const total = Number(process.argv[2] ?? 100_000)
const concurrency = Number(process.argv[3] ?? 2)
const directory = mkdtempSync(join(tmpdir(), 'sync-bench-'))
const words = 'chocolate milk tea sauce creme bio cheddar pasta olive oil bread rice juice'.split(' ')

/** Bundled in a process of its own: the bundler would count as memory of this one. */
function bundleThread(): URL {
  const module = new URL('../../src-main/hosts/launch/bundle.ts', import.meta.url).href
  const program = `import(${JSON.stringify(module)}).then((m) => m.threadBundle()).then((url) => console.log(url.href))`
  return new URL(execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' }).trim())
}

async function startServer(thread: URL): Promise<{ child: ChildProcess; served: Served }> {
  const child = fork(new URL('./sync-server.ts', import.meta.url), [String(total)], {
    env: { ...process.env, CATALOG_DESK_THREAD: thread.href },
  })
  const [served] = (await once(child, 'message')) as [Served]
  return { child, served }
}
async function ask(asked: Asked): Promise<unknown> {
  child.send(asked)
  const [answer] = await once(child, 'message')
  return answer
}

const thread = bundleThread()
const generating = performance.now()
const { child, served } = await startServer(thread)
say('items made in', `${((performance.now() - generating) / 1000).toFixed(1)} s`)
let storage = await openStorage({ directory, thread, readers: 2 })
const upstream = createUpstream(served)
const sync = createSync({ storage, directory, upstream })
const everything = { text: '', brandIds: [], manufacturerIds: [] }
const search = (turn: number) => {
  const text = `${words[turn % words.length]} ${String.fromCharCode(97 + (turn % 26))}`
  return storage.reader(catalogReader).searchRows({ ...everything, text }, 0, 50)
}

/** Notes how far the run has come, to tell how fast each tenth of it was. */
async function pace(isOver: () => boolean): Promise<string> {
  const marks = [{ at: performance.now(), items: 0 }]
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    const items = (await sync.state()).current?.itemsDone ?? 0
    const last = marks.at(-1)
    if (last && items - last.items >= total / 10) marks.push({ at: performance.now(), items })
  }
  return marks
    .slice(1)
    .map(({ at, items }, index) => {
      const before = marks[index] as { at: number; items: number }
      return whole(((items - before.items) * 1000) / (at - before.at))
    })
    .join(' ')
}

/** Runs a plan while a person searches, and says how both went. */
async function measure(what: string, full: boolean): Promise<void> {
  console.log(`\n${what}`)
  let isOver = false
  let paces: Promise<string> | undefined
  const { milliseconds } = await watch(async () => {
    await sync.start({ full })
    paces = pace(() => isOver)
    await sync.finished()
    isOver = true
  }, search)
  const [run] = (await sync.state()).history
  if (run?.outcome !== 'completed') throw new Error(`The run ended ${run?.outcome}: ${run?.note}`)
  const seconds = milliseconds / 1000
  say(
    '  new, changed, unchanged',
    `${whole(run.itemsNew)}, ${whole(run.itemsChanged)}, ${whole(run.itemsUnchanged)}`,
  )
  say('  took', `${seconds.toFixed(1)} s, ${whole(run.itemsDone / seconds)} items/s, ${megabytes(run.bytes)}`)
  say('  items/s of each tenth', (await paces) ?? '')
  say('  memory of the service', megabytes((await ask('memory')) as number))
  say('  database', megabytes(statSync(storage.path).size))
}

async function time(what: string, repeat: number, action: (run: number) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let run = 0; run < repeat; run++) {
    const start = performance.now()
    await action(run)
    times.push(performance.now() - start)
  }
  say(what, quantiles(times))
}

async function measureUse(): Promise<void> {
  console.log('\nused afterwards')
  const reader = storage.reader(catalogReader)
  await time('  search, while nothing changes', 100, search)
  await time('  whole list, deep page', 20, (run) =>
    reader.searchRows(everything, Math.floor((total * run) / 20), 50),
  )
  await time('  whole list, last page', 20, () => reader.searchRows(everything, total - 50, 50))
  await time('  facets of everything', 3, () => reader.facets(everything))
  const copied = await watch(() => storage.copyTo(join(directory, 'copy.db')), search)
  const { size } = statSync(join(directory, 'copy.db'))
  say('  backup', `${whole(size / 1e3 / copied.milliseconds)} MB/s, ${megabytes(size)}`)
  rmSync(join(directory, 'copy.db'))
  await storage.close()
  const opening = performance.now()
  storage = await openStorage({ directory, thread, readers: 2 })
  await storage.reader(catalogReader).searchRows(everything, 0, 50)
  say('  opened, to the first rows', `${(performance.now() - opening).toFixed(0)} ms`)
  const checked = await watch(() => storage.reader(catalogReader).check(), search)
  say('  check', `${(checked.milliseconds / 1000).toFixed(1)} s`)
  const rebuilt = await watch(() => runRebuild(storage.writer(catalogWriter)), search)
  say('  rebuild', `${whole((total * 1000) / rebuilt.milliseconds)} items/s`)
}

try {
  await sync.setSettings({ ...(await sync.settings()), concurrency })
  say('items, calls at a time', `${whole(total)}, ${concurrency}`)
  say('memory before', megabytes(process.memoryUsage().rss))
  await measure('full, from nothing', true)
  await ask('change')
  await measure('incremental, one item in a hundred changed', false)
  await measure('incremental, nothing changed', false)
  await measure('full, nothing changed', true)
  await sync.close()
  await measureUse()
} finally {
  await sync.close()
  await upstream.close()
  await storage.close()
  child.disconnect()
  await once(child, 'exit')
  rmSync(directory, { recursive: true, force: true })
}
