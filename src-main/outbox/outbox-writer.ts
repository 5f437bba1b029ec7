import type { Draft } from '../../src-shared/drafts/model.ts'
import type { FeedStatusReport, ItemResult } from '../../src-shared/outbox/model.ts'
import {
  initialState,
  nextState,
  type OutboxEventName,
  recoveryEvent,
} from '../../src-shared/outbox/outbox-machine.ts'
import {
  keepsOthersWaiting,
  type OutboxState,
  outboxStateDescriptions,
} from '../../src-shared/outbox/outbox-state.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { type NewDraft, openDraftTable } from '../drafts/index.ts'
import { defineWriter } from '../storage/index.ts'
import { openEvidenceNotes } from './evidence-notes.ts'
import { earlierFeedsSql, type FeedRow, feedColumns, payloadText } from './feed-row.ts'
import { openFreezing } from './freeze-feed.ts'
import type { CatalogView } from './look-at-catalog.ts'
import type { OutboxErrorCode } from './outbox.ts'
import { openStanding } from './outbox-standing.ts'
import type { WorkspaceMark } from './sending-record.ts'

/** What an event changes beside the state. Absent members stay as they are; null clears. */
interface EventDetail {
  message: string
  upstreamFeedId?: string | null
  newestBefore?: string | null
  /** What the catalog showed just before the sending. */
  before?: CatalogView
  /** The HTTP status with which the feed was turned away. */
  answer?: number
  report?: FeedStatusReport
  /** Why the service refused the feed as a whole. */
  problems?: Problem[]
  /** When the next attempt or question is due, milliseconds. */
  nextAt?: number | null
}

export const outboxWriter = defineWriter('outbox', (context) => {
  const { db, now, record } = context
  const drafts = openDraftTable(context)
  const keepWaiting = db.prepare(
    `INSERT OR IGNORE INTO open_feed_code (code, feed)
     SELECT feed_code.code, feed.sequence FROM feed JOIN feed_code ON feed_code.feed = feed.id WHERE feed.id = ?`,
  )
  const letGo = db.prepare(
    `DELETE FROM open_feed_code WHERE feed = (SELECT sequence FROM feed WHERE id = @id)
       AND code IN (SELECT code FROM feed_code WHERE feed = @id)`,
  )
  const earlierNames = db.prepare<{ id: string }, string>(earlierFeedsSql('name')).pluck()
  const releaseCodes = db.prepare(
    `UPDATE open_feed_code SET released = 1 WHERE feed < (SELECT sequence FROM feed WHERE id = @id)
       AND code IN (SELECT code FROM feed_code WHERE feed = @id)`,
  )
  const insertEvent = db.prepare(
    `INSERT INTO feed_event
     SELECT @feed, coalesce(max(sequence), 0) + 1, @at, @event, @state, @message FROM feed_event WHERE feed = @feed`,
  )
  const insertResult = db.prepare('INSERT OR REPLACE INTO feed_result VALUES (?, ?, ?, ?, ?)')
  const dropResults = db.prepare('DELETE FROM feed_result WHERE feed = ?')
  const getState = db.prepare<[string], OutboxState>('SELECT state FROM feed WHERE id = ?').pluck()
  const getRow = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const getBody = db.prepare<[number], Buffer>('SELECT body FROM feed_body WHERE feed = ?').pluck()
  const move = db.prepare(
    `UPDATE feed SET state = @state, note = @message, next_at = @nextAt, updated_at = @now,
       asked = CASE WHEN state = @state THEN asked ELSE 0 END WHERE id = @id`,
  )
  const countSending = db.prepare('UPDATE outbox SET sendings = sendings + 1')
  const mark = db.prepare<[], WorkspaceMark>('SELECT instance, sendings FROM outbox')
  const setInstance = db.prepare('UPDATE outbox SET instance = ?')
  const startAttempt = db.prepare(
    `UPDATE feed SET attempts = attempts + 1, sent_at = ?, newest_before = ?,
       sending = (SELECT sendings FROM outbox) WHERE id = ?`,
  )
  const evidence = openEvidenceNotes(db)
  const nameUpstream = db.prepare('UPDATE feed SET upstream_feed_id = ? WHERE id = ?')
  const setReport = db.prepare(
    `UPDATE feed SET feed_status = @feedStatus, received = @received, succeeded = @succeeded, failed = @failed,
       processing = @processing WHERE id = @id`,
  )
  const setProblems = db.prepare('UPDATE feed SET problems = ? WHERE id = ?')
  const renew = db.prepare(
    `UPDATE feed SET idempotency_key = ?, upstream_feed_id = NULL, feed_status = NULL, received = NULL,
       succeeded = NULL, failed = NULL, processing = NULL WHERE id = ?`,
  )
  const plan = db.prepare(
    'UPDATE feed SET next_at = ?, note = coalesce(?, note), asked = asked + 1 WHERE id = ?',
  )
  const inState = db.prepare<[OutboxState], string>('SELECT id FROM feed WHERE state = ?').pluck()
  /** Every change of a feed's state goes through here: by the table of the state machine, with a row in `feed_event`. */
  function applyEvent(id: string, event: OutboxEventName, detail: EventDetail): OutboxState {
    const from = getState.get(id)
    if (from === undefined)
      throw new PlainError<OutboxErrorCode>('FEED_NOT_FOUND', `There is no feed ${id} in the outbox.`)
    const state = nextState(from, event)
    if (state === undefined)
      throw new PlainError<OutboxErrorCode>(
        'NOT_POSSIBLE',
        `The feed is ${from}; "${event}" is not possible now.`,
      )
    const { message, nextAt = null } = detail
    move.run({ id, state, message, nextAt, now: now() })
    if (keepsOthersWaiting(state) !== keepsOthersWaiting(from)) {
      if (keepsOthersWaiting(state)) keepWaiting.run(id)
      else letGo.run({ id })
    }
    if (event === 'send') {
      countSending.run()
      startAttempt.run(now(), detail.newestBefore ?? null, id)
      if (detail.before) evidence.keep(id, detail.before)
    }
    if (detail.answer !== undefined) evidence.noteAnswer(id, detail.answer)
    // The next sending takes notes of its own.
    if (state === initialState || outboxStateDescriptions[state].terminal) evidence.forget(id)
    if (detail.upstreamFeedId !== undefined) nameUpstream.run(detail.upstreamFeedId, id)
    if (detail.report) keepReport(id, detail.report)
    if (detail.problems) setProblems.run(JSON.stringify(detail.problems), id)
    insertEvent.run({ feed: id, at: now(), event, state, message })
    record({ topic: 'outbox', ids: [id] })
    return state
  }

  function keepReport(id: string, { feedStatus, counters }: FeedStatusReport): void {
    setReport.run({ id, feedStatus, ...counters })
  }

  return {
    ...openFreezing(context),
    applyEvent,
    /** Puts the feeds that were being sent when a program ended in doubt: these may have arrived. Answers which. */
    recover(message: string): string[] {
      const event = recoveryEvent('sending')
      const found = inState.all('sending')
      if (event) for (const id of found) applyEvent(id, event, { message })
      return found
    },
    mark: (): WorkspaceMark => mark.get() ?? { instance: null, sendings: 0 },
    /**
     * Gives the workspace an identity of its own, apart from the workspace that it may be a copy of. Feeds that came with
     * the copy, queued or looked for, are in doubt. Answers which.
     */
    becomeOwn(instance: string, message: string): string[] {
      const queued = inState.all('queued')
      for (const id of queued) applyEvent(id, 'doubt', { message })
      // The original looks for these feeds too, and sends again those that it does not find.
      const lookedFor = inState.all('looked-for')
      for (const id of lookedFor) applyEvent(id, 'lose', { message })
      setInstance.run(instance)
      return [...queued, ...lookedFor]
    },
    /** Takes a queued feed out of the outbox; its bytes become a draft in the same transaction. */
    withdraw(id: string, draft: Omit<NewDraft, 'kind' | 'name' | 'xml'>): Draft {
      const row = getRow.get(id)
      applyEvent(id, 'withdraw', { message: 'Taken back as a draft' })
      if (!row) throw new Error('unreachable: applyEvent refuses a feed that is not there')
      return drafts.create({
        ...draft,
        kind: row.kind,
        name: row.name,
        xml: payloadText(getBody.get(row.sequence)),
      })
    },
    /**
     * Queues a failed feed again. A feed that the service had taken gets a new key: to the old key the service may answer
     * with the feed that failed.
     */
    retry(id: string, newKey: string): void {
      const row = getRow.get(id)
      applyEvent(id, 'retry', { message: 'Queued once more', problems: [] })
      if (row?.upstream_feed_id == null) return
      renew.run(newKey, id)
      dropResults.run(id)
    },
    /** Lets a queued feed, and later feeds about the same items, no longer wait for earlier feeds. */
    release(id: string): void {
      const names = earlierNames.all({ id })
      const others = names.length > 0 ? names.map((name) => `“${name}”`).join(', ') : 'another feed'
      applyEvent(id, 'release', { message: `Released by you: it is sent without waiting for ${others}` })
      releaseCodes.run({ id })
    },
    /** One window of results. */
    keepResults(id: string, results: ItemResult[]): void {
      for (const { index, productCode, ingestionStatus, problems } of results)
        insertResult.run(id, index, productCode, ingestionStatus, JSON.stringify(problems))
      record({ topic: 'outbox', ids: [id] })
    },
    /** Notes a question that changed no state: when to ask again, what the service said, and why the feed waits. */
    plan(
      id: string,
      nextAt: number,
      learnt: { report?: FeedStatusReport; note?: string; isMiss?: boolean } = {},
    ): void {
      plan.run(nextAt, learnt.note ?? null, id)
      if (learnt.isMiss) evidence.countMiss(id)
      if (learnt.report) keepReport(id, learnt.report)
      record({ topic: 'outbox', ids: [id] })
    },
    ...openStanding(context),
  }
})
