import { isFollowed, outboxStates } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Database, OutboxRow, WriterContext } from '../../../storage/index.ts'

export type OutboxStatusRow = Pick<
  OutboxRow,
  'paused' | 'reachable' | 'reason' | 'needs_credentials' | 'hold_until' | 'service'
>

/** Reads the state of the complete outbox. */
export function readStanding(db: Database): () => OutboxStatusRow {
  const only = db.prepare<[], OutboxStatusRow>(
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
  /** Nothing is sent before this time (milliseconds since the epoch). */
  holdUntil?: number | null
}

/** Maximum remaining durations of waits, in milliseconds. */
export interface WaitBounds {
  /** Of a queued feed, until its next attempt. */
  attempt: number
  /** Of a polled feed, until its next poll. */
  question: number
  /** Of the complete outbox, if the service requested a pause. */
  hold: number
}

/**
 * Writes the state of the complete outbox, and limits waits to their intended durations when the clock
 * changes.
 */
export function openOutboxStatus({ db, now, record }: WriterContext) {
  const boundFeeds = db.prepare(
    'UPDATE feed SET next_at = @latest WHERE state = @state AND coalesce(next_at, 0) > @latest',
  )
  const boundHold = db.prepare(
    // A hold because of an unreachable service ends with the program that stored it.
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
  /** Limits the holds of feeds to their original durations from now. @returns the number of changed feeds */
  const boundHolds = (): number => boundHeld.run({ now: now() }).changes
  const waitingStates = outboxStates.filter((state) => state === 'queued' || isFollowed(state))

  return {
    /** Shortens all waits that would last longer than the given durations. */
    boundWaits({ attempt, question, hold }: WaitBounds): void {
      let changes = boundHold.run(now() + hold).changes + boundHolds()
      for (const state of waitingStates)
        changes += boundFeeds.run({
          state,
          latest: now() + (state === 'queued' ? attempt : question),
        }).changes
      // Without a change nothing is written, so that a full disk does not matter.
      if (changes > 0) record({ topic: 'outbox' })
    },
    /** Moves the ends of all waits back by this many milliseconds, after the clock was set back. */
    shortenWaits(by: number): void {
      for (const state of waitingStates) shortenFeeds.run({ state, by })
      shortenHold.run(by)
      boundHolds()
      record({ topic: 'outbox' })
    },
    /** Absent members are unchanged. */
    setOutboxStatus(standing: Standing): void {
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
