import type { TrailDetail } from '../../../../src-shared/feeds/outbox/model.ts'
import {
  initialState,
  nextState,
  type OutboxEventName,
} from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import {
  blocksOthers,
  type OutboxState,
  outboxStateDescriptions,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { FeedStatusReport } from '../../../../src-shared/feeds/status/status-report.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { openTrailIndex, type WriterContext } from '../../../storage/index.ts'
import type { CatalogView } from '../evidence/catalog-view.ts'
import { openEvidenceNotes } from '../evidence/evidence-store.ts'
import { serviceOf, serviceText } from '../send/feed-service-name.ts'
import { openBatches } from './feed-batches.ts'
import { blockOthersSql, type FeedRow, feedColumns, isHeldAt } from './feed-row.ts'

/** Changes of an event in addition to the state. Absent members are unchanged; null clears. */
interface EventDetail {
  message: string
  upstreamFeedId?: string | null
  newestBefore?: string | null
  /** What the catalog showed just before the sending. */
  before?: CatalogView
  /** HTTP status with which the feed was turned away. */
  answer?: number
  report?: FeedStatusReport
  /** Problems for which the service refused the complete feed. */
  problems?: Problem[]
  /** Due time of the next attempt or poll, in milliseconds since the epoch. */
  nextAt?: number | null
  /** Technical details for the history, in addition to the message. */
  trail?: TrailDetail
}

/**
 * Applies events to feeds. All state changes are made here, according to the state machine, each with a row
 * in `feed_event`.
 */
export function openFeedEvents(context: WriterContext) {
  const { db, now, record } = context
  const evidence = openEvidenceNotes(db)
  const batches = openBatches(context)
  const blockOthers = db.prepare<[string]>(blockOthersSql)
  const unblockOthers = db.prepare(
    `DELETE FROM open_feed_code WHERE feed = (SELECT sequence FROM feed WHERE id = @id)
       AND code IN (SELECT code FROM feed_code WHERE feed = @id)`,
  )
  const insertEvent = db.prepare(
    `INSERT INTO feed_event (feed, sequence, at, event, state, message, detail)
     SELECT @feed, coalesce(max(sequence), 0) + 1, @at, @event, @state, @message, @detail
     FROM feed_event WHERE feed = @feed`,
  )
  const indexTrail = openTrailIndex(db)
  const getRow = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const move = db.prepare(
    // A hold or priority ends when the feed leaves the queue.
    `UPDATE feed SET state = @state, note = @message, next_at = @nextAt, updated_at = @now,
       asked = CASE WHEN state = @state THEN asked + @isAnswer ELSE 0 END, is_held = iif(@inLine, is_held, 0),
       held_until = iif(@inLine, held_until, NULL), held_for = iif(@inLine, held_for, NULL),
       urgency = iif(@inLine, urgency, 0), refused_with = @refusedWith
     WHERE id = @id`,
  )
  const service = db.prepare<[], string | null>('SELECT service FROM outbox').pluck()
  const countSending = db.prepare('UPDATE outbox SET sendings = sendings + 1')
  const startAttempt = db.prepare(
    `UPDATE feed SET attempts = attempts + 1, sent_at = ?, newest_before = ?,
       sending = (SELECT sendings FROM outbox) WHERE id = ?`,
  )
  const nameUpstream = db.prepare('UPDATE feed SET upstream_feed_id = ? WHERE id = ?')
  const setReport = db.prepare(
    `UPDATE feed SET feed_status = @feedStatus, received = @received, succeeded = @succeeded, failed = @failed,
       processing = @processing WHERE id = @id`,
  )
  const setProblems = db.prepare('UPDATE feed SET problems = ? WHERE id = ?')

  /**
   * @throws PlainError `NOT_POSSIBLE` if the feed, or the service it would be sent to, does not belong to the
   * current connection
   */
  function requireConnected({ elsewhere }: FeedRow, trail: TrailDetail | undefined): void {
    if (elsewhere !== null) {
      const { address, username } = serviceOf(elsewhere)
      throw new PlainError(
        'NOT_POSSIBLE',
        say`The feed belongs to ${address} (${username}), and another service is connected. Connect that one again, or take the feed back as a draft.`,
      )
    }
    const connected = service.get() ?? null
    if (connected === null || trail?.to === undefined || trail.as === undefined) return
    if (serviceText({ address: trail.to, username: trail.as }) !== connected)
      throw new PlainError('NOT_POSSIBLE', say`Another service was connected meanwhile.`)
  }

  /** Applies an event to one feed. @returns its row before the event, and the new state */
  function applyToFeed(
    id: string,
    event: OutboxEventName,
    detail: EventDetail,
  ): FeedRow & { to: OutboxState } {
    const row = getRow.get(id)
    if (row === undefined) throw new PlainError('FEED_NOT_FOUND', say`There is no feed ${id} in the outbox.`)
    const state = nextState(row.state, event)
    if (state === undefined) {
      throw new PlainError(
        'NOT_POSSIBLE',
        say`This is no longer possible. The feed's state is now: ${outboxStateDescriptions[row.state].label}.`,
      )
    }
    if (event === 'send' || event === 'retry' || event === 'split') requireConnected(row, detail.trail)
    if (event === 'send' && isHeldAt(row, now()))
      throw new PlainError('NOT_POSSIBLE', say`The feed is held: it is not sent now.`)
    const { message, nextAt = null } = detail
    move.run({
      id,
      state,
      message,
      nextAt,
      now: now(),
      isAnswer: Number(event === 'progress'),
      inLine: Number(state === initialState),
      refusedWith: event === 'refuse' ? (detail.trail?.status ?? null) : null,
    })
    if (blocksOthers(state) !== blocksOthers(row.state)) {
      if (blocksOthers(state)) blockOthers.run(id)
      else unblockOthers.run({ id })
    }
    if (event === 'send') {
      countSending.run()
      startAttempt.run(now(), detail.newestBefore ?? null, id)
      if (detail.before) evidence.keep(id, detail.before)
    }
    if (detail.answer !== undefined) evidence.noteAnswer(id, detail.answer)
    // The catalog is checked again before the next sending.
    if (state === initialState || outboxStateDescriptions[state].terminal) evidence.forget(id)
    if (detail.upstreamFeedId !== undefined) nameUpstream.run(detail.upstreamFeedId, id)
    if (detail.report) keepReport(id, detail.report)
    if (detail.problems) setProblems.run(JSON.stringify(detail.problems), id)
    const trail: TrailDetail | undefined =
      event === 'send' ? { ...detail.trail, bytes: row.bytes, sha256: row.sha256 } : detail.trail
    insertEvent.run({
      feed: id,
      at: now(),
      event,
      state,
      message,
      detail: trail ? JSON.stringify(trail) : null,
    })
    indexTrail(row.sequence, message, trail)
    record({ topic: 'outbox', ids: [id] })
    return { ...row, to: state }
  }

  function keepReport(id: string, { feedStatus, counters }: FeedStatusReport): void {
    setReport.run({ id, feedStatus, ...counters })
  }

  return {
    applyEvent(id: string, event: OutboxEventName, detail: EventDetail): OutboxState {
      const { to, batch } = applyToFeed(id, event, detail)
      if (batch !== null) batches.refresh(batch)
      return to
    },
    /** Applies an event to several feeds. Each of their batches is updated once. */
    applyEventToAll(ids: readonly string[], event: OutboxEventName, detail: EventDetail): void {
      const changed = new Set(ids.map((id) => applyToFeed(id, event, detail).batch))
      for (const batch of changed) if (batch !== null) batches.refresh(batch)
    },
    keepReport,
    batches,
    evidence,
  }
}
