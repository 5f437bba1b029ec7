/**
 * How fast a catalog is synced, and whether the screens stay quick meanwhile: `node e2e/bench/sync.ts [items]`,
 * 100,000 unless told. The service is a sandbox in a process of its own; everything runs as in the application. A full
 * sync, then an incremental one after one item in a hundred has changed, then a full one that finds nothing new.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogReader } from '../../src-main/catalog/catalog-reader.ts'
import { threadBundle } from '../../src-main/hosts/launch/thread-bundle.ts'
import { openStorage } from '../../src-main/storage/storage.ts'
import { createSync } from '../../src-main/sync/create-sync.ts'
import { createUpstream } from '../../src-main/upstream/create-upstream.ts'
import type { Served } from './sync-server.ts'

const total = Number(process.argv[2] ?? 100_000)
const concurrency = Number(process.argv[3] ?? 2)
const directory = mkdtempSync(join(tmpdir(), 'sync-bench-'))
const say = (what: string, figure: string) => console.log(`${what.padEnd(44)} ${figure}`)
const whole = (value: number) => Math.round(value).toLocaleString('en')
const quantile = (sorted: number[], part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(1)

async function startServer(): Promise<{ child: ChildProcess; served: Served }> {
  const child = fork(new URL('./sync-server.ts', import.meta.url), [String(total)])
  const [served] = (await once(child, 'message')) as [Served]
  return { child, served }
}

const { child, served } = await startServer()
const storage = await openStorage({
  directory,
  thread: await threadBundle(),
  readers: 2,
})
const upstream = createUpstream(served)
const sync = createSync({ storage, directory, upstream })
const reader = storage.reader(catalogReader)
const words = 'chocolate milk tea sauce creme bio cheddar pasta olive oil bread rice juice'.split(' ')

/** Runs a plan while a person searches, and says how both went. */
async function measure(what: string, full: boolean): Promise<void> {
  const latencies: number[] = []
  let peak = 0
  let running = true
  const watching = (async () => {
    for (let turn = 0; running; turn++) {
      peak = Math.max(peak, process.memoryUsage().rss)
      const start = performance.now()
      const text = `${words[turn % words.length]} ${String.fromCharCode(97 + (turn % 26))}`
      await reader.searchRows({ text, brandIds: [], manufacturerIds: [] }, 0, 50)
      latencies.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  const start = performance.now()
  await sync.start({ full })
  const { history } = await sync.finished()
  const seconds = (performance.now() - start) / 1000
  running = false
  await watching
  const [run] = history
  if (run?.outcome !== 'completed') throw new Error(`The run ended ${run?.outcome}: ${run?.note}`)
  latencies.sort((one, other) => one - other)
  console.log(`\n${what}`)
  say(
    '  new, changed, unchanged',
    `${whole(run.itemsNew)}, ${whole(run.itemsChanged)}, ${whole(run.itemsUnchanged)}`,
  )
  say(
    '  took',
    `${seconds.toFixed(1)} s, ${whole(run.itemsDone / seconds)} items/s, ${whole(run.bytes / 1e6)} MB received`,
  )
  say('  peak memory of the process', `${whole(peak / 1e6)} MB`)
  say(
    '  search meanwhile',
    `p50 ${quantile(latencies, 0.5)}  p95 ${quantile(latencies, 0.95)}  worst ${quantile(latencies, 1)} ms (${latencies.length})`,
  )
}

try {
  await sync.setSettings({ ...(await sync.settings()), concurrency })
  say('items, calls at a time', `${whole(total)}, ${concurrency}`)
  say('memory before', `${whole(process.memoryUsage().rss / 1e6)} MB`)
  await measure('full, from nothing', true)
  say('  database', `${whole(statSync(storage.path).size / 1e6)} MB`)
  child.send('change')
  await once(child, 'message')
  await measure('incremental, one item in a hundred changed', false)
  await measure('incremental, nothing changed', false)
  await measure('full, nothing changed', true)
  say('  database', `${whole(statSync(storage.path).size / 1e6)} MB`)
} finally {
  await sync.close()
  await upstream.close()
  await storage.close()
  child.kill()
  rmSync(directory, { recursive: true, force: true })
}
