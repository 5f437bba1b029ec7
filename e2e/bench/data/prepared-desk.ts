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
 * Starts the whole program over a sandbox of `items` generated items and waits until its startup work is
 * done.
 * @param options.sample whether to include the sample catalog, which has pictures
 * @param options.prepare adds to the workspace in a folder before the program starts
 * @param options.workers number of processes that answer for the local API; none: the program itself
 */
export async function openPreparedDesk(
  items: number,
  {
    sample = false,
    workers = 0,
    prepare = async () => undefined,
  }: { sample?: boolean; workers?: number; prepare?: (directory: string) => Promise<void> } = {},
): Promise<PreparedDesk> {
  const directory = mkdtempSync(join(tmpdir(), 'desk-bench-'))
  if (sample) {
    // The sample can only be loaded into an empty sandbox.
    const first = await startDesk('--sandbox', '--sample', '--data', directory)
    await first.stop()
    await addItems(directory, items)
  } else if (items > 0) await prepareWorkspace(directory, items)
  await prepare(directory)
  const desk = await startLeanDesk('--data', directory, '--workers', String(workers))
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
