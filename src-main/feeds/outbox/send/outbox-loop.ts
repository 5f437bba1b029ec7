import PQueue from 'p-queue'
import { kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeed } from '../../../../src-shared/feeds/outbox/model.ts'
import { isInDoubt } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { maxRetryAfter, tryAgainAt } from '../../../platform/retry.ts'
import { type ProcessLock, takeProcessLock } from '../../../storage/index.ts'
import { UpstreamError, type UpstreamFailure } from '../../../upstream/index.ts'
import { reconcileFeed } from '../evidence/reconcile-feed.ts'
import { type OutboxRoom, type OutboxTiming, questionPause, retryPause } from '../outbox-room.ts'
import type { OpenFeed } from '../store/feed-row.ts'
import type { Turn } from '../store/outbox-reader.ts'
import type { StandingRow, WaitBounds } from '../store/outbox-standing.ts'
import { claimWorkspace } from './claim-workspace.ts'
import { createClockWatch } from './clock-watch.ts'
import { serviceText } from './feed-service-name.ts'
import { followFeed } from './follow-feed.ts'
import { createResetEvent } from './reset-event.ts'
import { sendFeed } from './send-feed.ts'

interface LoopOptions {
  room: OutboxRoom
  /** The workspace's folder, where the lock lies. */
  directory: string
  onFeedDone?: ((feed: OutboxFeed) => void) | undefined
}

/** How often the service is asked about an uncertain feed before further feeds are sent, which would be newer there. */
const questionsBeforeOthers = 3
/** Feeds asked about at a time: a feed whose answer never comes does not hold up the others. */
const askedAtATime = 4
/** The loop looks at the clock this often at least, in milliseconds: a person may set the clock during a wait. */
const maxWait = 60_000

/**
 * Sends one feed at a time, and meanwhile follows the feeds that were sent. Feeds are independent: a failure of one feed
 * delays that feed; only a failure of the service as a whole holds all. All that the loop knows is in the database, so
 * the program can be killed anywhere. Only the process that holds the workspace's outbox lock does anything: no other
 * process is sending then, and a feed in the state `sending` was interrupted.
 */
export function startOutboxLoop({ room, directory, onFeedDone }: LoopOptions) {
  const { reader, writer, target, clock, log, timing } = room
  const wakeUp = createResetEvent(clock)
  /** Set when the feeds that were sent must be looked at: one more was sent, or something changed. */
  const followUp = createResetEvent(clock)
  const clockWatch = createClockWatch(clock)
  let stopped = false
  let lock: ProcessLock | undefined
  let failures = 0
  /** How often in a row the service answered that the limit of downloads is reached. */
  let limited = 0
  let passes: (() => void)[] = []
  let isNew = true

  const turn = () => reader.turn(clock.now(), questionsBeforeOthers)

  /** Takes the lock where this process does not hold it yet. True when this process may send. */
  async function mayAct(): Promise<boolean> {
    if (lock) return true
    lock = takeProcessLock(directory, 'outbox')
    if (!lock) return false
    if (isNew && service !== undefined) await writer.takeService(service)
    isNew = false
    const interrupted = await writer.recover(
      say`The program ended while the feed was being sent. It may have arrived; it is not sent again until that is known.`,
    )
    if (interrupted.length > 0) log?.warn({ feeds: interrupted }, 'feeds were interrupted while being sent')
    // Without a feed to send there is nothing to claim, and nothing to write; queueing a feed claims the workspace too.
    // A feed that waits for another, or is looked for, may be sent later, when nobody claims again.
    if (await reader.hasToSend()) await claimWorkspace(room)
    // The clock may have been wrong when these waits were noted.
    await writer.boundWaits(boundsOf(timing))
    return true
  }

  /** Waits are durations: when the clock is set back, the ends of waits go back as far. */
  async function followClock(): Promise<void> {
    const back = clockWatch.setBack()
    if (back === 0) return
    log?.warn({ milliseconds: back }, 'the clock was set back')
    await writer.shortenWaits(back)
  }

  /** The service of this outbox, as feeds name it; another process may have connected another one. */
  const service = room.destination && serviceText(room.destination)

  function isHeld({ paused, needs_credentials, hold_until, service: connected }: StandingRow): boolean {
    if (service !== undefined && service !== connected) return true
    return paused === 1 || needs_credentials === 1 || (hold_until ?? 0) > clock.now()
  }

  /** Notes that the service cannot be used for now, and until when nothing is tried. */
  async function hold(error: UpstreamError): Promise<void> {
    const reachable = error.kind !== 'unreachable' && error.kind !== 'invalid-answer'
    // Sending downloads nothing, and something on the way may have answered: other feeds are tried at a gentle pace.
    const isOfDownloads = error.status === 406
    const pause = retryPause(timing, isOfDownloads ? limited++ : failures++)
    await writer.setStanding({
      reachable,
      reason: error.message,
      needsCredentials: error.kind === 'credentials',
      holdUntil: tryAgainAt(clock.now(), pause, isOfDownloads ? undefined : error.retryAt),
    })
  }

  async function noteContact({ reachable, reason, hold_until }: StandingRow): Promise<void> {
    failures = 0
    if (reachable === 1 && reason === null && hold_until === null) return
    await writer.setStanding({ reachable: true, reason: null, holdUntil: null })
  }

  /** The failure of the service as a whole behind a failed call; undefined when the service answers another call. */
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

  /** Notes why a feed is delayed, and until when. @throws UpstreamError when the service itself fails; any other error */
  async function delay({ row }: OpenFeed, error: unknown, pause: number): Promise<void> {
    if (!(error instanceof UpstreamError)) throw error
    const ofService = await failureOfService(error)
    if (ofService) throw ofService
    await writer.plan(row.id, tryAgainAt(clock.now(), pause, error.retryAt), { note: error.message })
  }

  /** Asks the service about every feed whose moment has come. */
  async function followAll(due: readonly string[]): Promise<void> {
    const queue = new PQueue({ concurrency: askedAtATime })
    const failed: unknown[] = []
    for (const id of due)
      void queue.add(async () => {
        if (stopped || failed.length > 0) return
        await follow(id).catch((error) => failed.push(error))
      })
    await queue.onIdle()
    if (failed.length > 0) throw failed[0]
  }

  /** Follows what was sent until the line is worked off, which may take long. */
  async function followDuring(sending: Promise<unknown>, first: Turn): Promise<void> {
    let isOver = false
    const end = () => {
      isOver = true
      followUp.set()
    }
    sending.then(end, end)
    for (let now = first; ; now = await turn()) {
      await followAll(now.due)
      // What was followed just now has a moment of its own.
      const { nextDue = Number.POSITIVE_INFINITY } = now.due.length > 0 ? await turn() : now
      const pause = Math.min(Math.max(nextDue - clock.now(), timing.firstQuestion), timing.maxQuestion)
      if (!isOver) await followUp.waitUntil(clock.now() + pause)
      if (isOver) return
      followUp.reset()
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
      await delay(feed, error, questionPause(timing, feed.row.asked))
    }
  }

  async function sendAll(): Promise<void> {
    while (!stopped) {
      const { feed: next, standing } = await reader.nextToSend(clock.now(), questionsBeforeOthers)
      if (!next || isHeld(standing)) return
      try {
        await sendFeed(room, next)
        limited = 0
        followUp.set()
        await noteContact(standing)
      } catch (error) {
        // These failures concern every feed; another failure may be this feed's alone.
        if (error instanceof UpstreamError && ofTheService.has(error.kind)) throw error
        await delay(next, error, retryPause(timing, next.row.asked))
      }
    }
  }

  async function act(): Promise<void> {
    if (!(await mayAct())) return
    await followClock()
    followUp.reset()
    const now = await turn()
    if (isHeld(now.standing)) return
    const sending = now.nextAttempt === undefined ? Promise.resolve() : sendAll()
    const outcomes = await Promise.allSettled([followDuring(sending, now), sending])
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const failure of failures) if (!(failure instanceof UpstreamError)) throw failure
    if (failures[0]) await hold(failures[0])
  }

  /** When there is next something to do, milliseconds; undefined: not before the loop is woken. */
  async function nextMoment(): Promise<number | undefined> {
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
      wakeUp.reset()
      try {
        if (waiting.length > 0) {
          await writer.setStanding({ needsCredentials: false, holdUntil: null })
          await writer.boundWaits({ attempt: 0, question: timing.maxQuestion, hold: 0 })
        }
        await act()
      } catch (error) {
        // After a defect or on a full disk the state of a feed may be wrong: taking the lock anew recovers it.
        if (stopped) log?.debug({ err: error }, 'the outbox was closed')
        else if (error instanceof PlainError) log?.warn({ cause: error.message }, 'the outbox waits')
        else log?.error({ err: error }, 'the outbox failed; it will try again')
        lock?.release()
        lock = undefined
      }
      for (const resolve of waiting) resolve()
      if (stopped) return
      const moment = await nextMoment().catch(() => clock.now() + timing.lockRetry)
      await wakeUp.waitUntil(moment === undefined ? undefined : Math.min(moment, clock.now() + maxWait))
    }
  }

  function wake(): void {
    wakeUp.set()
    followUp.set()
  }

  const running = run()
  return {
    /** Looks at once what there is to do, since something may have changed. */
    wake,
    /** Ends every wait, looks at once, and resolves when everything that was due has been tried. */
    passNow(): Promise<void> {
      if (stopped) return Promise.resolve()
      return new Promise<void>((resolve) => {
        passes.push(resolve)
        wake()
      })
    },
    /** Begins nothing more, and resolves when what was begun is over. */
    async close(): Promise<void> {
      stopped = true
      wake()
      await running
      for (const resolve of passes) resolve()
      lock?.release()
      lock = undefined
    },
  }
}

/** Failures by which the service, or the way to it, turns every feed away. */
const ofTheService = new Set<UpstreamFailure>(['unreachable', 'credentials', 'limit', 'maintenance'])

/** How long a wait found at the start may last: no longer than a wait that is noted now. */
const boundsOf = ({ maxRetry, maxQuestion }: OutboxTiming): WaitBounds => ({
  attempt: maxRetry,
  question: maxQuestion,
  hold: maxRetryAfter,
})
