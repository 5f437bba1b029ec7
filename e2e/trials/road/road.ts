/**
 * Sends feeds of all kinds over a bad road: a proxy between a real outbox and a real service, both over HTTP, which loses,
 * delays, doubles, cuts and answers itself, as a seed says. Then the faults end, and a person settles the feeds that are left.
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
  /** Calls on the road, and those that something went wrong with. */
  calls: number
  faults: Record<string, number>
  /** How feeds stood before a person decided, and how often a person had to. */
  before: Record<string, number>
  decisions: Record<string, number>
  seconds: number
  failures: string[]
}

/** A minute of the outbox is this long here, in milliseconds; everything else is shorter in proportion. */
const minute = 200
const timing = {
  ...{ firstRetry: 20, maxRetry: minute, firstQuestion: 10, maxQuestion: minute, lockRetry: 50 },
  closing: 500,
}
/** A call that comes late is late by less than the outbox waits before it takes a feed for lost. */
const latest = minute / 2
const limits = { connect: 2000, answer: 1500, silence: 1500, whole: 3000 }
const page = '<!DOCTYPE html><html><body>Something is in the way</body></html>'
const html = { 'content-type': 'text/html' }
/** One call in so many goes wrong. */
const often = 4

type Maker = (random: Random) => Fault
const answered = [400, 403, 404, 406, 409, 500, 502, 503]
const makers: Maker[] = [
  () => ({ kind: 'reset-before' }),
  () => ({ kind: 'reset-after' }),
  (random) => ({ kind: 'late', milliseconds: random.below(latest) }),
  (random) => ({ kind: 'latency', milliseconds: random.below(latest) }),
  (random) => ({ kind: 'status', status: random.pick(answered), headers: html, body: page }),
  (random) => ({ kind: 'instead', status: random.pick(answered), headers: html, body: page }),
  () => ({ kind: 'html' }),
  (random) => ({ kind: 'truncate', part: random.below(100) / 100 }),
  (random) => ({ kind: 'cut-body', part: random.below(100) / 100 }),
  () => ({ kind: 'double' }),
]

/** The payload of one feed: about items that no other feed names. */
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
  /** Whether the service knows idempotency keys. */
  withKeys?: boolean
  say?: (line: string) => void
}

export async function driveRoad(options: RoadOptions): Promise<RoadReport> {
  const { seed, feeds: count, withKeys = true, say = () => undefined } = options
  const started = performance.now()
  const random = new Random(seed)
  const sandbox = await startSandboxService()
  await furnish(sandbox, count)
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
      // A create is of an item that is not there yet.
      const body = payloadOf(kind, kind === 'create' ? count + number : number)
      const about = checkPayload(kind, body)
      ids.push((await outbox.queue({ kind, name: `Feed ${number}`, body, about })).id)
    }
    await outbox.setPaused({ paused: false })
    await rest(outbox, say)
    road.onCall = undefined
    report.calls = road.calls.length
    // What is on its way still comes to its end.
    await delay(latest + minute)
    await rest(outbox, say)
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

/** What is updated, refreshed or added to is at the service before; each item has a number of its own. */
async function furnish(sandbox: SandboxService, count: number): Promise<void> {
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
    const asked = { kind: 'create' as const, feedId, offset: 0, limit: 1 }
    while ((await upstream.feedStatus(asked))?.feedStatus !== 'PROCESSED') await delay(minute)
  } finally {
    await upstream.close()
  }
}

const kindOf = (number: number): FeedKind => feedKinds[number % feedKinds.length] ?? 'create'

/** What goes wrong with a call; most calls go well. */
function faultOf(random: Random, { faults }: RoadReport): Fault | undefined {
  if (!random.once(often)) return undefined
  const fault = random.pick(makers)(random)
  const name = 'status' in fault ? `${fault.kind} ${fault.status}` : fault.kind
  faults[name] = (faults[name] ?? 0) + 1
  return fault
}

/** Turns of a person who lets everything be tried, at most. */
const maxTurns = 600

/** Waits until no feed is under way any more; holds are ended as a person ends them, by sending now. */
async function rest(outbox: Outbox, say: (line: string) => void): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    await outbox.sendNow()
    const { counts, entries } = await outbox.overview()
    if (entries['under-way'] === 0) return
    if (turn % 20 === 0) say(`  ${JSON.stringify(counts)}`)
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

/** How often the service has received each payload; a copy that the road itself has made is not counted. */
const timesReceived = ({ sandbox, road, withKeys }: World): Map<string, number> => {
  const times = new Map<string, number>()
  for (const { sha256 } of sandbox.receivedFeeds()) times.set(sha256, (times.get(sha256) ?? 0) + 1)
  // A service that knows keys tells a copy by its key.
  for (const { sha256, copies = 0 } of withKeys ? [] : road.calls) {
    const received = times.get(sha256)
    if (received !== undefined) times.set(sha256, received - copies)
  }
  return times
}

/** How often a payload was passed on by the road, which a service that knows keys does not show. */
const timesPassedOn = ({ road }: World, sha256: string): number =>
  road.calls.filter((call) => call.method !== 'GET' && call.sha256 === sha256 && call.passedOn).length

/** Compares what the outbox says of its feeds with what the service has received. */
async function judge(world: World, when: 'before' | 'after'): Promise<void> {
  const { outbox, report, ids } = world
  const received = timesReceived(world)
  const { total } = await outbox.list({ offset: 0, limit: 1 })
  const fail = (words: string) => void report.failures.push(`${when}: ${words}`)
  if (total !== ids.length) fail(`${ids.length} feeds were queued, ${total} are there`)
  for (const id of ids) {
    const feed = await outbox.feed({ id })
    const times = received.get(feed.sha256) ?? 0
    const { actions, terminal, group } = outboxStateDescriptions[feed.state]
    const stands = `${feed.kind} ${feed.state}`
    if (when === 'before') report.before[stands] = (report.before[stands] ?? 0) + 1
    if (times > 1) fail(`${told(feed)} was received ${times} times`)
    const passedOn = timesPassedOn(world, feed.sha256)
    if (passedOn > 1) fail(`${told(feed)} was sent ${passedOn} times that arrived`)
    if (!terminal && actions.length === 0) fail(`${told(feed)} has no way on`)
    if (group === 'under-way') fail(`${told(feed)} does not rest`)
    if ((feed.state === 'done' || feed.state === 'partly-done') && times === 0) fail(`${told(feed)} is lost`)
    if (feed.state === 'failed' && times > 0) fail(`${told(feed)} is said to have failed, and was received`)
    if (when === 'after' && feed.state !== 'done') fail(`${told(feed)} comes to no end`)
  }
}

const told = ({ name, kind, state, events }: OutboxFeedDetail): string =>
  `${name} (${kind}, ${state}; ${events.map(({ event, message }) => `${event ?? 'queued'}: ${message}`).join(' | ')})`

/** A person who looks at the service goes through what rests, until all is done. */
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
    await rest(outbox, say)
  }
}
