import { randomUUID } from 'node:crypto'
import { nameOf } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import type { BatchAction, OutboxFeed } from '../../../../src-shared/feeds/outbox/model.ts'
import { type OutboxEventName, recoveryEvent } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { FeedStatusReport, ItemResult } from '../../../../src-shared/feeds/status/status-report.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { defineWriter } from '../../../storage/index.ts'
import { namedIn, openDraftTable, openRefusedRules, type RuleAtField } from '../../drafts/index.ts'
import { openFreezing } from '../freeze/freeze-feed.ts'
import { openSplitting } from '../freeze/split-feed.ts'
import { openServices } from '../send/feed-services.ts'
import type { WorkspaceMark } from '../send/sending-record.ts'
import { openFeedEvents } from './feed-events.ts'
import { type FeedRow, feedColumns, feedOf, payloadText } from './feed-row.ts'
import { openOutboxStatus } from './outbox-status.ts'
import { openLine } from './queue-actions.ts'
import { readRefusedDrafts } from './refused-drafts.ts'

/** Result of a poll that did not change the state. */
interface PollResult {
  report?: FeedStatusReport
  note?: string
  isMiss?: boolean
  tellsNothing?: boolean
  results?: readonly ItemResult[]
}

export const outboxWriter = defineWriter('outbox', (context) => {
  const { db, record } = context
  const drafts = openDraftTable(context)
  const refusedRules = openRefusedRules(context)
  const events = openFeedEvents(context)
  const { applyEvent, evidence } = events
  const { feedsFor, ...line } = openLine(context, events)
  const insertResult = db.prepare('INSERT OR REPLACE INTO feed_result VALUES (?, ?, ?, ?, ?)')
  const dropResults = db.prepare('DELETE FROM feed_result WHERE feed = ?')
  const getRow = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const getBody = db.prepare<[number], Buffer>('SELECT body FROM feed_body WHERE feed = ?').pluck()
  const mark = db.prepare<[], WorkspaceMark>('SELECT instance, sendings FROM outbox')
  const setInstance = db.prepare('UPDATE outbox SET instance = ?')
  const resetAtService = db.prepare(
    `UPDATE feed SET idempotency_key = ?, upstream_feed_id = NULL, feed_status = NULL, received = NULL,
       succeeded = NULL, failed = NULL, processing = NULL WHERE id = ?`,
  )
  const plan = db.prepare(
    'UPDATE feed SET next_at = ?, note = coalesce(?, note), asked = asked + 1 WHERE id = ?',
  )
  const batchOf = db.prepare<[string], string | null>('SELECT batch FROM feed WHERE id = ?').pluck()
  const inState = db.prepare<[OutboxState], string>('SELECT id FROM feed WHERE state = ?').pluck()

  /**
   * Queues a failed feed again. If the service had accepted it before, it gets a new key, because the service
   * may answer the old one with the failed feed.
   */
  function retry(id: string, newKey: string, seen = ''): void {
    const row = getRow.get(id)
    applyEvent(id, 'retry', {
      message: [say`Queued once more`, seen].filter(Boolean).join('\n'),
      problems: [],
    })
    if (row?.upstream_feed_id == null) return
    resetAtService.run(newKey, id)
    dropResults.run(id)
  }

  const marksByRow = (): WorkspaceMark => mark.get() ?? { instance: null, sendings: 0 }

  function storeResults(id: string, results: readonly ItemResult[]): void {
    for (const { index, productCode, ingestionStatus, problems } of results)
      insertResult.run(id, index, productCode, ingestionStatus, JSON.stringify(problems))
    record({ topic: 'outbox', ids: [id] })
  }

  const freezing = openFreezing(context)
  const { settledBy } = readRefusedDrafts(db)

  return {
    ...freezing,
    /**
     * Turns a draft into feeds, as in `openFreezing`. A feed under review is settled if this sends all its items
     * again that were not accepted.
     */
    freezeDraft(...[draft, feeds]: Parameters<typeof freezing.freezeDraft>) {
      const name = drafts.get(draft.id)?.name ?? ''
      const settled = settledBy(draft.id)
      const outcome = freezing.freezeDraft(draft, feeds)
      if ('feedIds' in outcome && settled.length > 0)
        events.applyEventToAll(settled, 'settle', {
          message: say`Its refused items were queued again in “${name}”`,
        })
      return outcome
    },
    ...line,
    ...openSplitting(context, events),
    applyEvent,
    /** Marks feeds as uncertain that were being sent when the program ended. @returns their ids */
    recover(message: string): string[] {
      const event = recoveryEvent('sending')
      const found = inState.all('sending')
      if (event) for (const id of found) applyEvent(id, event, { message })
      return found
    },
    mark: marksByRow,
    /**
     * Applies `send` just before a feed is sent.
     * @returns the workspace's identity and its number of sendings, including this one
     */
    startSending(id: string, detail: Parameters<typeof applyEvent>[2]): WorkspaceMark {
      applyEvent(id, 'send', detail)
      return marksByRow()
    },
    /**
     * Gives the workspace a new identity, different from a workspace that it may be a copy of. Queued and
     * looked-for feeds from before become uncertain.
     * @returns their ids
     */
    takeNewIdentity(instance: string, message: string): string[] {
      // A workspace without an identity is not a copy of one with an identity.
      const isFirst = mark.get()?.instance == null
      const queued = inState.all('queued').filter((id) => !isFirst || getRow.get(id)?.attempts !== 0)
      for (const id of queued) applyEvent(id, 'doubt', { message })
      // The original also looks for these feeds, and resends those that it does not find.
      const lookedFor = inState.all('looked-for')
      for (const id of lookedFor) applyEvent(id, 'lose', { message })
      setInstance.run(instance)
      return [...queued, ...lookedFor]
    },
    /** Withdraws a feed, and creates a draft from its bytes in the same transaction. */
    withdraw(id: string, draftId: string): Draft {
      const row = getRow.get(id)
      applyEvent(id, 'withdraw', { message: say`Taken back as a draft` })
      if (!row) throw new Error('unreachable: applyEvent refuses a feed that is not there')
      return drafts.create({
        id: draftId,
        kind: row.kind,
        name: nameOf(namedIn(row)),
        text: payloadText(getBody.get(row.sequence)),
      })
    },
    /** Withdraws several feeds, and creates one draft from their contents in the same transaction. */
    withdrawAll(ids: string[], draft: Parameters<typeof drafts.create>[0]): Draft {
      events.applyEventToAll(ids, 'withdraw', {
        message: say`Taken back as a draft, with the rest of its batch`,
      })
      return drafts.create(draft)
    },
    retry,
    /** Applies an action to all feeds of a batch that allow it. */
    toBatch(id: string, action: BatchAction, { until = null }: { until?: number | null } = {}): void {
      if (action === 'hold') line.hold(id, until)
      else if (action === 'let-go') line.letGo(id)
      else if (action === 'hurry') line.hurry(id)
      else if (action === 'retry') for (const feed of feedsFor(id, 'retry')) retry(feed, randomUUID())
      else
        events.applyEventToAll(feedsFor(id, 'settle'), 'settle', {
          message: say`Settled by you, with the rest of its batch`,
        })
    },
    /** Stores the results of a processed feed and applies the event. @returns the updated feed */
    process(
      id: string,
      event: OutboxEventName,
      { results, ...detail }: Parameters<typeof applyEvent>[2] & { results: readonly ItemResult[] },
    ): OutboxFeed {
      storeResults(id, results)
      applyEvent(id, event, detail)
      const row = getRow.get(id)
      if (!row) throw new Error('unreachable: applyEvent refuses a feed that is not there')
      return feedOf(row)
    },
    /**
     * Stores a poll that did not change the state: time of the next poll, the service's report, and the
     * reason for waiting.
     */
    plan(id: string, nextAt: number, result: PollResult = {}): void {
      // A person may have settled the feed while the answer was under way; the answer is ignored then.
      const state = getRow.get(id)?.state
      if (state === undefined || outboxStateDescriptions[state].terminal) return
      plan.run(nextAt, result.note ?? null, id)
      if (result.isMiss) evidence.countMiss(id)
      if (result.tellsNothing) evidence.noteTellsNothing(id)
      if (result.report) events.keepReport(id, result.report)
      if (result.results) storeResults(id, result.results)
      const batch = batchOf.get(id) ?? null
      record({ topic: 'outbox', ids: batch === null ? [id] : [id, batch] })
    },
    /**
     * Learns from a feed's results which rules the service enforced or accepted.
     * @returns drafts to be checked again
     */
    learn: (
      { refused, accepted }: { refused: RuleAtField[]; accepted: RuleAtField[] },
      feed: Parameters<typeof refusedRules.refused>[1],
    ): string[] => [...refusedRules.refused(refused, feed), ...refusedRules.accepted(accepted)],
    ...openOutboxStatus(context),
    ...openServices(context, events),
  }
})
