/**
 * A program that syncs a workspace, to be killed in the middle: `node syncing-program.ts <JSON of SyncingTask>`.
 * It says `ready` when it begins and `finished` when it is done.
 */
import { openStorage } from '../storage/index.ts'
import { createSync } from '../sync/index.ts'
import { createUpstream } from '../upstream/index.ts'
import { threadEntry } from './temporary-workspace.ts'

export interface SyncingTask {
  directory: string
  address: string
  username: string
  password: string
  pageSize: number
  sliceSize?: number
}

const { directory, pageSize, sliceSize, ...connection } = JSON.parse(process.argv[2] ?? '') as SyncingTask
const storage = await openStorage({ directory, thread: threadEntry, readers: 1 })
const upstream = createUpstream(connection)
const sync = createSync({
  storage,
  directory,
  upstream,
  pageSize,
  ...(sliceSize !== undefined && { sliceSize }),
  timing: { firstRetry: 10, longestRetry: 50 },
})
process.stdout.write('ready\n')
await sync.start()
await sync.finished()
process.stdout.write('finished\n')
await sync.close()
await upstream.close()
await storage.close()
