import { randomUUID } from 'node:crypto'
import type { SyncPlan } from '../../src-shared/sync/model.ts'
import { systemClock } from '../platform/clock.ts'
import { type PowerState, powerOfNode } from '../platform/power.ts'
import { takeProcessLock } from '../storage/index.ts'
import { openAnswerKeeping } from './keep-answer.ts'
import { type CommonHold, defaultSyncTiming, type SyncTiming } from './patience.ts'
import { beginning, dayOf, isMain, samePlan } from './plan.ts'
import { openQuarantine } from './quarantine.ts'
import { cancelled, closed, failedBy, failureOf, paused, Stopped } from './run-end.ts'
import type { OpenRun } from './run-row.ts'
import { runSync } from './run-sync.ts'
import { startSchedule } from './schedule.ts'
import { createSpeedometer, type Speedometer } from './speedometer.ts'
import { type Sync, SyncError, type SyncOptions, type SyncStart } from './sync.ts'
import { openSyncSettings } from './sync-settings.ts'
import { openSyncState } from './sync-state.ts'
import { syncReader, syncWriter } from './sync-store.ts'

/** Items asked for at a time: what the decisions allow at most. A service that gives fewer is followed. */
const defaultPageSize = 1000
const defaultSliceSize = 10_000
/** The first page of a run that expects little; the following ones are larger. */
const firstIncrementalPage = 50
const dayLength = 24 * 60 * 60 * 1000

/** The run under way in this process. */
interface CurrentRun {
  abort: AbortController
  ended: Promise<void>
  speed: Speedometer
  /** What is to follow it. */
  next: SyncStart[]
}

/** The sync of one connected workspace. It does nothing until it is started, or its schedule says so. */
export function createSync(options: SyncOptions & { timing?: Partial<SyncTiming> }): Sync {
  const { storage, directory, upstream, media, clock = systemClock, log } = options
  const { pageSize = defaultPageSize, sliceSize = defaultSliceSize, scheduled = false } = options
  const power: PowerState = options.power ?? powerOfNode()
  const timing = { ...defaultSyncTiming, ...options.timing }
  const reader = storage.reader(syncReader)
  const writer = storage.writer(syncWriter)
  const settings = openSyncSettings(storage, log)
  const keepAnswer = openAnswerKeeping(storage)
  let current: CurrentRun | undefined
  let unwritten: { id: string; note: string } | undefined
  let isClosed = false
  let concurrency = 1
  /** A person wants this run whatever the computer's state. */
  let insistsOn: AbortController | undefined

  const stateNow = openSyncState({
    storage,
    power,
    speed: () => current?.speed,
    nextRunAt: () => schedule?.nextRunAt(),
    unwritten: () => unwritten,
  })

  async function planOf({ full, plan }: SyncStart): Promise<SyncPlan> {
    if (plan) return plan
    const { profile } = await settings.read()
    return { scope: full ? 'full' : 'incremental', profile }
  }

  /** The run to go on with, or a new one. */
  async function openRun(start: SyncStart): Promise<OpenRun> {
    let plan = await planOf(start)
    const latest = await reader.latest(isMain(plan) ? 'main' : 'other')
    if (latest && latest.run.outcome !== 'completed') {
      const isAnyMain = plan.scope === 'incremental' && isMain(latest.plan)
      if (isAnyMain || samePlan(latest.plan, plan)) return writer.resume(latest.run.id)
    }
    const [watermark, { learnVerified }] = await Promise.all([reader.watermark(), settings.read()])
    if (plan.scope === 'incremental' && !watermark) plan = { ...plan, scope: 'full' }
    const isIncremental = plan.scope === 'incremental' && watermark !== undefined
    return writer.begin({
      id: randomUUID(),
      plan,
      learnVerified,
      // One day back: a service may show a change a little later than the moment it writes into it.
      since: isIncremental ? dayOf(watermark.updatedUpTo - dayLength) : beginning,
      ...(isIncremental && { knownUpTo: watermark.updatedUpTo }),
      largestPage: pageSize,
      firstPage: isIncremental ? Math.min(firstIncrementalPage, pageSize) : pageSize,
      largestSlice: sliceSize,
    })
  }

  async function carryOut(open: OpenRun, held: CommonHold | undefined, running: CurrentRun): Promise<void> {
    const { id } = open.run
    const { signal } = running.abort
    try {
      const { speed } = running
      const remark = await runSync(open, {
        ...{ writer, upstream, keepAnswer, media, clock, timing, speed, signal, held },
        concurrency: () => concurrency,
      })
      await writer.complete(id, remark)
    } catch (error) {
      const isStopped = signal.reason instanceof Stopped
      if (!isStopped) logDefect(error, 'a sync failed')
      await noteEnd(id, isStopped ? signal.reason.end : failedBy(error), isStopped)
    }
  }

  /** What the service or the disk is the cause of is told by the run itself. */
  function logDefect(error: unknown, message: string): void {
    if (failureOf(error) === 'defect') log?.error({ err: error }, message)
  }

  /** Whatever made the run fail may also keep its end from being written. */
  async function noteEnd(id: string, end: ReturnType<typeof failedBy>, isStopped: boolean): Promise<void> {
    try {
      // A program that is closed while it waits for a known moment goes on waiting for it when it is started again.
      const [newest] = await reader.history(1)
      const isWaiting = newest?.id === id && newest.pause?.until !== undefined
      if (isStopped && isWaiting && end.outcome === 'interrupted') return
      await writer.end(id, end)
    } catch (error) {
      logDefect(error, 'the end of a sync could not be written')
      unwritten = { id, note: end.note }
    }
  }

  /** What an earlier program was told to wait for, and is not over. */
  async function heldBefore(): Promise<CommonHold | undefined> {
    const pause = (await reader.latest('main'))?.run
    const until = Date.parse(pause?.pause?.until ?? '')
    const reason = pause?.pause?.reason
    if (!(until > clock.now()) || (reason !== 'limit' && reason !== 'maintenance')) return undefined
    return { until, reason, message: pause?.note ?? '' }
  }

  /** @throws SyncError `BUSY` when another process is syncing this workspace */
  async function begin(start: SyncStart, { isInsisted }: { isInsisted: boolean }): Promise<void> {
    const lock = takeProcessLock(directory, 'sync')
    if (!lock)
      throw new SyncError('BUSY', 'Another program is syncing this workspace. Wait until it is done.')
    const started = Promise.withResolvers<void>()
    const running: CurrentRun = {
      abort: new AbortController(),
      ended: Promise.resolve(),
      speed: createSpeedometer(clock),
      next: [],
    }
    const work = async () => {
      try {
        concurrency = (await settings.read()).concurrency
        await writer.markInterrupted()
        unwritten = undefined
        let held = isInsisted ? undefined : await heldBefore()
        let open = await openRun(start)
        started.resolve()
        for (;;) {
          await carryOut(open, held, running)
          const next = running.next.shift()
          if (!next || running.abort.signal.aborted) return
          running.speed = createSpeedometer(clock)
          held = undefined
          open = await openRun(next)
        }
      } catch (error) {
        started.reject(error)
        logDefect(error, 'a sync could not be carried on')
      } finally {
        lock.release()
        current = undefined
        schedule?.wake()
      }
    }
    if (isInsisted) insistsOn = running.abort
    current = running
    schedule?.noteRun()
    running.ended = work()
    await started.promise
  }

  /** A run that its process did not live to end says so as soon as somebody looks. */
  async function noteInterrupted(id: string): Promise<void> {
    const lock = takeProcessLock(directory, 'sync')
    if (!lock) return
    try {
      await writer.markInterrupted()
    } catch (error) {
      // A full disk must not keep anyone from looking.
      unwritten = { id, note: failedBy(error).note }
    } finally {
      lock.release()
    }
  }

  const state: Sync['state'] = async () => {
    const [newest] = await reader.history(1)
    if (newest?.outcome === 'running' && !current && !unwritten) await noteInterrupted(newest.id)
    return stateNow()
  }

  async function stop(reason: Stopped): Promise<void> {
    current?.abort.abort(reason)
    await current?.ended
  }

  async function startRun(start: SyncStart, isInsisted: boolean): Promise<void> {
    if (isClosed) throw new SyncError('CLOSED', 'The workspace is being closed.')
    if (!current) return begin(start, { isInsisted })
    const asked = JSON.stringify(start)
    if (!current.next.some((other) => JSON.stringify(other) === asked)) current.next.push(start)
  }

  const schedule = scheduled
    ? startSchedule({
        reader,
        settings,
        power,
        upstream,
        clock,
        log,
        isRunning: () => current !== undefined,
        start: (plan) => startRun({ plan }, false),
        hold: (reason) => (current && current.abort === insistsOn ? Promise.resolve() : stop(paused(reason))),
      })
    : undefined

  return {
    state,
    async start(start = {}) {
      await startRun(start, true)
      return state()
    },
    async finished() {
      await current?.ended
      return state()
    },
    async pause() {
      await stop(paused('person'))
      return state()
    },
    async resume() {
      const { current: shown } = await state()
      if (shown?.outcome !== 'paused' || !shown.plan) throw new SyncError('NOT_PAUSED', 'No sync is paused.')
      // It may wait in this process for a moment the service named.
      await stop(paused('person'))
      await startRun({ plan: shown.plan }, true)
      return state()
    },
    async cancel() {
      await stop(cancelled())
      const { current: shown } = await state()
      if (shown?.outcome === 'paused') await writer.end(shown.id, cancelled().end)
      return state()
    },
    settings: () => settings.read(),
    async setSettings(chosen) {
      await settings.write(chosen)
      concurrency = chosen.concurrency
      schedule?.wake()
      return settings.read()
    },
    ...openQuarantine({ reader, writer, upstream, keepAnswer }),
    async close() {
      isClosed = true
      await schedule?.close()
      await stop(closed())
    },
  }
}
