import { type OutboxEventName, statesBefore } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { dateAndTime } from '../../../../src-shared/values/moment.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { earlierFeedsSql } from './feed-row.ts'

interface LineParts {
  happenToAll(ids: readonly string[], event: OutboxEventName, detail: { message: string }): void
}

/** What a person says of feeds in line: not yet, now before the others, without waiting. Of one feed, or of a batch's. */
export function openLine({ db, now }: WriterContext, { happenToAll }: LineParts) {
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
  const mostUrgent = db
    .prepare<[], number>("SELECT urgency FROM feed WHERE state = 'queued' ORDER BY urgency DESC LIMIT 1")
    .pluck()
  const setUrgency = db.prepare('UPDATE feed SET urgency = ? WHERE id = ?')
  const earlierNames = db.prepare<{ id: string }, string>(earlierFeedsSql('name')).pluck()
  const releaseCodes = db.prepare(
    `UPDATE open_feed_code SET released = 1 WHERE feed < (SELECT sequence FROM feed WHERE id = @id)
       AND code IN (SELECT code FROM feed_code WHERE feed = @id)`,
  )

  /** The feeds that something is said of: those of a batch to which it can applyEvent, or the one of that identifier. */
  function meant(id: string, event: OutboxEventName): string[] {
    if (isBatch.get(id) === undefined) return [id]
    const ids = inBatch.all(id, JSON.stringify(statesBefore(event)))
    if (ids.length === 0)
      throw new PlainError(
        'NOT_POSSIBLE',
        say`No feed of this batch is where this can be done: they went on meanwhile. Look at where they are now.`,
      )
    return ids
  }

  return {
    meant,
    /** @param until milliseconds; null: until it is let go */
    hold(id: string, until: number | null): void {
      const ids = meant(id, 'hold')
      const message =
        until === null ? say`Held by you until you let it go` : say`Held by you until ${dateAndTime(until)}`
      happenToAll(ids, 'hold', { message })
      for (const one of ids) hold.run({ id: one, until, now: now() })
    },
    letGo(id: string): void {
      const ids = meant(id, 'let-go')
      happenToAll(ids, 'let-go', { message: say`Let go by you: it is sent when it is its turn` })
      for (const one of ids) letGo.run(one)
    },
    /** Those put before the others together keep their order. */
    hurry(id: string): void {
      const ids = meant(id, 'hurry')
      const urgency = (mostUrgent.get() ?? 0) + 1
      happenToAll(ids, 'hurry', { message: say`Put before the others in line by you` })
      for (const one of ids) setUrgency.run(urgency, one)
    },
    /** A queued feed, and later ones about the same, wait no longer for those before it. */
    release(id: string): void {
      const names = earlierNames.all({ id })
      const others = names.map((name) => `“${name}”`).join(', ')
      const message =
        names.length > 0
          ? say`Released by you: it is sent without waiting for ${others}`
          : say`Released by you: it is sent without waiting for another feed`
      happenToAll([id], 'release', { message })
      releaseCodes.run({ id })
    },
  }
}
