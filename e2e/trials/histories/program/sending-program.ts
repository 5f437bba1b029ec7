/**
 * A program with an outbox on a workspace, started to be killed: `node sending-program.ts <JSON of
 * SendingTask>`.
 */

import { setInterval as every } from 'node:timers'
import { createDrafts } from '../../../../src-main/feeds/drafts/index.ts'
import { createOutbox, openSendingRecord } from '../../../../src-main/feeds/outbox/index.ts'
import { catalogService } from '../../../../src-main/feeds/targets/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { openStorage } from '../../../../src-main/storage/index.ts'
import { threadEntry } from '../../../../src-main/testing/temporary-workspace.ts'
import { createUpstream } from '../../../../src-main/upstream/index.ts'

export interface SendingTask {
  directory: string
  home: string
  address: string
  /** Milliseconds that its clock is ahead of this computer's. */
  skew: number
}

const { directory, home, address, skew } = JSON.parse(process.argv[2] ?? '') as SendingTask
const clock = { now: () => Date.now() + skew, sleep: systemClock.sleep }
const storage = await openStorage({ directory, thread: threadEntry, readers: 1, clock })
createOutbox({
  storage,
  directory,
  drafts: createDrafts({ storage }),
  target: catalogService(createUpstream({ address, username: 'desk', password: 'desk', clock })),
  sendingRecord: openSendingRecord(home, directory),
  timing: { firstRetry: 20, maxRetry: 50, firstPoll: 10, maxPoll: 30, lockRetry: 20 },
  clock,
})
process.stdout.write('ready\n')
every(() => undefined, 1000)
