import { randomUUID } from 'node:crypto'
import { nameOf } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import type {
  BatchAction,
  FeedStatusReport,
  ItemResult,
  OutboxFeed,
} from '../../../../src-shared/feeds/outbox/model.ts'
import { type OutboxEventName, recoveryEvent } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { defineWriter } from '../../../storage/index.ts'
import { namedIn, openDraftTable, openRefusedRules, type RuleAtField } from '../../drafts/index.ts'
import { openFreezing } from '../freeze/freeze-feed.ts'
import { openSplitting } from '../freeze/split-feed.ts'
import { openServices } from '../send/feed-services.ts'
import type { WorkspaceMark } from '../send/sending-record.ts'
import { openFeedEvents } from './feed-events.ts'
import { openLine } from './feed-line.ts'
import { type FeedRow, feedColumns, feedOf, payloadText } from './feed-row.ts'
import { openStanding } from './outbox-standing.ts'

/** What a question about a feed told that changed no state. */
interface Learnt {
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
  const { meant, ...line } = openLine(context, events)
  const insertResult = db.prepare('INSERT OR REPLACE INTO feed_result VALUES (?, ?, ?, ?, ?)')
  const dropResults = db.prepare('DELETE FROM feed_result WHERE feed = ?')
  const getRow = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const getBody = db.prepare<[number], Buffer>('SELECT body FROM feed_body WHERE feed = ?').pluck()
  const mark = db.prepare<[], WorkspaceMark>('SELECT instance, sendings FROM outbox')
  const setInstance = db.prepare('UPDATE outbox SET instance = ?')
  const renew = db.prepare(
    `UPDATE feed SET idempotency_key = ?, upstream_feed_id = NULL, feed_status = NULL, received = NULL,
       succeeded = NULL, failed = NULL, processing = NULL WHERE id = ?`,
  )
  const plan = db.prepare(
    'UPDATE feed SET next_at = ?, note = coalesce(?, note), asked = asked + 1 WHERE id = ?',
  )
  const batchOf = db.prepare<[string], string | null>('SELECT batch FROM feed WHERE id = ?').pluck()
  const inState = db.prepare<[OutboxState], string>('SELECT id FROM feed WHERE state = ?').pluck()

  /**
   * A failed feed is queued again. When the service had taken it before, it gets a new key: under the old one the
   * service may answer with the feed that failed.
   */
  function retry(id: string, newKey: string, seen = ''): void {
    const row = getRow.get(id)
    applyEvent(id, 'retry', {
      message: [say`Queued once more`, seen].filter(Boolean).join('\n'),
      problems: [],
    })
    if (row?.upstream_feed_id == null) return
    renew.run(newKey, id)
    dropResults.run(id)
  }

  const markOf = (): WorkspaceMark => mark.get() ?? { instance: null, sendings: 0 }

  function keepResults(id: string, results: readonly ItemResult[]): void {
    for (const { index, productCode, ingestionStatus, problems } of results)
      insertResult.run(id, index, productCode, ingestionStatus, JSON.stringify(problems))
    record({ topic: 'outbox', ids: [id] })
  }

  return {
    ...openFreezing(context),
    ...line,
    ...openSplitting(context, events),
    applyEvent,
    /** Feeds that were being sent when the last program that could send ended: nobody knows whether they arrived. */
    recover(message: string): string[] {
      const event = recoveryEvent('sending')
      const found = inState.all('sending')
      if (event) for (const id of found) applyEvent(id, event, { message })
      return found
    },
    mark: markOf,
    /** The feed is about to leave. @returns what the workspace has sent, this feed included */
    startSending(id: string, detail: Parameters<typeof applyEvent>[2]): WorkspaceMark {
      applyEvent(id, 'send', detail)
      return markOf()
    },
    /**
     * Gives the workspace an identity of its own, apart from the workspace that it may be a copy of. Feeds that came with
     * the copy, queued or looked for, are in doubt. Answers which.
     */
    becomeOwn(instance: string, message: string): string[] {
      // A workspace without an identity is no copy of one that has one.
      const isFirst = mark.get()?.instance == null
      const queued = inState.all('queued').filter((id) => !isFirst || getRow.get(id)?.attempts !== 0)
      for (const id of queued) applyEvent(id, 'doubt', { message })
      // The original looks for these feeds too, and sends again those that it does not find.
      const lookedFor = inState.all('looked-for')
      for (const id of lookedFor) applyEvent(id, 'lose', { message })
      setInstance.run(instance)
      return [...queued, ...lookedFor]
    },
    /** A queued feed leaves the outbox; its bytes come back as a draft in the same transaction. */
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
    /** Feeds leave the outbox together, and what they hold comes back as one draft, in the same transaction. */
    withdrawAll(ids: string[], draft: Parameters<typeof drafts.create>[0]): Draft {
      events.happenToAll(ids, 'withdraw', { message: say`Taken back as a draft, with the rest of its batch` })
      return drafts.create(draft)
    },
    retry,
    /** What a person says of a batch happens to all feeds of it to which it can. */
    toBatch(id: string, action: BatchAction, { until = null }: { until?: number | null } = {}): void {
      if (action === 'hold') line.hold(id, until)
      else if (action === 'let-go') line.letGo(id)
      else if (action === 'hurry') line.hurry(id)
      else if (action === 'retry') for (const feed of meant(id, 'retry')) retry(feed, randomUUID())
      else
        events.happenToAll(meant(id, 'settle'), 'settle', {
          message: say`Settled by you, with the rest of its batch`,
        })
    },
    /** The service has processed the feed: what it said of single items, and the event. @returns the feed as it is now */
    process(
      id: string,
      event: OutboxEventName,
      { results, ...detail }: Parameters<typeof applyEvent>[2] & { results: readonly ItemResult[] },
    ): OutboxFeed {
      keepResults(id, results)
      applyEvent(id, event, detail)
      const row = getRow.get(id)
      if (!row) throw new Error('unreachable: applyEvent refuses a feed that is not there')
      return feedOf(row)
    },
    /** Notes a question that changed no state: when to ask again, what the service said, and why the feed waits. */
    plan(id: string, nextAt: number, learnt: Learnt = {}): void {
      // A person may have ended the watching while the answer was on its way: it says nothing of the feed any more.
      const state = getRow.get(id)?.state
      if (state === undefined || outboxStateDescriptions[state].terminal) return
      plan.run(nextAt, learnt.note ?? null, id)
      if (learnt.isMiss) evidence.countMiss(id)
      if (learnt.tellsNothing) evidence.noteTellsNothing(id)
      if (learnt.report) events.keepReport(id, learnt.report)
      if (learnt.results) keepResults(id, learnt.results)
      const batch = batchOf.get(id) ?? null
      record({ topic: 'outbox', ids: batch === null ? [id] : [id, batch] })
    },
    /** What the service refused, and took, of what our check warns of. @returns drafts to be checked again */
    learn: (
      { refused, accepted }: { refused: RuleAtField[]; accepted: RuleAtField[] },
      feed: Parameters<typeof refusedRules.refused>[1],
    ): string[] => [...refusedRules.refused(refused, feed), ...refusedRules.accepted(accepted)],
    ...openStanding(context),
    ...openServices(context, events),
  }
})
