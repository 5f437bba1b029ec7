import type { SyncPause, SyncPlan, SyncRun, SyncSettings } from '../../../src-shared/sync/model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { PowerState } from '../../platform/power.ts'
import { clampToPast, maxRetryAfter } from '../../platform/retry.ts'
import type { Upstream } from '../../upstream/index.ts'
import type { SyncReader } from '../store/sync-reader.ts'
import type { SyncWriter } from '../store/sync-writer.ts'
import type { openSyncSettings } from '../sync-settings.ts'

interface ScheduleOptions {
  reader: SyncReader
  writer: Pick<SyncWriter, 'boundPauses'>
  settings: ReturnType<typeof openSyncSettings>
  power: PowerState
  upstream: Upstream
  clock: Clock
  log?: Logger | undefined
  isRunning(): boolean
  /** Starts a run. Without a plan, it makes the copy complete. */
  start(plan?: SyncPlan): Promise<void>
  /** Pauses the active run until the reason no longer applies. */
  hold(reason: 'battery' | 'metered'): Promise<void>
}

/** How often an unreachable service is probed, in milliseconds. */
const probeInterval = 60_000
/** Maximum sleep, in milliseconds, so that a changed clock or a computer that slept is noticed. */
const maxSleep = 15 * 60_000
/** Delay after a failed start, in milliseconds. */
const delayAfterFailure = 60_000

/** The next action and its time. */
export type NextStep =
  | { kind: 'start'; at: number; plan?: SyncPlan }
  /** Probes the service, and starts a run if it is reachable. */
  | { kind: 'probe'; at: number }
  | { kind: 'wait' }

export interface Situation {
  now: number
  settings: SyncSettings
  /** The newest run of a plan that makes the copy complete. */
  latest: SyncRun | undefined
  /** The newest run of any other plan. */
  latestOther?: SyncRun | undefined
  /** The reason why no run may start now. */
  held: SyncPause | undefined
  /** Start time of the program, if no run has started since. */
  startedAt: number | undefined
}

/**
 * Whether the program ended during the run. A run with the outcome `running` is not active in this process.
 */
const isCutOff = (run: SyncRun | undefined): boolean =>
  run?.plan !== undefined && (run.outcome === 'interrupted' || run.outcome === 'running')

/** End time of a run. A time recorded while the clock was far ahead counts as long past. */
const endOf = (run: SyncRun | undefined, now: number): number =>
  clampToPast(Date.parse(run?.endedAt ?? run?.startedAt ?? ''), now) ?? 0

/** Decides the next action. */
export function nextStep({ now, settings, latest, latestOther, held, startedAt }: Situation): NextStep {
  const { everyMinutes, onStart, onOnline } = settings.schedule
  const { pause } = latest ?? {}
  if (held || pause?.reason === 'person') return { kind: 'wait' }
  // A run paused by the service or by the computer's state continues automatically, with any schedule.
  if (latest?.outcome === 'paused') return { kind: 'start', at: Date.parse(pause?.until ?? '') || now }
  // A run interrupted by the end of the program continues at the next start, with any schedule.
  if (startedAt !== undefined && isCutOff(latest)) return { kind: 'start', at: startedAt }
  if (startedAt !== undefined && isCutOff(latestOther) && latestOther?.plan)
    return { kind: 'start', at: startedAt, plan: latestOther.plan }
  // A person must enter the credentials first.
  if (latest?.failure === 'credentials') return { kind: 'wait' }
  const ended = endOf(latest, now)
  const byClock = everyMinutes === undefined ? [] : [Math.max(now, ended + everyMinutes * 60_000 || now)]
  const byStart = onStart && startedAt !== undefined ? [startedAt] : []
  const start = Math.min(...byClock, ...byStart)
  if (onOnline && latest?.failure === 'unreachable' && ended + probeInterval < start)
    return { kind: 'probe', at: ended + probeInterval }
  return Number.isFinite(start) ? { kind: 'start', at: start } : { kind: 'wait' }
}

/**
 * Starts runs periodically, at program start, and when the service becomes reachable again. Pauses a run on
 * battery or on a metered connection, according to the settings.
 */
export function startSchedule(options: ScheduleOptions) {
  const { reader, writer, settings, power, upstream, clock, log, isRunning, start, hold } = options
  const closing = new AbortController()
  let startedAt: number | undefined = clock.now()
  let notBefore = 0
  let next: number | undefined
  let nap = new AbortController()
  let wasOnline = power.now().online

  const wake = () => nap.abort(new Error('woken'))
  const unsubscribe = power.subscribe(() => {
    const { online } = power.now()
    // The computer came online: retry a failed start at once.
    if (online && wasOnline === false) notBefore = 0
    wasOnline = online
    wake()
  })

  const heldBy = ({ pauseOnBattery, pauseOnMetered }: SyncSettings): 'battery' | 'metered' | undefined => {
    const { onBattery, metered } = power.now()
    if (pauseOnBattery && onBattery) return 'battery'
    return pauseOnMetered && metered ? 'metered' : undefined
  }

  /**
   * Limits recorded waits to the maximum from now on, because the clock may have been ahead when they were
   * recorded.
   */
  async function boundWaits(now: number): Promise<void> {
    notBefore = Math.min(notBefore, now + delayAfterFailure)
    if (startedAt !== undefined) startedAt = Math.min(startedAt, now)
    const pausedUntil = Date.parse((await reader.latest('main'))?.run.pause?.until ?? '')
    if (pausedUntil > now + maxRetryAfter) await writer.boundPauses(now + maxRetryAfter)
  }

  async function evaluate(): Promise<number | undefined> {
    // The computer could fall asleep during the first call; waking evaluates again.
    if (power.now().asleep) return undefined
    const chosen = await settings.read()
    const held = heldBy(chosen)
    next = undefined
    if (isRunning()) {
      startedAt = undefined
      if (held) await hold(held)
      return undefined
    }
    await boundWaits(clock.now())
    const [main, other] = await Promise.all([reader.latest('main'), reader.latest('other')])
    const latest = main?.run
    const now = clock.now()
    const step = nextStep({ now, settings: chosen, latest, latestOther: other?.run, held, startedAt })
    if (step.kind === 'wait') return undefined
    const at = Math.max(step.at, notBefore)
    if (step.kind === 'start') next = at
    if (at > now) return at
    startedAt = undefined
    if (step.kind === 'probe') await upstream.probe({ signal: closing.signal })
    if (closing.signal.aborted) return undefined
    await start(step.kind === 'start' ? step.plan : undefined)
    return undefined
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      nap = new AbortController()
      const at = await evaluate().catch((error: unknown) => {
        log?.debug({ err: error }, 'a scheduled sync did not start')

        notBefore = clock.now() + delayAfterFailure
        return notBefore
      })
      if (closing.signal.aborted) return
      const remaining = at === undefined ? maxSleep : Math.max(0, at - clock.now())
      await clock.sleep(Math.min(remaining, maxSleep), nap.signal).catch(() => {})
    }
  }
  const running = run()

  return {
    /** Time of the next scheduled run, in milliseconds since the epoch; undefined if none is scheduled. */
    nextRunAt: (): number | undefined => next,
    /** Records that a run has started, so that none is started because of the program start. */
    noteRun(): void {
      startedAt = undefined
    },
    /** Re-evaluates the schedule after a change. */
    wake,
    async close(): Promise<void> {
      closing.abort()
      unsubscribe()
      wake()
      await running
    },
  }
}
