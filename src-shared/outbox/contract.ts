import { type } from '@orpc/contract'
import * as z from 'zod'
import type { Draft } from '../drafts/model.ts'
import { call, query, queryOfOne } from '../rpc/procedure.ts'
import type { FeedList, OutboxFeed, OutboxFeedDetail, OutboxOverview } from './model.ts'
import { feedGroups } from './outbox-state.ts'

const byId = z.object({ id: z.string() })

export const outboxContract = {
  overview: query('outbox', 'workspace').output(type<OutboxOverview>()),
  list: query('outbox', 'workspace')
    .input(
      z.object({
        group: z.enum(feedGroups).optional(),
        text: z.string().optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(200),
      }),
    )
    .output(type<FeedList>()),
  feed: queryOfOne('outbox').input(byId).output(type<OutboxFeedDetail>()),
  /** The Content+ feeds of this workspace that name an item, the newest first. */
  contentPlusOf: query('outbox')
    .input(z.object({ itemId: z.string() }))
    .output(type<OutboxFeed[]>()),
  /** Takes a feed back that is queued or failed; its content returns as a draft. */
  withdraw: call.input(byId).output(type<Draft>()),
  /** Queues a failed feed once more, by the person's decision. */
  retry: call.input(byId).output(type<OutboxFeed>()),
  /** Asks the service what became of an uncertain feed, now. Never sends. */
  reconcile: call.input(byId).output(type<OutboxFeed>()),
  /** The person's own verdict on a feed whose end is not known, after looking: it arrived, perhaps as another feed of the service, or it did not. */
  resolve: call
    .input(byId.extend({ arrived: z.boolean(), upstreamFeedId: z.string().max(500).optional() }))
    .output(type<OutboxFeed>()),
  /** Nothing more is expected of a feed: its results were seen, or are no longer waited for. */
  settle: call.input(byId).output(type<OutboxFeed>()),
  /** Sends a queued feed without waiting for the earlier ones about the same items. */
  release: call.input(byId).output(type<OutboxFeed>()),
  setPaused: call.input(z.object({ paused: z.boolean() })).output(type<OutboxOverview>()),
  /** Tries now instead of at the next planned moment. */
  sendNow: call.output(type<OutboxOverview>()),
}
