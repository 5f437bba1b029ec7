import { isFollowed, outboxStates } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Database, OutboxRow, WriterContext } from '../../../storage/index.ts'

export type StandingRow = Pick<
  OutboxRow,
  'paused' | 'reachable' | 'reason' | 'needs_credentials' | 'hold_until' | 'service'
>

/** Reads the state of the outbox as a whole. */
export function readStanding(db: Database): () => StandingRow {
  const only = db.prepare<[], StandingRow>(
    'SELECT paused, reachable, reason, needs_credentials, hold_until, service FROM outbox',
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

/** Writes the state of the outbox as a whole, and bounds what waits: waits are durations, however the clock is set. */
export function openStanding({ db, now, record }: WriterContext) {
  const boundFeeds = db.prepare(
    'UPDATE feed SET next_at = @latest WHERE state = @state AND coalesce(next_at, 0) > @latest',
  )
  const boundHold = db.prepare(
    // A hold because the service was unreachable ends with the program that noted the hold.
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
    /** Shortens every wait that would end later than so long from now. */
    boundWaits({ attempt, question, hold }: WaitBounds): void {
      let changes = boundHold.run(now() + hold).changes + boundHolds()
      for (const state of waitingStates)
        changes += boundFeeds.run({
          state,
          latest: now() + (state === 'queued' ? attempt : question),
        }).changes
      // Without a wait nothing is written, so that a full disk does not matter.
      if (changes > 0) record({ topic: 'outbox' })
    },
    /** Moves the ends of waits back with the clock, by so many milliseconds. */
    shortenWaits(by: number): void {
      for (const state of waitingStates) shortenFeeds.run({ state, by })
      shortenHold.run(by)
      boundHolds()
      record({ topic: 'outbox' })
    },
    /** Absent members stay as they are. */
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
