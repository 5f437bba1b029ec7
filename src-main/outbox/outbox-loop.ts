import type { OutboxFeed } from '../../src-shared/rpc/feed-contract.ts'
import { type ProcessLock, takeProcessLock } from '../storage/process-lock.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import { followFeed } from './follow-feed.ts'
import type { OutboxRoom } from './outbox-room.ts'
import { retryPause } from './outbox-timing.ts'
import { reconcileFeed } from './reconcile-feed.ts'
import { sendFeed } from './send-feed.ts'
import { createWaker } from './waker.ts'

export interface LoopOptions {
  room: OutboxRoom
  /** The workspace's folder, where the lock lies. */
  directory: string
  onFeedDone?: ((feed: OutboxFeed) => void) | undefined
}

export interface OutboxLoop {
  /** Something may have changed: look at once. */
  wake(): void
  /** Forgets what it waits for, looks at once, and resolves when everything that was due has been tried. */
  passNow(): Promise<void>
  close(): Promise<void>
}

/** An uncertain feed is asked about this often before others are sent, which would hide it behind newer ones. */
const questionsBeforeOthers = 3

/**
 * Sends, follows and asks, one thing at a time, for as long as it lives. All it knows is in the database: it can be
 * killed anywhere. Only the process that holds the workspace's outbox lock does anything; whoever takes the lock
 * knows that nobody is sending, and that a feed which still says so was interrupted.
 */
export function startOutboxLoop({ room, directory, onFeedDone }: LoopOptions): OutboxLoop {
  const { reader, writer, clock, log, timing } = room
  const closing = new AbortController()
  const waker = createWaker(clock)
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
    return true
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

  /** Feeds whose moment has come are asked about; true when all were. */
  async function followAll(): Promise<void> {
    for (const id of await reader.due(clock.now())) {
      if (stopped) return
      const feed = await reader.followed(id)
      if (!feed) continue
      if (feed.row.state === 'uncertain') await reconcileFeed(room, feed)
      else if (await followFeed(room, feed)) await tellDone(feed.row.id)
      await noteContact()
    }
  }

  async function tellDone(id: string): Promise<void> {
    const feed = await reader.feed(id)
    if (feed && feed.kind !== 'contentplus') onFeedDone?.(feed)
  }

  async function sendAll(): Promise<void> {
    while (!stopped && !(await isHeld())) {
      if (await reader.isInDoubt(questionsBeforeOthers)) return
      const next = await reader.nextQueued()
      if (!next) return
      await sendFeed(room, next, closing.signal)
      await noteContact()
    }
  }

  async function act(): Promise<void> {
    if (!(await mayAct())) return
    try {
      if (!(await isHeld())) await followAll()
      await sendAll()
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      await hold(error)
    }
  }

  /** When there is something to do without being woken, milliseconds; undefined: not before. */
  async function nextMoment(): Promise<number | undefined> {
    if (!lock) return clock.now() + timing.lockRetry
    const { paused, needs_credentials, hold_until } = await reader.standing()
    if (paused === 1 || needs_credentials === 1) return undefined
    const moment = (await reader.nextQueued()) ? 0 : await reader.nextDue()
    return moment === undefined ? undefined : Math.max(moment, hold_until ?? 0)
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const waiting = passes
      passes = []
      waker.reset()
      try {
        if (waiting.length > 0) await writer.setStanding({ needsCredentials: false, holdUntil: null })
        await act()
      } catch (error) {
        // A defect or a full disk: nothing is known of what was going on, so the lock, and with it recovery, is
        // taken anew after a pause.
        if (!stopped) log?.error({ err: error }, 'the outbox failed; it will try again')
        lock?.release()
        lock = undefined
      }
      for (const resolve of waiting) resolve()
      if (stopped) return
      const moment = await nextMoment().catch(() => clock.now() + timing.lockRetry)
      await waker.waitUntil(moment)
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
