import PQueue from 'p-queue'
import type { OutboxFeed } from '../../src-shared/outbox/model.ts'
import { isInDoubt } from '../../src-shared/outbox/outbox-state.ts'
import { type ProcessLock, StoreError, takeProcessLock } from '../storage/index.ts'
import { UpstreamError, type UpstreamFailure } from '../upstream/index.ts'
import { claimWorkspace } from './custody.ts'
import { followFeed } from './follow-feed.ts'
import type { OpenFeed } from './outbox-reader.ts'
import { type OutboxRoom, type OutboxTiming, questionPause, retryPause } from './outbox-room.ts'
import type { WaitBounds } from './outbox-standing.ts'
import { reconcileFeed } from './reconcile-feed.ts'
import { sendFeed } from './send-feed.ts'
import { createClockWatch, createWaker } from './waker.ts'

interface LoopOptions {
  room: OutboxRoom
  /** The workspace's folder, where the lock lies. */
  directory: string
  onFeedDone?: ((feed: OutboxFeed) => void) | undefined
}

interface OutboxLoop {
  /** Something may have changed: look at once. */
  wake(): void
  /** Forgets what it waits for, looks at once, and resolves when everything that was due has been tried. */
  passNow(): Promise<void>
  close(): Promise<void>
}

/** An uncertain feed is asked about this often before others are sent, which would hide it behind newer ones. */
const questionsBeforeOthers = 3
/** Feeds asked about at a time: one whose answer never comes does not hold up the others. */
const askedAtATime = 4
/** The loop looks at the clock this often at least, in milliseconds: it may be set while everything waits. */
const longestWait = 60_000

/**
 * Sends, one feed at a time, and meanwhile follows and asks, for as long as it lives. Feeds are independent: what
 * fails for one of them delays that one; only a failure of the service as a whole holds all. All the loop knows is in
 * the database: it can be killed anywhere. Only the process that holds the workspace's outbox lock does anything;
 * whoever takes the lock knows that nobody is sending, and that a feed which still says so was interrupted.
 */
export function startOutboxLoop({ room, directory, onFeedDone }: LoopOptions): OutboxLoop {
  const { reader, writer, upstream, clock, log, timing } = room
  const closing = new AbortController()
  const waker = createWaker(clock)
  const clockWatch = createClockWatch(clock)
  let stopped = false
  let lock: ProcessLock | undefined
  let failures = 0
  let passes: (() => void)[] = []

  /** True when this process may send. */
  async function mayAct(): Promise<boolean> {
    if (lock) return true
    lock = takeProcessLock(directory, 'outbox')
    if (!lock) return false
    const interrupted = await writer.recover(
      'The program ended while the feed was being sent. It may have arrived; it is not sent again until that is known.',
    )
    if (interrupted.length > 0) log?.warn({ feeds: interrupted }, 'feeds were interrupted while being sent')
    // Without a feed that waits there is nothing to hold, and nothing to write; queueing one claims the workspace too.
    // A feed that waits for another, or is looked for, may be sent later, when this is not asked again.
    const { counts } = await reader.overview()
    if (counts.queued + counts['looked-for'] > 0) await claimWorkspace(room)
    // Nobody knows what the clock was when these waits were noted.
    await writer.boundWaits(boundsOf(timing))
    return true
  }

  /** Waits are durations: when the clock is set back, their ends go back with it. */
  async function followClock(): Promise<void> {
    const back = clockWatch.setBack()
    if (back === 0) return
    log?.warn({ milliseconds: back }, 'the clock was set back')
    await writer.shortenWaits(back)
  }

  async function isHeld(): Promise<boolean> {
    const { paused, needs_credentials, hold_until } = await reader.standing()
    return paused === 1 || needs_credentials === 1 || (hold_until ?? 0) > clock.now()
  }

  /** The service cannot be used for now: nothing is tried before the moment this notes. */
  async function hold(error: UpstreamError): Promise<void> {
    const reachable = error.kind !== 'unreachable' && error.kind !== 'invalid-answer'
    const pause = retryPause(timing, failures++)
    await writer.setStanding({
      reachable,
      reason: error.message,
      needsCredentials: error.kind === 'credentials',
      holdUntil: Math.max(error.retryAt ?? 0, clock.now() + pause),
    })
  }

  async function noteContact(): Promise<void> {
    failures = 0
    const { reachable, reason, hold_until } = await reader.standing()
    if (reachable === 1 && reason === null && hold_until === null) return
    await writer.setStanding({ reachable: true, reason: null, holdUntil: null })
  }

  /** The failure of the service as a whole that lies behind the failure of one call; undefined when only that call fails. */
  async function failureOfAll(error: UpstreamError): Promise<UpstreamError | undefined> {
    if (error.kind === 'unreachable' && !error.mayHaveArrived) return error
    try {
      await upstream.probe()
      return undefined
    } catch (other) {
      if (other instanceof UpstreamError) return other
      throw other
    }
  }

  /** Notes that something could not be done about one feed, and when it is tried again. @throws when nothing can be done at all */
  async function delay({ row }: OpenFeed, error: unknown, pause: number): Promise<void> {
    if (!(error instanceof UpstreamError)) throw error
    const ofAll = await failureOfAll(error)
    if (ofAll) throw ofAll
    await writer.plan(row.id, Math.max(error.retryAt ?? 0, clock.now() + pause), { note: error.message })
  }

  /** Feeds whose moment has come are asked about. */
  async function followAll(): Promise<void> {
    const queue = new PQueue({ concurrency: askedAtATime })
    const failed: unknown[] = []
    for (const id of await reader.due(clock.now()))
      void queue.add(async () => {
        if (stopped || failed.length > 0) return
        await follow(id).catch((error) => failed.push(error))
      })
    await queue.onIdle()
    if (failed.length > 0) throw failed[0]
  }

  async function follow(id: string): Promise<void> {
    const feed = await reader.followed(id)
    if (!feed) return
    try {
      if (isInDoubt(feed.row.state)) await reconcileFeed(room, feed)
      else if (await followFeed(room, feed)) await tellDone(feed.row.id)
      await noteContact()
    } catch (error) {
      await delay(feed, error, questionPause(timing, feed.row.asked))
    }
  }

  async function tellDone(id: string): Promise<void> {
    const feed = await reader.feed(id)
    if (feed && feed.kind !== 'contentplus') onFeedDone?.(feed)
  }

  async function sendAll(): Promise<void> {
    while (!stopped && !(await isHeld())) {
      if (await reader.isInDoubt(questionsBeforeOthers)) return
      const next = await reader.nextQueued(clock.now())
      if (!next) return
      try {
        await sendFeed(room, next, closing.signal)
        await noteContact()
      } catch (error) {
        // What the service says before or instead of taking a feed it says of all; another failure may be this one's.
        if (error instanceof UpstreamError && ofTheService.has(error.kind)) throw error
        await delay(next, error, retryPause(timing, next.row.asked))
      }
    }
  }

  async function act(): Promise<void> {
    if (!(await mayAct())) return
    await followClock()
    if (await isHeld()) return
    const outcomes = await Promise.allSettled([followAll(), sendAll()])
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const failure of failures) if (!(failure instanceof UpstreamError)) throw failure
    if (failures[0]) await hold(failures[0])
  }

  /** When there is something to do without being woken, milliseconds; undefined: not before. */
  async function nextMoment(): Promise<number | undefined> {
    if (!lock) return clock.now() + timing.lockRetry
    const { paused, needs_credentials, hold_until } = await reader.standing()
    if (paused === 1 || needs_credentials === 1) return undefined
    const isWaitedFor = await reader.isInDoubt(questionsBeforeOthers)
    const moments = [await reader.nextDue(), isWaitedFor ? undefined : await reader.nextAttempt()]
    const known = moments.filter((moment) => moment !== undefined)
    return known.length === 0 ? undefined : Math.max(Math.min(...known), hold_until ?? 0)
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const waiting = passes
      passes = []
      waker.reset()
      try {
        if (waiting.length > 0) {
          await writer.setStanding({ needsCredentials: false, holdUntil: null })
          await writer.boundWaits({ attempt: 0, question: timing.longestQuestion, hold: 0 })
        }
        await act()
      } catch (error) {
        // A defect or a full disk: nothing is known of what was going on, so the lock, and with it recovery, is
        // taken anew after a pause.
        if (stopped) log?.debug({ err: error }, 'the outbox was closed')
        else if (error instanceof StoreError) log?.warn({ cause: error.message }, 'the outbox waits')
        else log?.error({ err: error }, 'the outbox failed; it will try again')
        lock?.release()
        lock = undefined
      }
      for (const resolve of waiting) resolve()
      if (stopped) return
      const moment = await nextMoment().catch(() => clock.now() + timing.lockRetry)
      await waker.waitUntil(moment === undefined ? undefined : Math.min(moment, clock.now() + longestWait))
    }
  }

  const running = run()
  return {
    wake: waker.wake,
    passNow() {
      if (stopped) return Promise.resolve()
      return new Promise<void>((resolve) => {
        passes.push(resolve)
        waker.wake()
      })
    },
    async close() {
      stopped = true
      waker.wake()
      const grace = new AbortController()
      clock.sleep(timing.closing, grace.signal).then(
        () => closing.abort(new Error('The program was closed')),
        () => {},
      )
      await running
      grace.abort()
      for (const resolve of passes) resolve()
      lock?.release()
      lock = undefined
    },
  }
}

/** Failures by which the service, or the way to it, turns every feed away. */
const ofTheService = new Set<UpstreamFailure>(['unreachable', 'credentials', 'limit', 'maintenance'])

/** How long a wait found at the start may go on: no longer than one that would be noted now. */
const boundsOf = ({ longestRetry, longestQuestion }: OutboxTiming): WaitBounds => ({
  attempt: longestRetry,
  question: longestQuestion,
  hold: longestHold,
})
/** As long as a `Retry-After` is believed, in milliseconds. */
const longestHold = 24 * 60 * 60 * 1000
