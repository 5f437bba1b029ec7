/**
 * A program that rebuilds a workspace, to be killed in the middle: `node rebuilding-program.ts <JSON of RebuildingTask>`.
 * It says `ready` when it begins, how far it is after each step, and `finished` when it is done.
 */
import { catalogWriter, runRebuild } from '../catalog/index.ts'
import { openStorage } from '../storage/index.ts'
import { threadEntry } from './temporary-workspace.ts'

export interface RebuildingTask {
  directory: string
  /** Items a step. */
  items: number
}

const { directory, items } = JSON.parse(process.argv[2] ?? '') as RebuildingTask
const storage = await openStorage({ directory, thread: threadEntry, readers: 1 })
process.stdout.write('ready\n')
await runRebuild(storage.writer(catalogWriter), {
  step: { milliseconds: 60_000, items },
  onProgress: ({ through }) => void process.stdout.write(`${through}\n`),
})
process.stdout.write('finished\n')
await storage.close()
