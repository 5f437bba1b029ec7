import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { OutboxEventName } from '../outbox/outbox-machine.ts'
import { type FeedGroup, feedGroups, type OutboxState } from '../outbox/outbox-state.ts'
import type { Problem } from '../problem.ts'

/** The four ways to send content: three item feeds and one Content+ feed. */
export const feedKinds = ['create', 'update', 'refresh', 'contentplus'] as const
export type FeedKind = (typeof feedKinds)[number]

/** A feed being written. Its payload is XML from the first keystroke; the form is a view of it. */
export interface Draft {
  id: string
  kind: FeedKind
  name: string
  xml: string
  /** Counts saves; a save names the revision it started from and is refused when it is not the newest. */
  revision: number
  createdAt: string
  updatedAt: string
}
export type DraftSummary = Omit<Draft, 'xml'> & { itemCount: number; errorCount: number }
/** A window of the drafts, those saved last first. */
export interface DraftList {
  /** How many drafts there are in all windows. */
  total: number
  /** Where the window begins: that of the last one, when the one asked for would be empty. */
  offset: number
  drafts: DraftSummary[]
}

export interface ItemResult {
  index: number
  productCode: string
  ingestionStatus: string
  /** Problems the service reported for the item, empty when none. */
  problems: Problem[]
}
export interface FeedCounters {
  received: number
  succeeded: number
  failed: number
  processing: number
}
/** A frozen feed and where it is on its way. */
export interface OutboxFeed {
  id: string
  kind: FeedKind
  name: string
  state: OutboxState
  /** The identifier the service gave it, once acknowledged. */
  upstreamFeedId?: string
  /** The service's own word for the feed's status, kept as it came. */
  feedStatus?: string
  counters?: FeedCounters
  itemCount: number
  bytes: number
  attempts: number
  /** What happened last, in words: why it waits, why it failed, why it is uncertain. */
  note?: string
  /** ISO 8601: the next attempt or poll, when one is planned. */
  nextAttemptAt?: string
  createdAt: string
  updatedAt: string
}
export interface OutboxEvent {
  at: string
  /** What happened, as in the outbox's table; absent for the first entry, when the feed was frozen. */
  event?: OutboxEventName
  /** State after the event. */
  state: OutboxState
  message: string
}
export interface OutboxFeedDetail extends OutboxFeed {
  xml: string
  sha256: string
  idempotencyKey: string
  events: OutboxEvent[]
  results: ItemResult[]
  /** Why the service refused the feed as a whole (400): with the path of each element at fault. */
  problems: Problem[]
  /** Earlier feeds about the same items, which it is not to overtake; empty when it waits for none. */
  waitsFor: { id: string; name: string }[]
}
/** Which feeds to list, the newest first. */
export interface FeedListQuestion {
  group?: FeedGroup
  /** A part of the name, the beginning of an identifier (ours or the service's), or a product code or item of the feed. */
  text?: string
  offset: number
  limit: number
}
/** A window of the feeds. */
export interface FeedList {
  /** How many feeds there are in all windows. */
  total: number
  /** Where the window begins: that of the last one, when the one asked for would be empty. */
  offset: number
  feeds: OutboxFeed[]
}
/** How the outbox as a whole stands. */
export interface OutboxOverview {
  /** How many feeds are in each state. */
  counts: Record<OutboxState, number>
  /** Paused by the person ("work offline"). */
  paused: boolean
  /** Whether the last contact with the service succeeded; undefined before the first. */
  reachable?: boolean
  /** Why not, in words. */
  reason?: string
  /** The service refused the user name or password: nothing is sent until a person enters them anew or tries again. */
  needsCredentials: boolean
  /** ISO 8601: when queued feeds are tried again, when there are any and something is waited for. */
  nextAttemptAt?: string
}

const byId = z.object({ id: z.string() })

export const feedContract = {
  /** An import of a large file makes thousands of drafts. */
  drafts: oc
    .input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(200) }))
    .output(type<DraftList>()),
  draft: oc.input(byId).output(type<Draft>()),
  /**
   * A new draft: empty, or filled from items of the catalog (`contentplus`: with the content kept for retailers), or
   * from given XML.
   */
  createDraft: oc
    .input(
      z.object({
        kind: z.enum(feedKinds),
        fromItemIds: z.array(z.string()).optional(),
        /** `contentplus` only: begin with the content of these retailers; of every one when absent. */
        retailerIds: z.array(z.string()).optional(),
        xml: z.string().optional(),
        name: z.string().optional(),
      }),
    )
    .output(type<Draft>()),
  saveDraft: oc
    .input(z.object({ id: z.string(), revision: z.int(), xml: z.string(), name: z.string().optional() }))
    .output(type<Draft>()),
  /** Makes a `create` draft a `refresh`: its payload stays as saved. Refused (`STALE_REVISION`) when it was saved elsewhere since. */
  makeRefresh: oc.input(byId.extend({ revision: z.int() })).output(type<Draft>()),
  deleteDraft: oc.input(byId).output(type<{ deleted: boolean }>()),
  /**
   * Every check there is: well-formedness, schema, business rules, what the catalog knows (duplicates, identifiers), and
   * what is on its way already.
   */
  checkDraft: oc.input(byId).output(type<Problem[]>()),
  /** Freezes the draft's bytes and queues them. Refused (`DRAFT_INVALID`, with problems) while an error stands. */
  queueDraft: oc.input(byId.extend({ revision: z.int() })).output(type<OutboxFeed>()),
}

export const outboxContract = {
  overview: oc.output(type<OutboxOverview>()),
  list: oc
    .input(
      z.object({
        group: z.enum(feedGroups).optional(),
        text: z.string().optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(200),
      }),
    )
    .output(type<FeedList>()),
  feed: oc.input(byId).output(type<OutboxFeedDetail>()),
  /** The Content+ feeds of this workspace that name an item, the newest first. */
  contentPlusOf: oc.input(z.object({ itemId: z.string() })).output(type<OutboxFeed[]>()),
  /** Takes a feed back that is queued or failed; its content returns as a draft. */
  withdraw: oc.input(byId).output(type<Draft>()),
  /** Queues a failed feed once more, by the person's decision. */
  retry: oc.input(byId).output(type<OutboxFeed>()),
  /** Asks the service what became of an uncertain feed, now. Never sends. */
  reconcile: oc.input(byId).output(type<OutboxFeed>()),
  /** The person's own verdict on a feed whose end is not known, after looking: it arrived, perhaps as another feed of the service, or it did not. */
  resolve: oc
    .input(byId.extend({ arrived: z.boolean(), upstreamFeedId: z.string().max(500).optional() }))
    .output(type<OutboxFeed>()),
  /** Nothing more is expected of a feed: its results were seen, or are no longer waited for. */
  settle: oc.input(byId).output(type<OutboxFeed>()),
  /** Sends a queued feed without waiting for the earlier ones about the same items. */
  release: oc.input(byId).output(type<OutboxFeed>()),
  setPaused: oc.input(z.object({ paused: z.boolean() })).output(type<OutboxOverview>()),
  /** Tries now instead of at the next planned moment. */
  sendNow: oc.output(type<OutboxOverview>()),
}
