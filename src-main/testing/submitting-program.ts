/**
 * A program that queues feeds and sends them, to be killed in the middle:
 * `node submitting-program.ts <JSON of SubmittingTask>`. It says `queued <feed>` as soon as it is promised that a feed
 * is safe, and `finished` when nothing more will happen by itself.
 */
import { createDrafts } from '../drafts/index.ts'
import { createOutbox } from '../outbox/index.ts'
import { openStorage } from '../storage/index.ts'
import { createUpstream } from '../upstream/index.ts'
import { itemFeed, sampleItem } from './feed-payloads.ts'
import { threadEntry } from './temporary-workspace.ts'

export interface SubmittingTask {
  directory: string
  address: string
  username: string
  password: string
  /** Numbers of the sample items to create, each in a feed of its own. */
  items: number[]
}

const { directory, items, ...connection } = JSON.parse(process.argv[2] ?? '') as SubmittingTask
const storage = await openStorage({ directory, thread: threadEntry, readers: 1 })
const upstream = createUpstream(connection)
const drafts = createDrafts({ storage })
const timing = { firstRetry: 20, longestRetry: 50, firstQuestion: 10, longestQuestion: 30, lockRetry: 20 }
process.stdout.write('ready\n')
const outbox = createOutbox({ storage, directory, drafts, upstream, timing })
const queued: string[] = []
for (const number of items) {
  const draft = await drafts.create({
    kind: 'create',
    xml: new TextDecoder().decode(itemFeed(sampleItem(number))),
  })
  const { id } = await outbox.queueDraft(draft)
  process.stdout.write(`queued ${id}\n`)
  queued.push(id)
}
for (const id of queued) await outbox.whenSettled(id)
process.stdout.write('finished\n')
await outbox.close()
await upstream.close()
await storage.close()
