import { randomUUID } from 'node:crypto'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { SyncPlan } from '../../../src-shared/sync/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import { maxRetryAfter } from '../../platform/retry.ts'
import { acquireProcessLock } from '../../storage/index.ts'
import type { Upstream } from '../../upstream/index.ts'
import type { PictureDownload, SyncErrorCode, SyncStart } from '../contract.ts'
import { beginning, dayOf, isMain, samePlan } from '../plan.ts'
import { type CommonHold, failedBy, failureOf, type SyncTiming } from '../reading/failures.ts'
import type { KeepAnswer } from '../store/answer-keeping.ts'
import type { OpenRun, RunEnd } from '../store/run-rows.ts'
import type { SyncReader } from '../store/sync-reader.ts'
import type { SyncWriter } from '../store/sync-writer.ts'
import { runSync } from './run-sync.ts'
import { createSpeedometer, type Speedometer } from './speedometer.ts'

/** Items in the first page of a run that expects few; later pages are larger. */
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
  /** Items per page, and items per slice. */
  pageSize: number
  sliceSize: number
  settings(): Promise<{ profile: SyncPlan['profile']; learnVerified: boolean; concurrency: number }>
  onBegin(): void
  onEnd(): void
}

/** The active run in this process. */
interface RunUnderWay {
  abort: AbortController
  ended: Promise<void>
  speed: Speedometer
  /** Runs queued after this one. */
  next: SyncStart[]
  /** Started by a person: battery and a metered connection do not pause the run. */
  isByPerson: boolean
}

/** Executes one run at a time, in one process at a time. */
export function createCurrentRun(options: CurrentRunOptions) {
  const { directory, reader, writer, upstream, media, keepAnswer, clock, timing, log, pageSize } = options
  let current: RunUnderWay | undefined
  let unwrittenEnd: { id: string; note: string } | undefined
  let concurrency = 1

  async function planOf({ full, plan }: SyncStart): Promise<SyncPlan> {
    if (plan) return plan
    const { profile } = await options.settings()
    return { scope: full ? 'full' : 'incremental', profile }
  }

  /** Returns the unfinished run to continue, or a new one. */
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
      // One day earlier: a service may publish a change later than its `lastUpdated`.
      since: isIncremental ? dayOf(watermark.updatedUpTo - dayLength) : beginning,
      knownUpTo: isIncremental ? watermark.updatedUpTo : undefined,
      largestPage: pageSize,
      firstPage: isIncremental ? Math.min(firstIncrementalPage, pageSize) : pageSize,
      maxSlice: options.sliceSize,
    })
  }

  async function execute(open: OpenRun, held: CommonHold | undefined, running: RunUnderWay): Promise<void> {
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

  /** Logs defects only; failures of the service or the disk are in the run's note. */
  function logDefect(error: unknown, message: string): void {
    if (failureOf(error) === 'defect') log?.error({ err: error }, message)
  }

  /** Writes the end of a run, unless the cause of the failure also prevents writing. */
  async function noteEnd(id: string, end: RunEnd, isStopped: boolean): Promise<void> {
    try {
      // If the program is closed during a pause with a known end, the pause stays, and the program continues
      // it after a restart.
      const [newest] = await reader.history(1)
      const isWaiting = newest?.id === id && newest.pause?.until !== undefined
      if (isStopped && isWaiting && end.outcome === 'interrupted') return
      await writer.end(id, end)
    } catch (error) {
      logDefect(error, 'the end of a sync could not be written')
      unwrittenEnd = { id, note: end.note }
    }
  }

  /** A pause that the service requested from an earlier process and that is not over. */
  async function heldBefore(): Promise<CommonHold | undefined> {
    const pause = (await reader.latest('main'))?.run
    const until = Date.parse(pause?.pause?.until ?? '')
    const reason = pause?.pause?.reason
    if (!(until > clock.now()) || (reason !== 'limit' && reason !== 'maintenance')) return undefined
    // The clock may have been ahead when the pause was recorded.
    return { until: Math.min(until, clock.now() + maxRetryAfter), reason, message: pause?.note ?? '' }
  }

  async function startNow(start: SyncStart, isByPerson: boolean): Promise<void> {
    const lock = acquireProcessLock(directory, 'sync')
    if (!lock)
      throw new PlainError<SyncErrorCode>(
        'BUSY',
        say`Another program is syncing this workspace. Wait until it has finished.`,
      )
    const started = Promise.withResolvers<void>()
    const running: RunUnderWay = {
      abort: new AbortController(),
      ended: Promise.resolve(),
      speed: createSpeedometer(clock),
      next: [],
      isByPerson,
    }
    current = running
    options.onBegin()
    running.ended = executeAll(start, running, started, lock)
    await started.promise
  }

  async function executeAll(
    start: SyncStart,
    running: RunUnderWay,
    started: PromiseWithResolvers<void>,
    lock: { release(): void },
  ): Promise<void> {
    try {
      concurrency = (await options.settings()).concurrency
      await writer.markInterrupted()
      unwrittenEnd = undefined
      let held = running.isByPerson ? undefined : await heldBefore()
      let open = await openRun(start)
      started.resolve()
      for (;;) {
        await execute(open, held, running)
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
    isRunning: (): boolean => current !== undefined,
    isByPerson: (): boolean => current?.isByPerson === true,
    speed: (): Speedometer | undefined => current?.speed,
    /** The end of the last run, if it could not be written. */
    unwritten: (): { id: string; note: string } | undefined => unwrittenEnd,
    /**
     * Starts a run now, or after the active run.
     * @param isByPerson ignores a pause that the service requested from an earlier process
     * @throws PlainError `BUSY` if another process is syncing this workspace
     */
    async start(start: SyncStart, isByPerson: boolean): Promise<void> {
      if (!current) return startNow(start, isByPerson)
      const requested = JSON.stringify(start)
      if (!current.next.some((other) => JSON.stringify(other) === requested)) current.next.push(start)
    },
    /** Resolves when no run is active. */
    async ended(): Promise<void> {
      await current?.ended
    },
    async stop(reason: Stopped): Promise<void> {
      current?.abort.abort(reason)
      await current?.ended
    },
    setConcurrency(calls: number): void {
      concurrency = calls
    },
    /** Marks a run as interrupted if its process has ended. Called before runs are shown. */
    async noteInterrupted(): Promise<void> {
      const [newest] = await reader.history(1)
      if (newest?.outcome !== 'running' || current || unwrittenEnd) return
      const lock = acquireProcessLock(directory, 'sync')
      if (!lock) return
      try {
        await writer.markInterrupted()
      } catch (error) {
        // On a full disk, runs can still be shown.
        unwrittenEnd = { id: newest.id, note: failedBy(error).note }
      } finally {
        lock.release()
      }
    },
  }
}

/** The abort reason of a run that was stopped from outside. */
class Stopped extends Error {
  readonly end: RunEnd
  constructor(end: RunEnd) {
    super(end.note)
    this.end = end
  }
}

export const cancelled = (): Stopped =>
  new Stopped({ outcome: 'cancelled', note: say`Cancelled. The next sync continues it.` })

export const closed = (): Stopped =>
  new Stopped({
    outcome: 'interrupted',
    note: say`Interrupted because the program ended. The next sync continues it.`,
  })

const pauseNotes = {
  person: say`Paused. Resume to continue.`,
  battery: say`Paused on battery power.`,
  metered: say`Paused on a metered connection.`,
}

export const paused = (reason: keyof typeof pauseNotes): Stopped =>
  new Stopped({ outcome: 'paused', note: pauseNotes[reason], pause: { reason } })
