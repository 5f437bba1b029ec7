import type { SyncPause, SyncPlan, SyncRun, SyncSettings } from '../../../src-shared/sync/model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { PowerState } from '../../platform/power.ts'
import { maxRetryAfter, pastMoment } from '../../platform/retry.ts'
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
  /** Starts a run; without a plan, one that makes the copy complete. */
  start(plan?: SyncPlan): Promise<void>
  /** Pauses the running run until the reason is gone. */
  hold(reason: 'battery' | 'metered'): Promise<void>
}

/** How often an unreachable service is probed, in milliseconds. */
const probeInterval = 60_000
/** The longest sleep, in milliseconds, so that a clock that was set or a computer that slept is noticed. */
const maxSleep = 15 * 60_000
/** How long after a failed start the next is tried, in milliseconds. */
const restAfterFailure = 60_000

/** What is to be done, and when. */
export type NextStep =
  | { kind: 'start'; at: number; plan?: SyncPlan }
  /** Probes the service, and starts a run when the service can be reached. */
  | { kind: 'probe'; at: number }
  | { kind: 'wait' }

export interface Situation {
  now: number
  settings: SyncSettings
  /** The newest run that makes the copy complete. */
  latest: SyncRun | undefined
  /** The newest run of another plan. */
  latestOther?: SyncRun | undefined
  /** Why nothing may start now. */
  held: SyncPause | undefined
  /** When the program was started and nothing has run since. */
  startedAt: number | undefined
}

/** Whether the program of a run ended in the middle. A run that counts as running does not run in this process. */
const isCutOff = (run: SyncRun | undefined): boolean =>
  run?.plan !== undefined && (run.outcome === 'interrupted' || run.outcome === 'running')

/** When a run ended. What was noted while the clock was far ahead is long past. */
const endOf = (run: SyncRun | undefined, now: number): number =>
  pastMoment(Date.parse(run?.endedAt ?? run?.startedAt ?? ''), now) ?? 0

/** Decides what to do next, from what is known. */
export function nextStep({ now, settings, latest, latestOther, held, startedAt }: Situation): NextStep {
  const { everyMinutes, onStart, onOnline } = settings.schedule
  const { pause } = latest ?? {}
  if (held || pause?.reason === 'person') return { kind: 'wait' }
  // A run that the service or the computer's state paused goes on by itself, whatever the schedule.
  if (latest?.outcome === 'paused') return { kind: 'start', at: Date.parse(pause?.until ?? '') || now }
  // A run that the end of the program cut off goes on when the program starts, whatever the schedule.
  if (startedAt !== undefined && isCutOff(latest)) return { kind: 'start', at: startedAt }
  if (startedAt !== undefined && isCutOff(latestOther) && latestOther?.plan)
    return { kind: 'start', at: startedAt, plan: latestOther.plan }
  // A person has to enter the credentials first.
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
 * Starts runs by the clock, at the start of the program, and when the service can be reached again; pauses a run on
 * battery or on a metered connection, as the settings say.
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
    // The computer came online, so that a failed start is tried again at once.
    if (online && wasOnline === false) notBefore = 0
    wasOnline = online
    wake()
  })

  const heldBy = ({ pauseOnBattery, pauseOnMetered }: SyncSettings): 'battery' | 'metered' | undefined => {
    const { onBattery, metered } = power.now()
    if (pauseOnBattery && onBattery) return 'battery'
    return pauseOnMetered && metered ? 'metered' : undefined
  }

  /** Waits are no longer than those that are noted now: the clock may have been ahead when they were noted. */
  async function boundWaits(now: number): Promise<void> {
    notBefore = Math.min(notBefore, now + restAfterFailure)
    if (startedAt !== undefined) startedAt = Math.min(startedAt, now)
    const pausedUntil = Date.parse((await reader.latest('main'))?.run.pause?.until ?? '')
    if (pausedUntil > now + maxRetryAfter) await writer.boundPauses(now + maxRetryAfter)
  }

  async function look(): Promise<number | undefined> {
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
      const at = await look().catch((error: unknown) => {
        log?.debug({ err: error }, 'a scheduled sync did not start')

        notBefore = clock.now() + restAfterFailure
        return notBefore
      })
      if (closing.signal.aborted) return
      const left = at === undefined ? maxSleep : Math.max(0, at - clock.now())
      await clock.sleep(Math.min(left, maxSleep), nap.signal).catch(() => {})
    }
  }
  const running = run()

  return {
    /** When the next run starts by itself, milliseconds since the epoch; undefined: not by the clock. */
    nextRunAt: (): number | undefined => next,
    /** Notes that a run has begun, so that none is started for the start of the program. */
    noteRun(): void {
      startedAt = undefined
    },
    /** Looks anew what is to be done, since something may have changed. */
    wake,
    async close(): Promise<void> {
      closing.abort()
      unsubscribe()
      wake()
      await running
    },
  }
}
