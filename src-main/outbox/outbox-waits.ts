import { isFollowed, outboxStates } from '../../src-shared/outbox/outbox-state.ts'
import type { WriterContext } from '../storage/index.ts'

/** The longest that anything may wait from now on, in milliseconds. */
export interface WaitBounds {
  /** A queued feed, for its next attempt. */
  attempt: number
  /** A feed that is followed, for its next question. */
  question: number
  /** The outbox as a whole, where the service said how long. */
  hold: number
}

/** What waits in the outbox, and for how long at most: waits are durations, however the clock is set. */
export function openWaits({ db, now, record }: WriterContext) {
  const boundFeeds = db.prepare(
    'UPDATE feed SET next_at = @latest WHERE state = @state AND coalesce(next_at, 0) > @latest',
  )
  const boundHold = db.prepare(
    // A hold because nothing could be reached ends with the program that noted it.
    'UPDATE outbox SET hold_until = iif(reachable = 0, NULL, min(hold_until, ?)) WHERE hold_until IS NOT NULL',
  )
  const shortenFeeds = db.prepare(
    'UPDATE feed SET next_at = max(0, next_at - @by) WHERE state = @state AND next_at IS NOT NULL',
  )
  const shortenHold = db.prepare(
    'UPDATE outbox SET hold_until = max(0, hold_until - ?) WHERE hold_until IS NOT NULL',
  )
  const waitingStates = outboxStates.filter((state) => state === 'queued' || isFollowed(state))

  return {
    /** Waits end at the latest so long from now: those found at the start, whatever the clock was then. */
    boundWaits({ attempt, question, hold }: WaitBounds): void {
      let changes = boundHold.run(now() + hold).changes
      for (const state of waitingStates)
        changes += boundFeeds.run({
          state,
          latest: now() + (state === 'queued' ? attempt : question),
        }).changes
      // Nothing is written where nothing waits: the disk may be full.
      if (changes > 0) record({ topic: 'outbox' })
    },
    /** The clock was set back by so many milliseconds: what waits goes on waiting as long as before. */
    shortenWaits(by: number): void {
      for (const state of waitingStates) shortenFeeds.run({ state, by })
      shortenHold.run(by)
      record({ topic: 'outbox' })
    },
  }
}
