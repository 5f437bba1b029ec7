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
  /** Takes back a queued or failed feed and makes a draft of its content. */
  withdraw: call.input(byId).output(type<Draft>()),
  /** Queues a failed feed again, by a person's decision. */
  retry: call.input(byId).output(type<OutboxFeed>()),
  /** Looks for an uncertain feed at the service now, without sending it. */
  reconcile: call.input(byId).output(type<OutboxFeed>()),
  /** A person's decision about a feed whose outcome is not known: it arrived, perhaps under another identifier, or it did not. */
  resolve: call
    .input(byId.extend({ arrived: z.boolean(), upstreamFeedId: z.string().max(500).optional() }))
    .output(type<OutboxFeed>()),
  /** Closes a feed: a person has seen its results, or no longer waits for them. */
  settle: call.input(byId).output(type<OutboxFeed>()),
  /** Sends a queued feed without waiting for the earlier ones about the same items. */
  release: call.input(byId).output(type<OutboxFeed>()),
  setPaused: call.input(z.object({ paused: z.boolean() })).output(type<OutboxOverview>()),
  /** Tries to send now, instead of at the next planned time. */
  sendNow: call.output(type<OutboxOverview>()),
}
