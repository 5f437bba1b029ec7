import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningDesk, startDesk, startLeanDesk } from '../../support/programs/desk.ts'
import { type Calls, enter } from '../../support/rpc.ts'
import { untilIdle } from '../processes.ts'
import { addItems, prepareWorkspace } from './prepared-workspace.ts'

export interface PreparedDesk {
  desk: RunningDesk
  calls: Calls
  pid: number
  /** The workspace's folder. */
  directory: string
  /** Stops the program and removes its folder. */
  close(): Promise<void>
}

/**
 * The whole program over a sandbox of that many generated items, when it has done what it does at its start.
 * @param options.sample whether the sample catalog, which has pictures, is there too
 */
export async function openPreparedDesk(items: number, { sample = false } = {}): Promise<PreparedDesk> {
  const directory = mkdtempSync(join(tmpdir(), 'desk-bench-'))
  if (sample) {
    // Only an empty sandbox takes the sample.
    const first = await startDesk('--sandbox', '--sample', '--data', directory)
    await first.stop()
    await addItems(directory, items)
  } else if (items > 0) await prepareWorkspace(directory, items)
  const desk = await startLeanDesk('--data', directory)
  const { calls } = await enter(desk.ui)
  await calls.workspace.startSandbox({ sample: false })
  const pid = desk.child.pid ?? 0
  await untilIdle(pid)
  return {
    ...{ desk, calls, pid, directory },
    async close() {
      await desk.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
