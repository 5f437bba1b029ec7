import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query, queryOfOne } from '../../rpc/procedure.ts'
import type { Draft } from '../draft/model.ts'
import {
  batchActions,
  type FeedItems,
  type FeedList,
  feedChoices,
  type OutboxBatch,
  type OutboxEntries,
  type OutboxEntry,
  type OutboxFeed,
  type OutboxFeedDetail,
  type OutboxOverview,
  type PublishedContent,
  verdicts,
} from './model.ts'
import { feedGroups } from './outbox-state.ts'
import type { FeedShown, ItemNotShown } from './shown.ts'

const byId = z.object({ id: z.string() })
/** End of a hold, in the future; absent: until the user ends it. */
const until = z.iso.datetime({ offset: true }).optional()
const window = z.object({
  group: z.enum(feedGroups).optional(),
  text: z.string().max(200).optional(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(200),
})

export const outboxContract = {
  overview: query('outbox', 'workspace').output(type<OutboxOverview>()),
  list: query('outbox', 'workspace')
    .input(window.extend({ batch: z.string().optional(), sent: z.boolean().optional() }))
    .output(type<FeedList>()),
  /** Rows of the outbox as displayed: a batch is one row, and rows that need attention come first. */
  entries: query('outbox', 'workspace').input(window).output(type<OutboxEntries>()),
  /** Rows that ended or began to need attention since a time, for notifications. */
  news: query('outbox', 'workspace')
    .input(z.object({ since: z.iso.datetime() }))
    .output(type<OutboxEntry[]>()),
  batch: queryOfOne('outbox').input(byId).output(type<OutboxBatch>()),
  feed: queryOfOne('outbox').input(byId).output(type<OutboxFeedDetail>()),
  /** Items of a feed or batch with their results. */
  items: query('outbox', 'items', 'drafts', 'media')
    .input(
      byId.extend({
        verdict: z.enum(verdicts).optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(200),
      }),
    )
    .output(type<FeedItems>()),
  /** Content+ feeds of this workspace that contain an item, newest first. */
  contentPlusOf: query('outbox')
    .input(z.object({ itemId: z.string() }))
    .output(type<OutboxFeed[]>()),
  /** Content+ that this workspace published for an item and the service reported as accepted. */
  publishedContentPlus: query('outbox', 'lookups')
    .input(z.object({ itemId: z.string() }))
    .output(type<PublishedContent>()),
  /** What the catalog shows of a processed feed, as of the last comparison. */
  shown: query('outbox', 'items', 'sync').input(byId).output(type<FeedShown>()),
  /** Compares a processed feed with the catalog now. */
  compareShown: call.input(byId).output(type<FeedShown>()),
  /** Feeds of which an item does not show everything, the newest first. */
  notShownOf: query('outbox', 'items')
    .input(z.object({ itemId: z.string() }))
    .output(type<ItemNotShown[]>()),
  /**
   * Creates a draft of the items that are not shown as sent; a feed that creates items becomes one that replaces
   * them. Refused with `NOT_POSSIBLE` if everything is shown.
   */
  draftNotShown: call.input(byId).output(type<Draft>()),
  /** Withdraws a queued or failed feed and turns its content into a draft. */
  withdraw: call.input(byId).output(type<Draft>()),
  /** Withdraws all queued or failed feeds of a batch into one draft. */
  withdrawBatch: call.input(byId).output(type<Draft>()),
  /**
   * Creates a draft with exactly the items of a feed or batch that the service refused, or returns the one that
   * has them already.
   */
  draftRefused: call.input(byId).output(type<Draft>()),
  /**
   * Splits a failed feed of several items into two feeds of the same batch. The catalog is checked first, as
   * in `retry`.
   */
  split: call.input(byId.extend({ anyway: z.boolean().optional() })).output(type<OutboxBatch>()),
  /** Holds a queued feed: it is not sent before a time, or before `letGo`. */
  hold: call.input(byId.extend({ until })).output(type<OutboxFeed>()),
  letGo: call.input(byId).output(type<OutboxFeed>()),
  /**
   * Sends a queued feed before the others in the queue, but never before an earlier one about the same items.
   */
  hurry: call.input(byId).output(type<OutboxFeed>()),
  /** Applies an action to all feeds of a batch that allow it. */
  toBatch: call
    .input(byId.extend({ action: z.enum(batchActions), until, anyway: z.boolean().optional() }))
    .output(type<OutboxBatch>()),
  /**
   * Queues a failed feed again, as decided by the user. The catalog is checked first: if the feed has already
   * arrived, it is not sent. If that cannot be determined, the call fails with `LOOK_FIRST` and the evidence
   * found, unless `anyway` is set.
   */
  retry: call.input(byId.extend({ anyway: z.boolean().optional() })).output(type<OutboxFeed>()),
  /** Checks now whether the service has a feed in doubt, without sending it. */
  reconcile: call.input(byId).output(type<OutboxFeed>()),
  /**
   * Records the user's decision about a feed with unknown outcome: it arrived (perhaps under another
   * identifier), or not.
   */
  resolve: call
    .input(byId.extend({ arrived: z.boolean(), upstreamFeedId: z.string().max(500).optional() }))
    .output(type<OutboxFeed>()),
  /** Closes a feed: the user has seen its results, or no longer waits for them. */
  settle: call.input(byId).output(type<OutboxFeed>()),
  /** Sends a queued feed without waiting for earlier feeds about the same items. */
  release: call.input(byId).output(type<OutboxFeed>()),
  /** Applies a choice to the feeds of a service that is no longer connected. */
  rehome: call
    .input(z.object({ address: z.string(), username: z.string(), choice: z.enum(feedChoices) }))
    .output(type<OutboxOverview>()),
  setPaused: call.input(z.object({ paused: z.boolean() })).output(type<OutboxOverview>()),
  /** Tries to send now instead of at the next planned time. */
  sendNow: call.output(type<OutboxOverview>()),
}
