/**
 * Sends feeds of all kinds through a proxy between a real outbox and a real service, both over HTTP, which
 * loses, delays, duplicates, cuts and fakes calls by a seed. Then the faults stop, and a person resolves the
 * remaining feeds.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { createDrafts } from '../../../src-main/feeds/drafts/index.ts'
import { createOutbox, type Outbox, openSendingRecord } from '../../../src-main/feeds/outbox/index.ts'
import { catalogService } from '../../../src-main/feeds/targets/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import {
  type Fault,
  type FaultyUpstream,
  startFaultyUpstream,
} from '../../../src-main/testing/faulty-upstream.ts'
import { contentPlusFeed, itemFeed, sampleItem } from '../../../src-main/testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../../../src-main/testing/sandbox-service.ts'
import { openTemporaryWorkspace, temporaryDirectory } from '../../../src-main/testing/temporary-workspace.ts'
import { createUpstream } from '../../../src-main/upstream/index.ts'
import { checkPayload } from '../../../src-shared/feeds/draft/check-payload.ts'
import { type FeedKind, feedKinds } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeedDetail } from '../../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { Random } from '../random.ts'

export interface RoadReport {
  seed: number
  feeds: number
  /** All calls, and the number of faults by kind. */
  calls: number
  faults: Record<string, number>
  /** Number of feeds per state before a person decided, and number of decisions by kind. */
  before: Record<string, number>
  decisions: Record<string, number>
  seconds: number
  failures: string[]
}

/** Milliseconds that represent a minute of the outbox; other times are scaled accordingly. */
const minute = 200
const timing = {
  ...{ firstRetry: 20, maxRetry: minute, firstPoll: 10, maxPoll: minute, lockRetry: 50 },
  closing: 500,
}
/** The maximum delay of a late call: less than the outbox waits before it considers a feed lost. */
const maxDelay = minute / 2
const limits = { connect: 2000, answer: 1500, silence: 1500, whole: 3000 }
const page = '<!DOCTYPE html><html><body>Something is in the way</body></html>'
const html = { 'content-type': 'text/html' }
/** One call in this many gets a fault. */
const faultInterval = 4

type Maker = (random: Random) => Fault
const statuses = [400, 403, 404, 406, 409, 500, 502, 503]
const makers: Maker[] = [
  () => ({ kind: 'reset-before' }),
  () => ({ kind: 'reset-after' }),
  (random) => ({ kind: 'late', milliseconds: random.below(maxDelay) }),
  (random) => ({ kind: 'latency', milliseconds: random.below(maxDelay) }),
  (random) => ({ kind: 'status', status: random.pick(statuses), headers: html, body: page }),
  (random) => ({ kind: 'instead', status: random.pick(statuses), headers: html, body: page }),
  () => ({ kind: 'html' }),
  (random) => ({ kind: 'truncate', part: random.below(100) / 100 }),
  (random) => ({ kind: 'cut-body', part: random.below(100) / 100 }),
  () => ({ kind: 'double' }),
]

/** The payload of one feed, about items that no other feed contains. */
function payloadOf(kind: FeedKind, number: number): Uint8Array {
  const text = `Words of feed ${number}`
  if (kind === 'contentplus')
    return contentPlusFeed({
      id: String(number),
      retailer: [{ id: 'r1', ecommerceDescription: text, sellCopy: text }],
    })
  const item = sampleItem(number, { ecommerceDescription: [{ lang: 'en-US', text }], ecommerceTitle: text })
  return itemFeed(item)
}

interface RoadOptions {
  seed: number
  feeds: number
  /** Whether the service supports idempotency keys. */
  withKeys?: boolean
  say?: (line: string) => void
}

export async function driveRoad(options: RoadOptions): Promise<RoadReport> {
  const { seed, feeds: count, withKeys = true, say = () => undefined } = options
  const started = performance.now()
  const random = new Random(seed)
  const sandbox = await startSandboxService()
  await createItems(sandbox, count)
  const road = await startFaultyUpstream(sandbox.address, { withoutKeys: !withKeys })
  const workspace = await openTemporaryWorkspace()
  const drafts = createDrafts(workspace)
  const upstream = createUpstream({
    address: road.address,
    ...sandbox.credentials,
    clock: systemClock,
    limits,
  })
  const sendingRecord = openSendingRecord(temporaryDirectory(), workspace.directory)
  const outbox = createOutbox({
    ...workspace,
    drafts,
    target: catalogService(upstream),
    sendingRecord,
    timing,
    clock: systemClock,
  })
  const report: RoadReport = {
    ...{ seed, feeds: count, calls: 0, faults: {}, before: {}, decisions: {}, seconds: 0, failures: [] },
  }
  try {
    road.onCall = () => faultOf(random, report)
    await outbox.setPaused({ paused: true })
    const ids: string[] = []
    for (let number = 1; number <= count; number++) {
      const kind = kindOf(number)
      // A create needs an item that does not exist yet.
      const body = payloadOf(kind, kind === 'create' ? count + number : number)
      const about = checkPayload(kind, body)
      ids.push((await outbox.queue({ kind, name: `Feed ${number}`, body, about })).id)
    }
    await outbox.setPaused({ paused: false })
    await waitUntilIdle(outbox, say)
    road.onCall = undefined
    report.calls = road.calls.length
    // Late calls still arrive.
    await delay(maxDelay + minute)
    await waitUntilIdle(outbox, say)
    const world = { outbox, sandbox, road, withKeys, report, ids }
    await judge(world, 'before')
    await decide(world, say)
    await judge(world, 'after')
  } finally {
    await outbox.close()
    await upstream.close()
    drafts.close()
    await workspace.close()
    await road.close()
    await sandbox.close()
    report.seconds = Math.round((performance.now() - started) / 100) / 10
  }
  return report
}

/** Creates the items that feeds update, refresh or extend; each feed has its own item. */
async function createItems(sandbox: SandboxService, count: number): Promise<void> {
  await sandbox.putItems(1, count + 1)
  const upstream = createUpstream({ address: sandbox.address, ...sandbox.credentials, clock: systemClock })
  try {
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    const body = itemFeed(
      ...numbers
        .filter((number) => /update|refresh/.test(kindOf(number)))
        .map((number) => sampleItem(number)),
    )
    const { feedId } = await upstream.submitFeed({ kind: 'create', body, idempotencyKey: 'furnish' })
    const query = { kind: 'create' as const, feedId, offset: 0, limit: 1 }
    while ((await upstream.feedStatus(query))?.feedStatus !== 'PROCESSED') await delay(minute)
  } finally {
    await upstream.close()
  }
}

const kindOf = (number: number): FeedKind => feedKinds[number % feedKinds.length] ?? 'create'

/** The fault of a call; undefined for most calls. */
function faultOf(random: Random, { faults }: RoadReport): Fault | undefined {
  if (!random.once(faultInterval)) return undefined
  const fault = random.pick(makers)(random)
  const name = 'status' in fault ? `${fault.kind} ${fault.status}` : fault.kind
  faults[name] = (faults[name] ?? 0) + 1
  return fault
}

/** Maximum number of polls of `waitUntilIdle`. */
const maxPolls = 600

/** Waits until no feed is in progress; `sendNow` ends waiting times. */
async function waitUntilIdle(outbox: Outbox, say: (line: string) => void): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll++) {
    await outbox.sendNow()
    const { counts, entries } = await outbox.overview()
    if (entries['under-way'] === 0) return
    if (poll % 20 === 0) say(`  ${JSON.stringify(counts)}`)
    await delay(minute)
  }
}

interface World {
  outbox: Outbox
  sandbox: SandboxService
  road: FaultyUpstream
  withKeys: boolean
  report: RoadReport
  ids: string[]
}

/** How often the service has received each payload, without copies made by the proxy. */
const timesReceived = ({ sandbox, road, withKeys }: World): Map<string, number> => {
  const times = new Map<string, number>()
  for (const { sha256 } of sandbox.receivedFeeds()) times.set(sha256, (times.get(sha256) ?? 0) + 1)
  // A service with idempotency keys detects copies itself.
  for (const { sha256, copies = 0 } of withKeys ? [] : road.calls) {
    const received = times.get(sha256)
    if (received !== undefined) times.set(sha256, received - copies)
  }
  return times
}

/** How often the proxy forwarded a payload; a service with idempotency keys does not show that. */
const timesPassedOn = ({ road }: World, sha256: string): number =>
  road.calls.filter((call) => call.method !== 'GET' && call.sha256 === sha256 && call.passedOn).length

/** Compares the outbox's states of its feeds with the feeds that the service has received. */
async function judge(world: World, when: 'before' | 'after'): Promise<void> {
  const { outbox, report, ids } = world
  const received = timesReceived(world)
  const { total } = await outbox.list({ offset: 0, limit: 1 })
  const fail = (text: string) => void report.failures.push(`${when}: ${text}`)
  if (total !== ids.length) fail(`${ids.length} feeds were queued, ${total} are there`)
  for (const id of ids) {
    const feed = await outbox.feed({ id })
    const times = received.get(feed.sha256) ?? 0
    const { actions, terminal, group } = outboxStateDescriptions[feed.state]
    const kindAndState = `${feed.kind} ${feed.state}`
    if (when === 'before') report.before[kindAndState] = (report.before[kindAndState] ?? 0) + 1
    if (times > 1) fail(`${describe(feed)} was received ${times} times`)
    const passedOn = timesPassedOn(world, feed.sha256)
    if (passedOn > 1) fail(`${describe(feed)} was sent ${passedOn} times that arrived`)
    if (!terminal && actions.length === 0) fail(`${describe(feed)} has no way on`)
    if (group === 'under-way') fail(`${describe(feed)} does not rest`)
    if ((feed.state === 'done' || feed.state === 'partly-done') && times === 0)
      fail(`${describe(feed)} is lost`)
    if (feed.state === 'failed' && times > 0)
      fail(`${describe(feed)} is said to have failed, and was received`)
    if (when === 'after' && feed.state !== 'done') fail(`${describe(feed)} comes to no end`)
  }
}

const describe = ({ name, kind, state, events }: OutboxFeedDetail): string =>
  `${name} (${kind}, ${state}; ${events.map(({ event, message }) => `${event ?? 'queued'}: ${message}`).join(' | ')})`

/** A person who checks the service resolves the remaining feeds until all are done. */
async function decide(world: World, say: (line: string) => void): Promise<void> {
  const { outbox, report, ids } = world
  const note = (decision: string) => {
    report.decisions[decision] = (report.decisions[decision] ?? 0) + 1
  }
  for (let round = 0; round < 6; round++) {
    const received = timesReceived(world)
    let open = 0
    for (const id of ids) {
      const feed = await outbox.feed({ id })
      const arrived = (received.get(feed.sha256) ?? 0) > 0
      if (feed.state === 'done') continue
      open++
      if (feed.state === 'uncertain' || feed.state === 'looked-for') {
        note(arrived ? 'arrived' : 'not arrived')
        await outbox.resolve({ id, arrived })
      } else if (feed.state === 'failed') {
        note('sent again')
        await outbox.retry({ id }).catch((error: unknown) => {
          if (!(error instanceof PlainError) || error.code !== 'LOOK_FIRST') throw error
          note('told what the catalog shows')
          return outbox.retry({ id, anyway: true })
        })
      } else if (feed.state === 'partly-done') {
        note('settled')
        await outbox.settle({ id })
      }
    }
    if (open === 0) return
    await waitUntilIdle(outbox, say)
  }
}
