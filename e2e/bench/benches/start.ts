/** Start time, and memory when idle. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDesk } from '../../support/programs/desk.ts'
import { enter } from '../../support/rpc.ts'
import { openPreparedDesk } from '../data/prepared-desk.ts'
import { prepareWorkspace } from '../data/prepared-workspace.ts'
import { atMost, type Figure, figureOf, median } from '../figure.ts'
import { inTurn, timed } from '../in-turn.ts'
import { memoryInBackground } from '../processes.ts'

/** Milliseconds from the command to the first rows of the list. */
async function start(workspace: string): Promise<number> {
  const started = performance.now()
  const desk = await startDesk('--data', workspace)
  const { calls } = await enter(desk.ui)
  await calls.catalog.search({ text: '', offset: 0, limit: 50 })
  const took = performance.now() - started
  await desk.stop()
  return took
}

/** @param items number of items in the catalog */
export async function startBench(items: number): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'start-bench-'))
  const [full, empty] = [join(directory, 'full'), join(directory, 'empty')]
  try {
    await prepareWorkspace(full, items)
    for (const workspace of [full, empty]) {
      const desk = await startDesk('--sandbox', '--data', workspace)
      await desk.stop()
    }
    const turns = await inTurn(
      5,
      () => start(full),
      () => start(empty),
    )
    const bare: number[] = []
    for (let time = 0; time < 5; time++)
      bare.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])))
    return [
      figureOf({
        figure: 'start to the first rows',
        unit: 'ms',
        ...turns,
        peer: 'an empty workspace',
        goal: atMost('ratio', 1.5),
      }),
      figureOf({
        ...{
          figure: 'start to the first rows, beside Node',
          unit: 'ms',
          ours: turns.ours,
          theirs: median(bare),
        },
        ...{ peer: 'node -e 0', note: 'no goal: what any program in Node takes' },
      }),
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Memory of the whole program in the background: after use, then two minutes without a request.
 * @param items number of items in the catalog
 */
export async function memoryBench(items: number): Promise<Figure[]> {
  const prepared = await openPreparedDesk(items)
  try {
    const now = await memoryInBackground(prepared.pid)
    return [
      figureOf({
        ...{ figure: 'memory in the background', unit: 'MB', ours: now, peer: '', goal: atMost('ours', 150) },
      }),
    ]
  } finally {
    await prepared.close()
  }
}
