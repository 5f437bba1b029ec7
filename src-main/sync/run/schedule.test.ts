import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type SyncPlan,
  type SyncRun,
  type SyncSettings,
  syncSettings,
} from '../../../src-shared/sync/model.ts'
import { isoTime } from '../../../src-shared/values/iso-time.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { PowerConditions, PowerState } from '../../platform/power.ts'
import { type SeenCall, startFaultyUpstream } from '../../testing/faulty-upstream.ts'
import { startSandboxService } from '../../testing/sandbox-service.ts'
import { openTemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createUpstream } from '../../upstream/index.ts'
import { createSync } from '../sync.ts'
import { type NextStep, nextStep, type Situation } from './schedule.ts'

const now = Date.UTC(2026, 4, 1, 12)
const minute = 60_000
const day = 24 * 60 * minute
const run = (more: Partial<SyncRun>): SyncRun => ({
  id: 'r',
  startedAt: isoTime(now - 20 * minute),
  endedAt: isoTime(now - 10 * minute),
  outcome: 'completed',
  kind: 'incremental',
  phase: 'items',
  itemsDone: 0,
  itemsNew: 0,
  itemsChanged: 0,
  itemsUnchanged: 0,
  itemsGone: 0,
  itemsReturned: 0,
  setAside: 0,
  picturesTotal: 0,
  picturesDone: 0,
  bytes: 0,
  ...more,
})
const settings = (schedule: Partial<SyncSettings['schedule']>) => syncSettings.parse({ schedule })
const hourly = settings({ everyMinutes: 60 })
const never = settings({})
const online = settings({ onOnline: true })
const unreachable = run({ outcome: 'failed', failure: 'unreachable' })
const full: SyncPlan = { scope: 'full', profile: 'complete' }
const ofBrand: SyncPlan = { scope: 'brand', ids: ['b1'], verified: false, profile: 'complete' }
const waiting: NextStep = { kind: 'wait' }

describe('nextStep', () => {
  const cases: { what: string; situation: Partial<Situation>; step: NextStep }[] = [
    { what: 'waits without a schedule', situation: {}, step: waiting },
    {
      what: 'starts after the interval, counted from the last end',
      situation: { settings: hourly, latest: run({}) },
      step: { kind: 'start', at: now + 50 * minute },
    },
    {
      what: 'starts at once when the interval is over',
      situation: { settings: hourly, latest: run({ endedAt: isoTime(now - 90 * minute) }) },
      step: { kind: 'start', at: now },
    },
    {
      what: 'starts at once when there was no run',
      situation: { settings: hourly },
      step: { kind: 'start', at: now },
    },
    {
      what: 'starts at once when the clock was far ahead at the last end',
      situation: { settings: hourly, latest: run({ endedAt: isoTime(now + 30 * day) }) },
      step: { kind: 'start', at: now },
    },
    {
      what: 'starts after the interval when the clock was a second ahead at the last end',
      situation: { settings: hourly, latest: run({ endedAt: isoTime(now + 1000) }) },
      step: { kind: 'start', at: now + 60 * minute },
    },
    {
      what: 'starts with the program',
      situation: { settings: settings({ onStart: true }), startedAt: now - 5, latest: run({}) },
      step: { kind: 'start', at: now - 5 },
    },
    {
      what: 'does not start with the program twice',
      situation: { settings: settings({ onStart: true }), latest: run({}) },
      step: waiting,
    },
    {
      what: 'continues after a limit at the given time, with any schedule',
      situation: { latest: run({ outcome: 'paused', pause: { reason: 'limit', until: isoTime(now + 5) } }) },
      step: { kind: 'start', at: now + 5 },
    },
    {
      what: 'continues a run paused on battery as soon as allowed',
      situation: { latest: run({ outcome: 'paused', pause: { reason: 'battery' } }) },
      step: { kind: 'start', at: now },
    },
    {
      what: 'waits while on battery',
      situation: {
        held: 'battery',
        settings: hourly,
        latest: run({ outcome: 'paused', pause: { reason: 'battery' } }),
      },
      step: waiting,
    },
    {
      what: 'does not continue a run that a person paused',
      situation: { settings: hourly, latest: run({ outcome: 'paused', pause: { reason: 'person' } }) },
      step: waiting,
    },
    {
      what: 'waits for a person after a refused password',
      situation: { settings: hourly, latest: run({ outcome: 'failed', failure: 'credentials' }) },
      step: waiting,
    },
    {
      what: 'continues a run interrupted by the end of the program at its next start',
      situation: { startedAt: now - 5, latest: run({ outcome: 'interrupted', plan: full }) },
      step: { kind: 'start', at: now - 5 },
    },
    {
      what: 'continues a run interrupted by a crash at the next start',
      situation: { startedAt: now - 5, latest: run({ outcome: 'running', plan: full }) },
      step: { kind: 'start', at: now - 5 },
    },
    {
      what: 'continues an interrupted run of a part with its own plan',
      situation: {
        startedAt: now - 5,
        latest: run({}),
        latestOther: run({ outcome: 'interrupted', plan: ofBrand }),
      },
      step: { kind: 'start', at: now - 5, plan: ofBrand },
    },
    {
      what: 'does not continue an interrupted run of an earlier version',
      situation: { startedAt: now - 5, latest: run({ outcome: 'interrupted' }) },
      step: waiting,
    },
    {
      what: 'probes an unreachable service',
      situation: { settings: online, latest: unreachable },
      step: { kind: 'probe', at: now - 9 * minute },
    },
    {
      what: 'does not probe unless the settings say so',
      situation: { settings: never, latest: unreachable },
      step: waiting,
    },
  ]
  test.each(cases)('$what', ({ situation, step }) => {
    const usual = { now, settings: never, latest: undefined, held: undefined, startedAt: undefined }
    expect(nextStep({ ...usual, ...situation })).toEqual(step)
  })
})

/** A power state set by the test. */
function settablePower(conditions: PowerConditions): PowerState & { set(next: PowerConditions): void } {
  const listeners = new Set<() => void>()
  let current = conditions
  return {
    now: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(next) {
      current = next
      for (const listener of listeners) listener()
    },
  }
}

test('starts with the program, pauses on battery and continues when plugged in', async () => {
  await using sandbox = await startSandboxService()
  await sandbox.putItems(1, 200)
  const service = await startFaultyUpstream(sandbox.address)
  service.fail({ kind: 'latency', milliseconds: 30 }, { times: Number.POSITIVE_INFINITY })
  await using workspace = await openTemporaryWorkspace()
  const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
  const power = settablePower({ onBattery: false })
  const idle = createSync({ ...workspace, upstream })
  await idle.setSettings(syncSettings.parse({ schedule: { onStart: true }, pauseOnBattery: true }))

  const sync = createSync({ ...workspace, upstream, power, pageSize: 10, scheduled: true })
  await expect.poll(async () => (await sync.state()).current?.itemsDone ?? 0).toBeGreaterThan(10)
  power.set({ onBattery: true })
  await expect
    .poll(async () => (await sync.state()).current)
    .toMatchObject({ outcome: 'paused', pause: { reason: 'battery' } })
  const paused = (await sync.state()).current?.itemsDone
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect((await sync.state()).current?.itemsDone).toBe(paused)
  power.set({ onBattery: false })
  await expect
    .poll(async () => (await sync.state()).history[0]?.outcome, { timeout: 60_000 })
    .toBe('completed')
  expect((await sync.state()).history).toHaveLength(1)
  await sync.close()
  await upstream.close()
  await service.close()
})

test('starts nothing while the computer goes to sleep, and starts when it wakes', async () => {
  await using sandbox = await startSandboxService()
  await sandbox.putItems(1, 20)
  const service = await startFaultyUpstream(sandbox.address)
  await using workspace = await openTemporaryWorkspace()
  const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
  const power = settablePower({ asleep: true })
  const idle = createSync({ ...workspace, upstream })
  await idle.setSettings(syncSettings.parse({ schedule: { onStart: true } }))

  const sync = createSync({ ...workspace, upstream, power, scheduled: true })
  await new Promise((resolve) => setTimeout(resolve, 200))
  power.set({ asleep: true, onBattery: true })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(service.calls).toEqual([])
  power.set({ asleep: false })
  await expect
    .poll(async () => (await sync.state()).history[0]?.outcome, { timeout: 60_000 })
    .toBe('completed')
  await sync.close()
  await upstream.close()
  await service.close()
})

describe('closing aborts a pending call', () => {
  test.each(['/retailer', '/item?'])('of a run: %s', async (call) => {
    await using sandbox = await startSandboxService()
    await sandbox.putItems(1, 20)
    const service = await startFaultyUpstream(sandbox.address)
    const isAsked = ({ path }: SeenCall) => path.includes(call)
    service.fail({ kind: 'hang' }, { when: isAsked, times: Number.POSITIVE_INFINITY })
    await using workspace = await openTemporaryWorkspace()
    const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
    const sync = createSync({ ...workspace, upstream })
    await sync.start()
    await expect.poll(() => service.calls.filter(isAsked).length).toBeGreaterThan(0)
    await sync.close()
    expect((await sync.state()).history[0]).toMatchObject({ outcome: 'interrupted' })
    await upstream.close()
    await service.close()
  })

  test('of the schedule, which probes', async () => {
    await using sandbox = await startSandboxService()
    const service = await startFaultyUpstream(sandbox.address)
    await using workspace = await openTemporaryWorkspace()
    const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
    await service.stop()
    const first = createSync({ ...workspace, upstream, timing: { maxFailures: 1 } })
    await first.setSettings(online)
    await first.start()
    expect((await first.finished()).history[0]).toMatchObject({ failure: 'unreachable' })
    await first.close()

    await service.start()
    service.fail({ kind: 'hang' })
    const clock: Clock = { ...systemClock, now: () => Date.now() + 2 * minute }
    const sync = createSync({ ...workspace, upstream, clock, scheduled: true })
    await expect.poll(() => service.calls.length).toBe(1)
    await sync.close()
    await upstream.close()
    await service.close()
  })
})

test('keeps a pause requested by the service after a restart', async () => {
  await using sandbox = await startSandboxService()
  await sandbox.putItems(1, 50)
  const service = await startFaultyUpstream(sandbox.address)
  service.fail(
    { kind: 'status', status: 503, headers: { 'retry-after': '3' } },
    { when: ({ path }) => path.includes('/item?') },
  )
  await using workspace = await openTemporaryWorkspace()
  const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
  const first = createSync({ ...workspace, upstream })
  await first.start()
  await expect.poll(async () => (await first.state()).current?.pause?.reason).toBe('maintenance')
  await first.close()
  const pausedUntil = (await first.state()).current?.pause?.until
  const calls = service.calls.length

  const second = createSync({ ...workspace, upstream, scheduled: true })
  await expect.poll(async () => (await second.state()).nextRunAt).toBe(pausedUntil)
  expect(service.calls).toHaveLength(calls)
  await expect
    .poll(async () => (await second.state()).history[0]?.outcome, { timeout: 60_000 })
    .toBe('completed')
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(pausedUntil ?? ''))
  await second.close()
  await upstream.close()
  await service.close()
})

describe('with a clock that was a month ahead', () => {
  let ahead: number
  const clock: Clock = { ...systemClock, now: () => Date.now() + ahead }
  beforeEach(() => {
    ahead = 30 * day
  })
  async function aCopy() {
    const sandbox = await startSandboxService()
    await sandbox.putItems(1, 20)
    const service = await startFaultyUpstream(sandbox.address)
    const workspace = await openTemporaryWorkspace({ clock })
    const upstream = createUpstream({ ...sandbox.credentials, address: service.address })
    onTestFinished(async () => {
      await upstream.close()
      await workspace.close()
      await service.close()
      await sandbox.close()
    })
    return { service, workspace: { ...workspace, upstream, clock } }
  }

  test('starts exactly one run after a run ended', async () => {
    const { workspace } = await aCopy()
    const first = createSync(workspace)
    await first.setSettings(hourly)
    await first.start()
    await first.finished()
    await first.close()

    ahead = 0
    const sync = createSync({ ...workspace, scheduled: true })
    const outcomes = async () => (await sync.state()).history.map(({ outcome }) => outcome)
    await expect.poll(outcomes).toEqual(['completed', 'completed'])
    await expect
      .poll(async () => Date.parse((await sync.state()).nextRunAt ?? ''))
      .toBeGreaterThan(Date.now())
    expect(await outcomes()).toHaveLength(2)
    await sync.close()
  })

  test('ends a recorded pause within a day, after any number of starts', async () => {
    const { service, workspace } = await aCopy()
    service.fail({ kind: 'status', status: 503 }, { when: ({ path }) => path.includes('/item?') })
    const first = createSync(workspace)
    await first.start()
    await expect.poll(async () => (await first.state()).current?.pause?.reason).toBe('maintenance')
    await first.close()

    ahead = 0
    const ends: string[] = []
    for (let starts = 0; starts < 2; starts++) {
      const sync = createSync({ ...workspace, scheduled: true })
      await expect.poll(async () => (await sync.state()).nextRunAt).toBeDefined()
      const { current, nextRunAt } = await sync.state()
      expect(current?.pause?.until).toBe(nextRunAt)
      expect(current?.note).toContain(nextRunAt)
      expect(Date.parse(nextRunAt ?? '')).toBeLessThanOrEqual(Date.now() + day)
      ends.push(nextRunAt ?? '')
      await sync.close()
    }
    expect(ends[1]).toBe(ends[0])
  })
})
