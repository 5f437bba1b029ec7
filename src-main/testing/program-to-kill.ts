/**
 * A program on a workspace that tests kill in the middle: `node program-to-kill.ts <JSON of TaskToKill>`. It
 * prints `ready` when it begins and `finished` when it is done. Each task loads only the modules it uses, as
 * tests start the program often.
 */
import { catalogService } from '../feeds/targets/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openStorage, reclaimSpace, type Storage } from '../storage/index.ts'
import { threadEntry } from './temporary-workspace.ts'

interface Connection {
  address: string
  username: string
  password: string
}
interface SyncTask extends Connection {
  does: 'sync'
  directory: string
  pageSize: number
  sliceSize?: number
}
interface PictureTask extends Connection {
  does: 'fetch-pictures'
  directory: string
}
interface SubmitTask extends Connection {
  does: 'submit'
  directory: string
  /** The numbers of the sample items to create, each in a separate feed. */
  items: number[]
}
interface RebuildTask {
  does: 'rebuild'
  directory: string
  /** The number of items per step. */
  items: number
}
interface ReclaimTask {
  does: 'reclaim'
  directory: string
}
export type TaskToKill = SyncTask | PictureTask | SubmitTask | RebuildTask | ReclaimTask

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function sync(storage: Storage, { directory, pageSize, sliceSize, ...connection }: SyncTask) {
  const { createSync } = await import('../sync/index.ts')
  const { createUpstream } = await import('../upstream/index.ts')
  const upstream = createUpstream(connection)
  const timing = { firstRetry: 10, maxRetry: 50 }
  const syncing = createSync({ storage, directory, upstream, pageSize, sliceSize, timing })
  print('ready')
  await syncing.start()
  await syncing.finished()
  print('finished')
  await syncing.close()
  await upstream.close()
}

async function fetchPictures(storage: Storage, { directory, ...connection }: PictureTask) {
  const { createMedia } = await import('../media/index.ts')
  const { createLog } = await import('../platform/log/log.ts')
  const { createUpstream } = await import('../upstream/index.ts')
  const media = createMedia({ storage, directory, clock: systemClock, log: createLog('silent') })
  const upstream = createUpstream(connection)
  const downloads = media.keeping.connect(upstream, [])
  print('ready')
  await downloads.download({ signal: new AbortController().signal, onProgress: () => undefined })
  print('finished')
  await downloads.close()
  await media.close()
  await upstream.close()
}

/** Queues feeds and sends them; prints `queued <feed>` as soon as the outbox has accepted a feed. */
async function submit(storage: Storage, { directory, items, ...connection }: SubmitTask) {
  const { createDrafts } = await import('../feeds/drafts/index.ts')
  const { createOutbox } = await import('../feeds/outbox/index.ts')
  const { createUpstream } = await import('../upstream/index.ts')
  const { itemFeed, sampleItem } = await import('./feed-payloads.ts')
  const upstream = createUpstream(connection)
  const drafts = createDrafts({ storage })
  const timing = { firstRetry: 20, maxRetry: 50, firstPoll: 10, maxPoll: 30, lockRetry: 20 }
  print('ready')
  const outbox = createOutbox({ storage, directory, drafts, target: catalogService(upstream), timing })
  const queued: string[] = []
  for (const number of items) {
    const draft = await drafts.createDraft({
      kind: 'create',
      xml: new TextDecoder().decode(itemFeed(sampleItem(number))),
    })
    const [feed] = (await outbox.queueDraft(draft)).feeds
    const id = feed?.id ?? ''
    print(`queued ${id}`)
    queued.push(id)
  }
  for (const id of queued) await outbox.whenSettled(id)
  print('finished')
  await outbox.close()
  await upstream.close()
}

/** Prints its progress after each step, and `ready` after the first. */
async function rebuild(storage: Storage, { items }: RebuildTask) {
  const { catalogWriter, runRebuild } = await import('../catalog/index.ts')
  let steps = 0
  await runRebuild(storage.writer(catalogWriter), {
    step: { milliseconds: 60_000, items },
    onProgress({ through }) {
      if (steps++ === 0) print('ready')
      print(String(through))
    },
  })
  print('finished')
}

/** Prints its progress in bytes before each step, and `ready` before the first. */
async function reclaim(storage: Storage) {
  let steps = 0
  await reclaimSpace(storage, {
    onProgress({ done }) {
      if (steps++ === 0) print('ready')
      print(String(done))
    },
  })
  print('finished')
}

const task = JSON.parse(process.argv[2] ?? '') as TaskToKill
const storage = await openStorage({ directory: task.directory, thread: threadEntry, readers: 1 })
switch (task.does) {
  case 'sync':
    await sync(storage, task)
    break
  case 'fetch-pictures':
    await fetchPictures(storage, task)
    break
  case 'submit':
    await submit(storage, task)
    break
  case 'rebuild':
    await rebuild(storage, task)
    break
  case 'reclaim':
    await reclaim(storage)
    break
}
await storage.close()
