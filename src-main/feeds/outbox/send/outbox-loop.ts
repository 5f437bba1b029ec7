import PQueue from 'p-queue'
import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeed } from '../../../../src-shared/feeds/outbox/model.ts'
import { isInDoubt } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { PowerState } from '../../../platform/power.ts'
import { maxRetryAfter, nextRetryAt } from '../../../platform/retry.ts'
import { acquireProcessLock, type ProcessLock } from '../../../storage/index.ts'
import { UpstreamError, type UpstreamFailure } from '../../../upstream/index.ts'
import { reconcileFeed } from '../evidence/reconcile-feed.ts'
import { type OutboxRoom, type OutboxTiming, pollPause, retryPause } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import type { Turn } from '../store/outbox-reader.ts'
import type { OutboxStatusRow, WaitBounds } from '../store/outbox-status.ts'
import { claimWorkspace } from './claim-workspace.ts'
import { createClockWatch } from './clock-watch.ts'
import { serviceText } from './feed-service-name.ts'
import { followFeed } from './follow-feed.ts'
import { createResetEvent } from './reset-event.ts'
import { sendFeed } from './send-feed.ts'

interface LoopOptions {
  room: OutboxRoom
  /** The workspace folder, which contains the lock file. */
  directory: string
  onFeedDone?: ((feed: OutboxFeed) => void) | undefined
  power?: PowerState | undefined
}

/**
 * Number of polls of an uncertain feed before further feeds are sent, which would become the newest at the
 * service.
 */
const pollsBeforeOthers = 3
/** Concurrent polls: a feed without an answer does not block the others. */
const maxConcurrency = 4
/** Maximum interval between clock checks, in milliseconds: the clock may be changed during a wait. */
const maxWait = 60_000

/**
 * Sends one feed at a time, and polls the sent feeds meanwhile. Feeds are independent: a failure of one feed
 * delays only that feed; a failure of the service holds all. All state is in the database, so the program can
 * be killed at any time. Only the process with the workspace's outbox lock acts. So no other process is
 * sending, and a feed in the state `sending` was interrupted.
 */
export function startOutboxLoop({ room, directory, onFeedDone, power }: LoopOptions) {
  const { reader, writer, target, clock, log, timing } = room
  const wakeEvent = createResetEvent(clock)
  /** Set when sent feeds must be polled: another feed was sent, or something changed. */
  const pollEvent = createResetEvent(clock)
  const clockWatch = createClockWatch(clock)
  let stopped = false
  let lock: ProcessLock | undefined
  let failures = 0
  /** Consecutive answers that the download limit is reached. */
  let limitFailures = 0
  let passes: (() => void)[] = []
  let isFirstRun = true

  /** Set when the computer has woken or come online: a wait for an unreachable service is over. */
  let isBack = false
  /** Whether nothing may be sent, because the computer could fall asleep before the answer arrives. */
  const isAsleep = (): boolean => power?.now().asleep === true
  let before = power?.now()
  const unsubscribe = power?.subscribe(() => {
    const now = power.now()
    isBack ||= Boolean(before?.asleep && !now.asleep) || Boolean(before?.online === false && now.online)
    before = now
    wake()
  })

  const { maySend = async () => true } = room
  const releaseLock = (): void => {
    lock?.release()
    lock = undefined
  }

  const turn = () => reader.turn(clock.now(), pollsBeforeOthers)

  /**
   * Takes the lock if this process does not hold it, and in a team the turn to send. True if this process may
   * send.
   */
  async function mayAct(): Promise<boolean> {
    const isTurn = await maySend()
    if (lock && isTurn) return true
    releaseLock()
    if (!isTurn) return false
    lock = acquireProcessLock(directory, 'outbox')
    if (!lock) return false
    if (isFirstRun && service !== undefined) await writer.takeService(service)
    isFirstRun = false
    const interrupted = await writer.recover(
      say`The program ended while the feed was being sent. It may have arrived; it is not sent again until that is known.`,
    )
    if (interrupted.length > 0) log?.warn({ feeds: interrupted }, 'feeds were interrupted while being sent')
    // Without a feed to send, the workspace need not be claimed now: queueing a feed claims it too. A feed
    // that waits for another one, or is being looked for, counts as well, because it may be sent later
    // without another claim.
    if (await reader.hasToSend()) await claimWorkspace(room)
    // The clock may have been wrong when these waits were stored.
    await writer.boundWaits(boundsOf(timing))
    return true
  }

  /** Shifts the ends of waits when the clock is set back, so that their durations stay the same. */
  async function followClock(): Promise<void> {
    const back = clockWatch.setBack()
    if (back === 0) return
    log?.warn({ milliseconds: back }, 'the clock was set back')
    await writer.shortenWaits(back)
  }

  /** The service of this outbox in database form. Another process may have connected a different one. */
  const service = room.destination && serviceText(room.destination)

  function isHeld({ paused, needs_credentials, hold_until, service: connected }: OutboxStatusRow): boolean {
    if (service !== undefined && service !== connected) return true
    return paused === 1 || needs_credentials === 1 || (hold_until ?? 0) > clock.now()
  }

  /** Stores that the service is unavailable, and until when to wait. */
  async function hold(error: UpstreamError): Promise<void> {
    const reachable = error.kind !== 'unreachable' && error.kind !== 'invalid-answer'
    // A download limit does not prevent sending, and a proxy may have answered: other feeds are tried at a
    // slow pace.
    const isDownloadLimit = error.status === 406
    const pause = retryPause(timing, isDownloadLimit ? limitFailures++ : failures++)
    await writer.setOutboxStatus({
      reachable,
      reason: error.message,
      needsCredentials: error.kind === 'credentials',
      holdUntil: nextRetryAt(clock.now(), pause, isDownloadLimit ? undefined : error.retryAt),
    })
  }

  async function noteContact({ reachable, reason, hold_until }: OutboxStatusRow): Promise<void> {
    failures = 0
    if (reachable === 1 && reason === null && hold_until === null) return
    await writer.setOutboxStatus({ reachable: true, reason: null, holdUntil: null })
  }

  /**
   * Probes the service after a failed call.
   * @returns the failure of the service itself; undefined if another call succeeds
   */
  async function failureOfService(error: UpstreamError): Promise<UpstreamError | undefined> {
    if (error.kind === 'unreachable' && !error.mayHaveArrived) return error
    try {
      await target.probe()
      return undefined
    } catch (other) {
      if (other instanceof UpstreamError) return other
      throw other
    }
  }

  /**
   * Stores why a feed is delayed, and until when.
   * @throws UpstreamError if the service itself fails; any other error unchanged
   */
  async function delay({ row }: OpenFeed, error: unknown, pause: number): Promise<void> {
    if (!(error instanceof UpstreamError)) throw error
    const serviceFailure = await failureOfService(error)
    if (serviceFailure) throw serviceFailure
    await writer.plan(row.id, nextRetryAt(clock.now(), pause, error.retryAt), { note: error.message })
  }

  /** Polls all due feeds. */
  async function followAll(due: readonly string[]): Promise<void> {
    const queue = new PQueue({ concurrency: maxConcurrency })
    const failed: unknown[] = []
    for (const id of due)
      void queue.add(async () => {
        if (stopped || failed.length > 0) return
        await follow(id).catch((error) => failed.push(error))
      })
    await queue.onIdle()
    if (failed.length > 0) throw failed[0]
  }

  /** Polls sent feeds until the queue has been sent, which may take long. */
  async function followDuring(sending: Promise<unknown>, first: Turn): Promise<void> {
    let isFinished = false
    const end = () => {
      isFinished = true
      pollEvent.set()
    }
    sending.then(end, end)
    for (let now = first; ; now = await turn()) {
      await followAll(now.due)
      // The feeds just polled have new due times.
      const { nextDue = Number.POSITIVE_INFINITY } = now.due.length > 0 ? await turn() : now
      const pause = Math.min(Math.max(nextDue - clock.now(), timing.firstPoll), timing.maxPoll)
      if (!isFinished) await pollEvent.waitUntil(clock.now() + pause)
      if (isFinished) return
      pollEvent.reset()
    }
  }

  async function follow(id: string): Promise<void> {
    const { feed, standing } = await reader.followed(id)
    if (!feed) return
    try {
      if (isInDoubt(feed.row.state)) await reconcileFeed(room, feed)
      else {
        const done = await followFeed(room, feed)
        if (done && kinds[done.kind].payload.changesRecords) onFeedDone?.(done)
      }
      await noteContact(standing)
    } catch (error) {
      await delay(feed, error, pollPause(timing, feed.row.asked))
    }
  }

  async function sendAll(): Promise<void> {
    while (!stopped) {
      const { feed: next, standing } = await reader.nextToSend(clock.now(), pollsBeforeOthers)
      if (!next || isHeld(standing) || isAsleep()) return
      try {
        await sendFeed(room, next)
        limitFailures = 0
        pollEvent.set()
        await noteContact(standing)
      } catch (error) {
        // These failures concern all feeds; others may concern only this feed.
        if (error instanceof UpstreamError && serviceFailures.has(error.kind)) throw error
        await delay(next, error, retryPause(timing, next.row.asked))
      }
    }
  }

  /** Ends the wait after failed calls, but not a pause that the service has asked for. */
  async function endWaitForService(): Promise<void> {
    if (!isBack) return
    isBack = false
    const { reachable } = (await turn()).standing
    if (reachable === 0) await writer.setOutboxStatus({ holdUntil: null })
  }

  async function act(): Promise<void> {
    if (isAsleep() || !(await mayAct())) return
    await followClock()
    pollEvent.reset()
    await endWaitForService()
    const now = await turn()
    if (isHeld(now.standing)) return
    const sending = now.nextAttempt === undefined ? Promise.resolve() : sendAll()
    const outcomes = await Promise.allSettled([followDuring(sending, now), sending])
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const failure of failures) if (!(failure instanceof UpstreamError)) throw failure
    if (failures[0]) await hold(failures[0])
  }

  /**
   * Time of the next action in milliseconds since the epoch; undefined if the loop has to wait for an event.
   */
  async function nextMoment(): Promise<number | undefined> {
    if (isAsleep()) return undefined
    if (!lock) return clock.now() + timing.lockRetry
    const { standing, nextDue, nextAttempt } = await turn()
    const { paused, needs_credentials, hold_until } = standing
    if (paused === 1 || needs_credentials === 1) return undefined
    const known = [nextDue, nextAttempt].filter((moment) => moment !== undefined)
    return known.length === 0 ? undefined : Math.max(Math.min(...known), hold_until ?? 0)
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const waiting = passes
      passes = []
      wakeEvent.reset()
      try {
        if (waiting.length > 0) {
          await writer.setOutboxStatus({ needsCredentials: false, holdUntil: null })
          await writer.boundWaits({ attempt: 0, question: timing.maxPoll, hold: 0 })
        }
        await act()
      } catch (error) {
        // After a defect or on a full disk, the state of a feed may be wrong. Taking the lock again recovers
        // it.
        if (stopped) log?.debug({ err: error }, 'the outbox was closed')
        else if (error instanceof PlainError) log?.warn({ cause: error.message }, 'the outbox waits')
        else log?.error({ err: error }, 'the outbox failed; it will try again')
        releaseLock()
      }
      for (const resolve of waiting) resolve()
      if (stopped) return
      const moment = await nextMoment().catch(() => clock.now() + timing.lockRetry)
      await wakeEvent.waitUntil(moment === undefined ? undefined : Math.min(moment, clock.now() + maxWait))
    }
  }

  function wake(): void {
    wakeEvent.set()
    pollEvent.set()
  }

  const running = run()
  return {
    /** Checks immediately for work, because something may have changed. */
    wake,
    /** Ends all waits, checks for work, and resolves when everything due has been tried. */
    runNow(): Promise<void> {
      if (stopped) return Promise.resolve()
      return new Promise<void>((resolve) => {
        passes.push(resolve)
        wake()
      })
    },
    /** Starts no further work, and resolves when running work is finished. */
    async close(): Promise<void> {
      stopped = true
      unsubscribe?.()
      wake()
      await running
      for (const resolve of passes) resolve()
      releaseLock()
    },
  }
}

/** Failures of the service or the connection, which affect all feeds. */
const serviceFailures = new Set<UpstreamFailure>(['unreachable', 'credentials', 'limit', 'maintenance'])

/** Maximum remaining durations of stored waits at the start: the same as for new ones. */
const boundsOf = ({ maxRetry, maxPoll }: OutboxTiming): WaitBounds => ({
  attempt: maxRetry,
  question: maxPoll,
  hold: maxRetryAfter,
})
