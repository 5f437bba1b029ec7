import { isFollowed, outboxStates } from '../../src-shared/outbox/outbox-state.ts'
import type { Database, WriterContext } from '../storage/index.ts'

/** The one row of the table `outbox`. */
interface StandingRow {
  paused: number
  reachable: number | null
  reason: string | null
  needs_credentials: number
  hold_until: number | null
}

/** How the outbox as a whole stands. */
export function readStanding(db: Database): () => StandingRow {
  const only = db.prepare<[], StandingRow>(
    'SELECT paused, reachable, reason, needs_credentials, hold_until FROM outbox',
  )
  return () => {
    const row = only.get()
    if (!row) throw new Error('The table outbox has lost its row')
    return row
  }
}

interface Standing {
  paused?: boolean
  reachable?: boolean
  reason?: string | null
  needsCredentials?: boolean
  /** Milliseconds; nothing is sent before. */
  holdUntil?: number | null
}

/** The longest that anything may wait from now on, in milliseconds. */
export interface WaitBounds {
  /** A queued feed, for its next attempt. */
  attempt: number
  /** A feed that is followed, for its next question. */
  question: number
  /** The outbox as a whole, where the service said how long. */
  hold: number
}

/** What of the outbox as a whole changes, absent members stay; and how long anything waits at most: waits are durations, however the clock is set. */
export function openStanding({ db, now, record }: WriterContext) {
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
  const boundHeld = db.prepare(
    `UPDATE feed SET held_until = @now + held_for
     WHERE is_held = 1 AND held_until > @now AND held_until > @now + held_for`,
  )
  /** However the clock is set: what a person held for a while is held no longer than that while from now on. */
  const boundHolds = (): number => boundHeld.run({ now: now() }).changes
  const waitingStates = outboxStates.filter((state) => state === 'queued' || isFollowed(state))

  return {
    /** Waits end at the latest so long from now: those found at the start, whatever the clock was then. */
    boundWaits({ attempt, question, hold }: WaitBounds): void {
      let changes = boundHold.run(now() + hold).changes + boundHolds()
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
      boundHolds()
      record({ topic: 'outbox' })
    },
    setStanding(standing: Standing): void {
      const columns: [string, number | string | null | undefined][] = [
        ['paused', asNumber(standing.paused)],
        ['reachable', asNumber(standing.reachable)],
        ['reason', standing.reason],
        ['needs_credentials', asNumber(standing.needsCredentials)],
        ['hold_until', standing.holdUntil],
      ]
      const changed = columns.filter(([, value]) => value !== undefined)
      if (changed.length === 0) return
      db.prepare(`UPDATE outbox SET ${changed.map(([name]) => `${name} = ?`).join(', ')}`).run(
        ...changed.map(([, value]) => value),
      )
      record({ topic: 'outbox' })
    },
  }
}

const asNumber = (flag: boolean | undefined) => (flag === undefined ? undefined : Number(flag))
