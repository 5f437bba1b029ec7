/**
 * A program that fetches the pictures of a workspace, to be killed in the middle: `node picture-fetching-program.ts
 * <JSON of PictureFetchingTask>`. It says `ready` when it begins and `finished` when it is done.
 */
import { createMedia } from '../media/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { openStorage } from '../storage/index.ts'
import { createUpstream } from '../upstream/index.ts'
import { threadEntry } from './temporary-workspace.ts'

export interface PictureFetchingTask {
  directory: string
  address: string
  username: string
  password: string
}

const { directory, ...connection } = JSON.parse(process.argv[2] ?? '') as PictureFetchingTask
const storage = await openStorage({ directory, thread: threadEntry, readers: 1 })
const media = createMedia({ storage, directory, clock: systemClock, log: createLog('silent') })
const upstream = createUpstream(connection)
const downloads = media.keeping.connect(upstream, [])
process.stdout.write('ready\n')
await downloads.download({ signal: new AbortController().signal, onProgress: () => undefined })
process.stdout.write('finished\n')
await downloads.close()
await media.close()
await upstream.close()
await storage.close()
