/** Copying a service's catalog: the whole program syncs from another instance that serves a sandbox. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { catalogWriter } from '../../../src-main/catalog/index.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { openStorage } from '../../../src-main/storage/index.ts'
import { startLeanDesk } from '../../support/programs/desk.ts'
import { type Calls, enter } from '../../support/rpc.ts'
import { openPreparedDesk, type PreparedDesk } from '../data/prepared-desk.ts'
import { atLeast, atMost, type Figure, figureOf, quantile } from '../figure.ts'
import { timed } from '../in-turn.ts'
import { forgetPeak, memoryInBackground, memoryOf, untilIdle } from '../processes.ts'

const pageSize = 1000
const words = 'chocolate milk tea sauce creme bio cheddar pasta olive oil bread rice juice'.split(' ')

/** Runs a full sync. @returns its seconds, and the milliseconds of searches made twice a second during it */
async function syncFully(calls: Calls, items: number): Promise<{ seconds: number; searches: number[] }> {
  const searches: number[] = []
  const started = performance.now()
  await calls.sync.start({ full: true })
  for (let turn = 0; ; turn++) {
    const { current, history } = await calls.sync.state()
    if (!current) {
      const [last] = history
      if (last?.outcome !== 'completed' || last.itemsDone < items)
        throw new Error(`The sync ended ${last?.outcome} after ${last?.itemsDone}: ${last?.note}`)
      // The run's own timestamps are more exact than polling.
      const seconds = (Date.parse(last.endedAt ?? '') - Date.parse(last.startedAt)) / 1000
      return { seconds: Math.min(seconds, (performance.now() - started) / 1000), searches }
    }
    const text = `${words[turn % words.length]} ${String.fromCharCode(97 + (turn % 26))}`
    searches.push(await timed(() => calls.catalog.search({ text, offset: 0, limit: 50 })))
    await delay(500)
  }
}

/**
 * Seconds that the steps of a sync take one after the other, with nothing in between: fetching the answers,
 * and ingesting them.
 */
async function parts({ desk }: PreparedDesk, items: number): Promise<{ fetching: number; both: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'sync-parts-'))
  const storage = await openStorage({ directory, thread: await threadBundle(), readers: 1 })
  const writer = storage.writer(catalogWriter)
  const headers = { username: desk.username, password: desk.password }
  let [fetching, taking] = [0, 0]
  for (let idx = 0; idx < items; idx += pageSize) {
    const address = `${desk.api}/v2.1/item?since=20000101&idx=${idx}&limit=${pageSize}&pi=b`
    let body = new Uint8Array()
    fetching += await timed(async () => {
      const answer = await fetch(address, { headers })
      body = new Uint8Array(await answer.arrayBuffer())
    })
    taking += await timed(() => writer.putPage(body))
  }
  await storage.close()
  rmSync(directory, { recursive: true, force: true })
  return { fetching: fetching / 1000, both: (fetching + taking) / 1000 }
}

/** @param items number of items of the service */
export async function syncBench(items: number): Promise<Figure[]> {
  const service = await openPreparedDesk(items)
  const directory = mkdtempSync(join(tmpdir(), 'sync-bench-'))
  const desk = await startLeanDesk('--data', directory)
  try {
    const pid = desk.child.pid ?? 0
    const { calls } = await enter(desk.ui)
    const { api, username, password } = service.desk
    await calls.workspace.connect({ address: api, username, password })
    await untilIdle(pid)
    // Connecting may start a first sync by itself.
    while ((await calls.sync.state()).current) await delay(200)
    // The first search opens the search index, with or without a sync.
    await calls.catalog.search({ text: 'first', offset: 0, limit: 50 })
    forgetPeak(pid)
    const first = await syncFully(calls, items)
    const { peak } = memoryOf(pid)
    const again = await syncFully(calls, items)
    const { fetching, both } = await parts(service, items)
    const now = await memoryInBackground(pid)
    const rate = (seconds: number) => items / seconds
    return [
      figureOf({
        ...{ figure: 'a whole sync', unit: 'items/s', ours: rate(first.seconds), theirs: rate(both) },
        ...{ peer: 'fetching and taking in, one after the other', goal: atLeast('ratio', 0.6) },
      }),
      figureOf({
        ...{ figure: 'a whole sync that finds nothing new', unit: 'items/s', ours: rate(again.seconds) },
        ...{ peer: 'fetching alone', theirs: rate(fetching) },
      }),
      figureOf({
        ...{
          figure: 'a search during a sync, p95',
          unit: 'ms',
          ours: quantile(first.searches, 0.95),
          peer: '',
        },
        goal: atMost('ours', 100),
      }),
      figureOf({
        ...{
          figure: 'memory during a sync, at most',
          unit: 'MB',
          ours: peak,
          peer: '',
          goal: atMost('ours', 350),
        },
      }),
      figureOf({
        ...{
          figure: 'memory after a sync, in the background',
          unit: 'MB',
          ours: now,
          peer: '',
          goal: atMost('ours', 150),
        },
      }),
    ]
  } finally {
    await desk.stop()
    await service.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
