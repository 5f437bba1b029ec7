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

const byId = z.object({ id: z.string() })
/** A moment to come; without one: until it is let go. */
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
    .input(window.extend({ batch: z.string().optional() }))
    .output(type<FeedList>()),
  /** The outbox as it is shown: a batch is one entry, and what needs a person stands first. */
  entries: query('outbox', 'workspace').input(window).output(type<OutboxEntries>()),
  /** What came to an end, or to need a person, since a moment: for whoever is to be told. */
  news: query('outbox', 'workspace')
    .input(z.object({ since: z.iso.datetime() }))
    .output(type<OutboxEntry[]>()),
  batch: queryOfOne('outbox').input(byId).output(type<OutboxBatch>()),
  feed: queryOfOne('outbox').input(byId).output(type<OutboxFeedDetail>()),
  /** The items of a feed or a batch, with what became of each. */
  items: query('outbox', 'items', 'drafts', 'media')
    .input(
      byId.extend({
        verdict: z.enum(verdicts).optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(200),
      }),
    )
    .output(type<FeedItems>()),
  /** The Content+ feeds of this workspace that name an item, the newest first. */
  contentPlusOf: query('outbox')
    .input(z.object({ itemId: z.string() }))
    .output(type<OutboxFeed[]>()),
  /** What this workspace has published for an item, as far as the service said that it took it. */
  publishedContentPlus: query('outbox', 'lookups')
    .input(z.object({ itemId: z.string() }))
    .output(type<PublishedContent>()),
  /** Takes back a queued or failed feed and makes a draft of its content. */
  withdraw: call.input(byId).output(type<Draft>()),
  /** The same of all feeds of a batch that are queued or failed; they return as one draft. */
  withdrawBatch: call.input(byId).output(type<Draft>()),
  /** A draft of exactly the items of a feed, or of a batch, that the service did not take. */
  draftRefused: call.input(byId).output(type<Draft>()),
  /** A failed feed of several items goes on as two of the same batch. The catalog is looked at first, as by `retry`. */
  split: call.input(byId.extend({ anyway: z.boolean().optional() })).output(type<OutboxBatch>()),
  /** A queued feed is not sent before a moment, or before it is let go. */
  hold: call.input(byId.extend({ until })).output(type<OutboxFeed>()),
  letGo: call.input(byId).output(type<OutboxFeed>()),
  /** A queued feed is sent before the others in line; never before an earlier one about the same items. */
  hurry: call.input(byId).output(type<OutboxFeed>()),
  /** The same, and other things, to all feeds of a batch to which it can happen. */
  toBatch: call
    .input(byId.extend({ action: z.enum(batchActions), until, anyway: z.boolean().optional() }))
    .output(type<OutboxBatch>()),
  /**
   * Queues a failed feed once more, by the person's decision. The catalog is looked at first: a feed that has arrived is not
   * sent, and where that cannot be told, the call is refused with what is known (`LOOK_FIRST`), unless `anyway` is set.
   */
  retry: call.input(byId.extend({ anyway: z.boolean().optional() })).output(type<OutboxFeed>()),
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
  /** What becomes of the feeds of a service that is not connected any more. */
  rehome: call
    .input(z.object({ address: z.string(), username: z.string(), choice: z.enum(feedChoices) }))
    .output(type<OutboxOverview>()),
  setPaused: call.input(z.object({ paused: z.boolean() })).output(type<OutboxOverview>()),
  /** Tries to send now, instead of at the next planned time. */
  sendNow: call.output(type<OutboxOverview>()),
}
