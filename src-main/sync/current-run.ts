import { randomUUID } from 'node:crypto'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { SyncPlan } from '../../src-shared/sync/model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { takeProcessLock } from '../storage/index.ts'
import type { Upstream } from '../upstream/index.ts'
import { type CommonHold, failedBy, failureOf, type SyncTiming } from './failures.ts'
import type { KeepAnswer } from './page-keeper.ts'
import { beginning, dayOf, isMain, samePlan } from './plan.ts'
import { runSync } from './run-sync.ts'
import type { PictureDownload, SyncErrorCode, SyncStart } from './sync.ts'
import type { OpenRun, SyncReader } from './sync-reader.ts'
import { createSpeedometer, type Speedometer } from './sync-state.ts'
import type { RunEnd, SyncWriter } from './sync-writer.ts'

/** The first page of a run that expects little; the following ones are larger. */
const firstIncrementalPage = 50
const dayLength = 24 * 60 * 60 * 1000

interface CurrentRunOptions {
  /** The workspace's folder. */
  directory: string
  reader: SyncReader
  writer: SyncWriter
  upstream: Upstream
  media: PictureDownload | undefined
  keepAnswer: KeepAnswer
  clock: Clock
  timing: SyncTiming
  log: Logger | undefined
  /** Items asked for at a time, and items in a slice. */
  pageSize: number
  sliceSize: number
  settings(): Promise<{ profile: SyncPlan['profile']; learnVerified: boolean; concurrency: number }>
  onBegin(): void
  onEnd(): void
}

/** The run under way in this process, and what is to follow it. */
interface RunUnderWay {
  abort: AbortController
  ended: Promise<void>
  speed: Speedometer
  next: SyncStart[]
  /** A person wants this run whatever the computer's state. */
  isInsisted: boolean
}

/** Runs, one at a time, in one process at a time. */
interface CurrentRun {
  isRunning(): boolean
  isInsisted(): boolean
  speed(): Speedometer | undefined
  /** What could not be written of the last run's end. */
  unwritten(): { id: string; note: string } | undefined
  /**
   * Begins a run, or lets it follow the one that is under way.
   * @param isInsisted a person wants it: what an earlier program was told to wait for does not hold it back
   * @throws PlainError `BUSY` when another process is syncing this workspace
   */
  start(start: SyncStart, isInsisted: boolean): Promise<void>
  /** Resolves when nothing runs. */
  ended(): Promise<void>
  stop(reason: Stopped): Promise<void>
  setConcurrency(calls: number): void
  /** A run that its process did not live to end says so as soon as somebody looks. */
  noteInterrupted(): Promise<void>
}

export function createCurrentRun(options: CurrentRunOptions): CurrentRun {
  const { directory, reader, writer, upstream, media, keepAnswer, clock, timing, log, pageSize } = options
  let current: RunUnderWay | undefined
  let unwritten: { id: string; note: string } | undefined
  let concurrency = 1

  async function planOf({ full, plan }: SyncStart): Promise<SyncPlan> {
    if (plan) return plan
    const { profile } = await options.settings()
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
    const [watermark, { learnVerified }] = await Promise.all([reader.watermark(), options.settings()])
    if (plan.scope === 'incremental' && !watermark) plan = { ...plan, scope: 'full' }
    const isIncremental = plan.scope === 'incremental' && watermark !== undefined
    return writer.begin({
      id: randomUUID(),
      plan,
      learnVerified,
      // One day back: a service may show a change a little later than the moment it writes into it.
      since: isIncremental ? dayOf(watermark.updatedUpTo - dayLength) : beginning,
      knownUpTo: isIncremental ? watermark.updatedUpTo : undefined,
      largestPage: pageSize,
      firstPage: isIncremental ? Math.min(firstIncrementalPage, pageSize) : pageSize,
      largestSlice: options.sliceSize,
    })
  }

  async function carryOut(open: OpenRun, held: CommonHold | undefined, running: RunUnderWay): Promise<void> {
    const { id } = open.run
    const { speed } = running
    const { signal } = running.abort
    try {
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
  async function noteEnd(id: string, end: RunEnd, isStopped: boolean): Promise<void> {
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

  async function begin(start: SyncStart, isInsisted: boolean): Promise<void> {
    const lock = takeProcessLock(directory, 'sync')
    if (!lock)
      throw new PlainError<SyncErrorCode>(
        'BUSY',
        'Another program is syncing this workspace. Wait until it is done.',
      )
    const started = Promise.withResolvers<void>()
    const running: RunUnderWay = {
      abort: new AbortController(),
      ended: Promise.resolve(),
      speed: createSpeedometer(clock),
      next: [],
      isInsisted,
    }
    current = running
    options.onBegin()
    running.ended = carryOutAll(start, running, started, lock)
    await started.promise
  }

  async function carryOutAll(
    start: SyncStart,
    running: RunUnderWay,
    started: PromiseWithResolvers<void>,
    lock: { release(): void },
  ): Promise<void> {
    try {
      concurrency = (await options.settings()).concurrency
      await writer.markInterrupted()
      unwritten = undefined
      let held = running.isInsisted ? undefined : await heldBefore()
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
      options.onEnd()
    }
  }

  return {
    isRunning: () => current !== undefined,
    isInsisted: () => current?.isInsisted === true,
    speed: () => current?.speed,
    unwritten: () => unwritten,
    async start(start, isInsisted) {
      if (!current) return begin(start, isInsisted)
      const asked = JSON.stringify(start)
      if (!current.next.some((other) => JSON.stringify(other) === asked)) current.next.push(start)
    },
    async ended() {
      await current?.ended
    },
    async stop(reason) {
      current?.abort.abort(reason)
      await current?.ended
    },
    setConcurrency(calls) {
      concurrency = calls
    },
    async noteInterrupted() {
      const [newest] = await reader.history(1)
      if (newest?.outcome !== 'running' || current || unwritten) return
      const lock = takeProcessLock(directory, 'sync')
      if (!lock) return
      try {
        await writer.markInterrupted()
      } catch (error) {
        // A full disk must not keep anyone from looking.
        unwritten = { id: newest.id, note: failedBy(error).note }
      } finally {
        lock.release()
      }
    },
  }
}

/** Why a run was stopped from outside; the abort's reason. */
class Stopped extends Error {
  readonly end: RunEnd
  constructor(end: RunEnd) {
    super(end.note)
    this.end = end
  }
}

export const cancelled = (): Stopped =>
  new Stopped({ outcome: 'cancelled', note: 'Cancelled; the next run continues it.' })

export const closed = (): Stopped =>
  new Stopped({
    outcome: 'interrupted',
    note: 'The program ended in the middle; the next run continues it.',
  })

const pauseNotes = {
  person: 'Paused. Resume it to go on where it stands.',
  battery: 'Paused while the computer runs on its battery.',
  metered: 'Paused while the connection is paid by volume.',
}

export const paused = (reason: keyof typeof pauseNotes): Stopped =>
  new Stopped({ outcome: 'paused', note: pauseNotes[reason], pause: { reason } })
