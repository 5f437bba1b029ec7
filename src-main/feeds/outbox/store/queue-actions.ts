import { type OutboxEventName, statesBefore } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { dateAndTime } from '../../../../src-shared/values/moment.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { earlierFeedsSql } from './feed-row.ts'

interface LineParts {
  applyEventToAll(ids: readonly string[], event: OutboxEventName, detail: { message: string }): void
}

/**
 * Actions of a person on queued feeds (hold, let go, hurry, release), for one feed or all suitable feeds of a
 * batch.
 */
export function openLine({ db, now }: WriterContext, { applyEventToAll }: LineParts) {
  const inBatch = db
    .prepare<[string, string], string>(
      `SELECT id FROM feed WHERE batch = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY sequence`,
    )
    .pluck()
  const isBatch = db.prepare<[string], 1>('SELECT 1 FROM feed_batch WHERE id = ?')
  const hold = db.prepare(
    'UPDATE feed SET is_held = 1, held_until = @until, held_for = @until - @now WHERE id = @id',
  )
  const letGo = db.prepare('UPDATE feed SET is_held = 0, held_until = NULL, held_for = NULL WHERE id = ?')
  const maxUrgency = db
    .prepare<[], number>("SELECT urgency FROM feed WHERE state = 'queued' ORDER BY urgency DESC LIMIT 1")
    .pluck()
  const setUrgency = db.prepare('UPDATE feed SET urgency = ? WHERE id = ?')
  const earlierNames = db.prepare<{ id: string }, string>(earlierFeedsSql('name')).pluck()
  const releaseCodes = db.prepare(
    `UPDATE open_feed_code SET released = 1 WHERE feed < (SELECT sequence FROM feed WHERE id = @id)
       AND code IN (SELECT code FROM feed_code WHERE feed = @id)`,
  )

  /**
   * The feeds that an action applies to: those of a batch in which the event is possible, or the one with
   * that identifier.
   */
  function feedsFor(id: string, event: OutboxEventName): string[] {
    if (isBatch.get(id) === undefined) return [id]
    const ids = inBatch.all(id, JSON.stringify(statesBefore(event)))
    if (ids.length === 0)
      throw new PlainError(
        'NOT_POSSIBLE',
        say`No feed of this batch allows this any more. Check their current states.`,
      )
    return ids
  }

  return {
    feedsFor,
    /** @param until milliseconds since the epoch; null: until the hold is ended */
    hold(id: string, until: number | null): void {
      const ids = feedsFor(id, 'hold')
      const message =
        until === null ? say`Held by you until you let it go` : say`Held by you until ${dateAndTime(until)}`
      applyEventToAll(ids, 'hold', { message })
      for (const one of ids) hold.run({ id: one, until, now: now() })
    },
    letGo(id: string): void {
      const ids = feedsFor(id, 'let-go')
      applyEventToAll(ids, 'let-go', { message: say`Let go by you: it is sent when it is its turn` })
      for (const one of ids) letGo.run(one)
    },
    /** Moves the feeds to the front of the queue, in their current order. */
    hurry(id: string): void {
      const ids = feedsFor(id, 'hurry')
      const urgency = (maxUrgency.get() ?? 0) + 1
      applyEventToAll(ids, 'hurry', { message: say`Put before the others in line by you` })
      for (const one of ids) setUrgency.run(urgency, one)
    },
    /** Lets a queued feed, and later ones about the same items, be sent without waiting for earlier feeds. */
    release(id: string): void {
      const names = earlierNames.all({ id })
      const others = names.map((name) => `“${name}”`).join(', ')
      const message =
        names.length > 0
          ? say`Released by you: it is sent without waiting for ${others}`
          : say`Released by you: it is sent without waiting for another feed`
      applyEventToAll([id], 'release', { message })
      releaseCodes.run({ id })
    },
  }
}
