import { setImmediate as nextTick } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncRun } from '../../src-shared/sync/model.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { catalogContents } from '../testing/catalog-contents.ts'
import {
  type Fault,
  type FaultyUpstream,
  type SeenCall,
  startFaultyUpstream,
} from '../testing/faulty-upstream.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/index.ts'
import { createSync } from './sync.ts'

/**
 * All faults of the connection and the service in one table. Each case ends with the same database as a run
 * without faults, or with the pause or stop given in the case.
 */
const items = 300
const pageSize = 25
const sliceSize = 120
const day = 24 * 60 * 60 * 1000
const timing = { firstRetry: 5, maxRetry: 20, maxFailures: 6 }
const limits = { connect: 500, answer: 500, silence: 500 }

let sandbox: SandboxService
let service: FaultyUpstream
let expected: ReturnType<typeof catalogContents>

beforeAll(async () => {
  sandbox = await startSandboxService()
  for (let from = 0; from < items; from += 100)
    await sandbox.putItems(from, from + 100, {
      updatedFrom: Date.now() - 60 * day + (from / 100) * 3 * day,
      // Non-ASCII, so that a wrong charset shows.
      text: 'crème brûlée',
    })
  service = await startFaultyUpstream(sandbox.address)
  expected = (await syncThrough([])).contents
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})

/** A clock that a test can set. Long sleeps end at once. */
function movableClock(): Clock & { move(milliseconds: number): void; naps: number[] } {
  let offset = 0
  const naps: number[] = []
  return {
    naps,
    now: () => systemClock.now() + offset,
    move(milliseconds) {
      offset += milliseconds
    },
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      naps.push(milliseconds)
      if (milliseconds < 1000) return systemClock.sleep(milliseconds, signal)
      offset += milliseconds
      await nextTick()
    },
  }
}

interface Case {
  what: string
  fault: Fault | ((clock: ReturnType<typeof movableClock>) => Fault)
  when?: (call: SeenCall) => boolean
  times?: number
  /** The expected pauses: reason and duration, in milliseconds. */
  pauses?: { reason: string; min: number; max: number }[]
  /** For a run that stops for a person: its expected state. The run is started again and must complete. */
  stops?: Partial<SyncRun>
}

const isPage = ({ path }: SeenCall) => /\/item\?.*limit=25/.test(path)
const isLength = ({ path }: SeenCall) => /\/item\?.*limit=1&|\/item\?.*limit=1$/.test(path)
const isBrand = ({ path }: SeenCall) => path.includes('/brand')
let pagesSeen = 0
/** Matches from the fourth page on. */
const midRun = (call: SeenCall) => isPage(call) && ++pagesSeen > 3

const previousPage = (path: string) =>
  path.replace(/idx=(\d+)/, (_, idx: string) => `idx=${Math.max(0, Number(idx) - pageSize)}`)
const rewrite = (change: (text: string) => string): Fault => ({
  kind: 'rewrite',
  rewrite: (body) => change(body.toString('utf8')),
})
const always = Number.POSITIVE_INFINITY

const cases: Case[] = [
  { what: 'latency', fault: { kind: 'latency', milliseconds: 50 }, times: always },
  { what: 'low bandwidth', fault: { kind: 'slow', bytesPerSecond: 60_000 }, times: 6 },
  { what: 'a reset before the service has the call', fault: { kind: 'reset-before' }, times: 3 },
  { what: 'a reset instead of the answer', fault: { kind: 'reset-after' }, times: 3 },
  {
    what: 'a reset while the list of brands is fetched',
    fault: { kind: 'reset-after' },
    when: isBrand,
    times: 2,
  },
  { what: 'a cut body', fault: { kind: 'cut-body', part: 0.6 }, times: 3 },
  {
    what: 'a truncated body with a matching Content-Length',
    fault: { kind: 'truncate', part: 0.6 },
    times: 2,
  },
  { what: 'a slow close', fault: { kind: 'slow-close', milliseconds: 100 }, times: 4 },
  { what: 'no answer at all', fault: { kind: 'hang' }, times: 2 },
  { what: 'HTML with 200', fault: { kind: 'html' }, times: 4 },
  { what: 'HTML with 200 for the length request', fault: { kind: 'html' }, when: isLength, times: 3 },
  { what: 'a wrong charset', fault: { kind: 'wrong-charset' }, times: 2 },
  { what: 'malformed XML', fault: rewrite((text) => text.replace('</name>', '</nome>')), times: 2 },
  { what: 'a duplicated page', fault: { kind: 'other-call', path: previousPage }, when: midRun, times: 2 },
  {
    what: 'a duplicated page with the requested start index',
    fault: rewrite((text) => {
      // Every second item appears twice, in place of the items between.
      const all = text.match(/<item [\s\S]*?<\/item>/g) ?? []
      const half = all.filter((_, index) => index % 2 === 0)
      const twice = half.flatMap((item) => [item, item]).slice(0, all.length)
      return text.replace(/<item [\s\S]*<\/item>/, twice.join(''))
    }),
    times: 1,
  },
  {
    what: 'a shrinking total',
    fault: rewrite((text) => text.replace(/total="\d+"/, 'total="30"')),
    when: midRun,
    times: 2,
  },
  {
    what: 'a total that is too small at first',
    fault: rewrite((text) => text.replace(/total="\d+"/, 'total="7"')),
    when: isLength,
    times: 1,
  },
  {
    what: 'an empty page',
    fault: rewrite((text) => text.replace(/<item [\s\S]*<\/item>/, '').replace(/count="\d+"/, 'count="0"')),
    times: 2,
  },
  { what: '500', fault: { kind: 'status', status: 500 }, times: 4 },
  {
    what: '503 with Retry-After',
    fault: { kind: 'status', status: 503, headers: { 'retry-after': '120' } },
    pauses: [{ reason: 'maintenance', min: 110_000, max: 121_000 }],
  },
  {
    what: '503 without',
    fault: { kind: 'status', status: 503 },
    pauses: [{ reason: 'maintenance', min: 60_000, max: 121_000 }],
  },
  {
    what: '406: the daily limit',
    fault: { kind: 'status', status: 406 },
    pauses: [{ reason: 'limit', min: 0, max: day }],
  },
  {
    what: '429 with Retry-After',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '30' } },
    pauses: [{ reason: 'limit', min: 25_000, max: 31_000 }],
  },
  {
    what: '403 in the middle',
    fault: { kind: 'status', status: 403 },
    when: midRun,
    stops: { outcome: 'failed', failure: 'credentials' },
  },
  {
    what: 'a service that becomes unreachable',
    fault: { kind: 'reset-before' },
    when: midRun,
    times: always,
    stops: { outcome: 'failed', failure: 'unreachable' },
  },
  {
    what: 'a permanent sign-in page',
    fault: { kind: 'html' },
    when: midRun,
    times: always,
    stops: { outcome: 'failed', failure: 'answer' },
  },
  {
    what: 'a clock that jumps ahead a year',
    fault: (clock) => ({ kind: 'meanwhile', action: () => clock.move(365 * day) }),
    when: midRun,
  },
  {
    what: 'a clock that jumps back a year',
    fault: (clock) => ({ kind: 'meanwhile', action: () => clock.move(-365 * day) }),
    when: midRun,
  },
  {
    what: 'a clock that jumps back during a pause',
    fault: (clock) => {
      let calls = 0
      return {
        kind: 'meanwhile',
        action: () => {
          if (calls++ === 0) clock.move(-30 * day)
        },
      }
    },
    times: 2,
  },
]

async function syncThrough(
  planned: Case[],
  concurrency = 2,
): Promise<{ contents: ReturnType<typeof catalogContents>; run: SyncRun; seen: SyncRun[]; naps: number[] }> {
  const clock = movableClock()
  await using workspace = await openTemporaryWorkspace({ clock })
  const upstream = createUpstream({ ...sandbox.credentials, address: service.address, limits, clock })
  const sync = createSync({ ...workspace, upstream, timing, pageSize, sliceSize, clock })
  const seen: SyncRun[] = []
  const recordPause = async () => {
    const { current } = await sync.state()
    if (current?.outcome === 'paused' && seen.at(-1)?.pause?.until !== current.pause?.until)
      seen.push(current)
  }
  const sleep = clock.sleep
  // Before each long sleep the state is read, as the screen would do.
  clock.sleep = async (milliseconds, signal) => {
    if (milliseconds >= 1000) await recordPause()
    return sleep(milliseconds, signal)
  }
  try {
    await sync.setSettings({ ...(await sync.settings()), concurrency })
    service.heal()
    pagesSeen = 0
    for (const { fault, when = isPage, times = 1 } of planned)
      service.fail(typeof fault === 'function' ? fault(clock) : fault, { when, times })
    await sync.start()
    let state = await sync.finished()
    for (const { stops } of planned) {
      if (!stops) continue
      expect(state.history[0]).toMatchObject(stops)
      service.heal()
      await sync.start()
      state = await sync.finished()
    }
    const [run] = state.history
    if (!run) throw new Error('There is no run')
    expect(state.history).toHaveLength(1)
    return { contents: catalogContents(workspace.storage.path), run, seen, naps: clock.naps }
  } finally {
    await sync.close()
    await upstream.close()
  }
}

describe('produces the same database in spite of', () => {
  test.each(cases)('$what', async (planned) => {
    const { contents, run, seen } = await syncThrough([planned])
    expect(run).toMatchObject({ outcome: 'completed', itemsNew: items, itemsDone: items, setAside: 0 })
    expect(contents).toEqual(expected)
    expect(seen.map(({ pause }) => pause?.reason)).toEqual((planned.pauses ?? []).map(({ reason }) => reason))
  })
})

test.each(cases.filter(({ pauses }) => pauses))(
  'pauses for the right time and reason: $what',
  async (planned) => {
    const before = Date.now()
    const { seen, naps } = await syncThrough([planned], 1)
    const [paused] = seen
    const { reason, min, max } = planned.pauses?.[0] ?? { min: 0, max: 0 }
    expect(paused).toMatchObject({
      pause: { reason },
      note: expect.stringMatching(/continues automatically at \d{4}/),
    })
    const until = Date.parse(paused?.pause?.until ?? '')
    expect(until - before).toBeGreaterThanOrEqual(min)
    const slept = naps.reduce((sum, nap) => sum + nap, 0)
    expect(slept).toBeLessThanOrEqual(max + 1000)
    if (planned.what.startsWith('406')) expect(until % day).toBe(0)
  },
)

test('completes with all faults at once', async () => {
  const all = cases.filter(({ stops, pauses }) => !stops && !pauses)
  const { contents, run } = await syncThrough(all.map((planned) => ({ ...planned, times: 1 })))
  expect(run.outcome).toBe('completed')
  expect(contents).toEqual(expected)
})
