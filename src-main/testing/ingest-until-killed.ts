/**
 * A program that receives and processes feeds until it is killed, and prints the identifier of each feed it
 * has acknowledged. Started by src-main/feeds/targets/sandbox/ingestion-kill.test.ts: `node
 * ingest-until-killed.ts FOLDER FIRST-NUMBER`.
 */

import { createIngestion } from '../feeds/targets/sandbox/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openStorage } from '../storage/index.ts'
import { itemFeed, sampleItem } from './feed-payloads.ts'
import { threadEntry } from './temporary-workspace.ts'

const [, , directory = '', first = '0'] = process.argv
const storage = await openStorage({ directory, thread: threadEntry, readers: 1 })
const ingestion = createIngestion({ storage, clock: systemClock })
for (let number = Number(first); ; number += 3) {
  const body = itemFeed(...[0, 1, 2].map((offset) => sampleItem(number + offset)))
  const { feedId } = await ingestion.submit({ kind: 'create', body, username: 'user' })
  process.stdout.write(`${feedId}\n`)
}
