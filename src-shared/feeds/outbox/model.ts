import type { Problem } from '../../problem.ts'
import type { Named } from '../draft/made-name.ts'
import type { FeedKind } from '../kinds/kinds.ts'
import type { OutboxEventName } from './outbox-machine.ts'
import type { FeedGroup, OutboxState } from './outbox-state.ts'

export interface ItemResult {
  index: number
  productCode: string
  ingestionStatus: string
  /** Problems the service reported for the item, empty when none. */
  problems: Problem[]
}

/** How the service took an item: `none` where it said nothing of it, or a word that nobody knows. */
export const verdicts = ['refused', 'none', 'open', 'accepted'] as const
export type Verdict = (typeof verdicts)[number]
export const noVerdicts: Record<Verdict, number> = { refused: 0, none: 0, open: 0, accepted: 0 }

/** What became of one item of a feed, as a person looks at it. */
export interface FeedItem {
  /** The feed it was sent in, and its place there, from 0. */
  feed: string
  position: number
  /** As it was sent. */
  code: string
  /** By the catalog, else as it was sent; '' where neither is known. */
  name: string
  brand: string
  /** The catalog's item, once it is there. */
  itemId?: string
  verdict: Verdict
  /** The service's own word; absent where it said nothing. */
  status?: string
  problems: Problem[]
  /** The draft in which it is being mended. */
  draft?: { id: string; key: number }
  /** Addresses of a small picture of the catalog's item, and of its blurred preview, as in the catalog's list. */
  thumbnail?: string
  placeholder?: string
}

/** A window of the items of a feed or a batch: the refused first, then those of which nothing is known. */
export interface FeedItems {
  total: number
  offset: number
  /** How many there are of each in the whole feed or batch. */
  counts: Record<Verdict, number>
  items: FeedItem[]
}

/** One feed of a report: when it went where, by whom, and what the service answered. */
export interface ReportedFeed {
  id: string
  name: string
  state: OutboxState
  /** The user of the local API who posted it; absent where it came from this app. */
  postedBy?: string
  /** ISO 8601, of the last sending; absent where it was never sent. */
  sentAt?: string
  /** The address it was sent to, and the user name there. */
  to?: string
  as?: string
  /** ISO 8601, and the identifier the service gave it. */
  acknowledgedAt?: string
  upstreamFeedId?: string
  feedStatus?: string
  sha256: string
}

/** What is told of a feed or a batch beside its items. */
export interface FeedReport {
  id: string
  name: string
  kind: FeedKind
  itemCount: number
  counts: Record<Verdict, number>
  feeds: ReportedFeed[]
}

export interface FeedCounters {
  received: number
  succeeded: number
  failed: number
  processing: number
}

/** A window of a feed's results, in one form for item feeds and Content+ feeds. */
export interface FeedStatusReport {
  feedId: string
  /** The service's own word, kept as it came. */
  feedStatus: string
  counters: FeedCounters
  /** The items of the requested window. */
  results: ItemResult[]
}

/** A service as its feeds name it. */
export interface ServiceName {
  /** Base address without a version. */
  address: string
  username: string
}

/** How many feeds wait to be sent to a service, and how many it has or may have, whose end is not known. */
export interface FeedsOfService {
  waiting: number
  followed: number
}

/**
 * What becomes of the feeds of a service after another was connected:
 * - `hold`: they are kept, and go on when their service is connected again
 * - `send`: those that wait are sent to the new service; those sent are kept
 * - `withdraw`: those that wait become drafts again; those sent are kept
 * - `same`: the new connection is the same service at another address, so all go on
 */
export const feedChoices = ['hold', 'send', 'withdraw', 'same'] as const
export type FeedChoice = (typeof feedChoices)[number]

/** A frozen feed and its state. */
export interface OutboxFeed extends Named {
  id: string
  kind: FeedKind
  state: OutboxState
  /** The identifier the service gave it, once acknowledged. */
  upstreamFeedId?: string
  /** The service's own word for the feed's status, kept as it came. */
  feedStatus?: string
  counters?: FeedCounters
  itemCount: number
  bytes: number
  attempts: number
  /** The last event in words: why the feed waits, failed or is uncertain. */
  note?: string
  /** The batch it belongs to. */
  batch?: string
  /** Held by a person: until a moment (ISO 8601), or until it is let go. */
  hold?: { until?: string }
  /** Put before the others in line. */
  isUrgent?: true
  /** The HTTP status by which the service refused it as a whole. */
  refusedWith?: number
  /** The user of the local API who posted it. */
  postedBy?: string
  /** The service it belongs to, where another one is connected: it is neither sent nor asked about. */
  elsewhere?: ServiceName
  /** ISO 8601: the next attempt or poll, when one is planned. */
  nextAttemptAt?: string
  createdAt: string
  updatedAt: string
}

/** Feeds that were frozen together, followed as one. */
export interface OutboxBatch extends Named {
  id: string
  kind: FeedKind
  /** Of the feed by which the batch is told: the one that needs a person most, else the one with the longest way to go. */
  state: OutboxState
  counts: Partial<Record<OutboxState, number>>
  /** How many feeds it is of; one that was split counts as its halves. */
  feeds: number
  /** How many of them the service has. */
  sent: number
  /** How many of them a person holds. */
  held: number
  itemCount: number
  bytes: number
  /** Summed over the feeds of which the service has said anything. */
  counters?: FeedCounters
  createdAt: string
  updatedAt: string
}

/** So long a feed is held at most, in milliseconds: 90 days. */
export const maxHold = 90 * 86_400_000

/** The words of the service for an item that it took, and for one that it did not take. */
export const acceptedStatuses = ['SUCCESS', 'PROCESSED'] as const
export const refusedStatuses = ['DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'REJECTED', 'FAILED'] as const

/** What can be said of all feeds of a batch to which it can happen. */
export const batchActions = ['hold', 'let-go', 'hurry', 'retry', 'settle'] as const
export type BatchAction = (typeof batchActions)[number]

/** What stands in the trail of a feed beside words. */
export interface TrailDetail {
  /** The address it was sent to, and the user name there. */
  to?: string
  as?: string
  bytes?: number
  /** Of the bytes that were sent, hexadecimal. */
  sha256?: string
  /** HTTP status of the answer. */
  status?: number
}

export interface OutboxEvent {
  at: string
  /** The event of the outbox's table; absent for the first entry, when the feed was frozen. */
  event?: OutboxEventName
  /** State after the event. */
  state: OutboxState
  message: string
  trail?: TrailDetail
}

export interface OutboxFeedDetail extends OutboxFeed {
  xml: string
  sha256: string
  idempotencyKey: string
  events: OutboxEvent[]
  results: ItemResult[]
  /** The problems for which the service refused the whole feed (400), with the path of each element. */
  problems: Problem[]
  /** Earlier feeds about the same items, which must be sent first. */
  waitsFor: (Named & { id: string })[]
}

/** Content+ of an item out of the feeds of this workspace of which the service said that it took the item. */
export interface PublishedContent {
  retailers: {
    retailerId: string
    retailerName: string
    /** All of it together, as a `<retailer>` element. */
    xml: string
    /** The feeds it came with, those sent last first. */
    feeds: (Named & { id: string; sentAt: string })[]
  }[]
  /** Feeds that could not be read. */
  unread: number
  /** There are older feeds, which were not read. */
  isPart: boolean
}

/** Which feeds to list, the newest first; those of a batch in the order in which they are sent, what needs a person first. */
export interface FeedListQuestion {
  group?: FeedGroup
  /**
   * A part of the name, the beginning of an identifier (ours or the service's), a product code or item
   * of the feed; the beginning of its SHA-256 or key; words of its trail; who posted it; a day, as 2026-11-22.
   */
  text?: string
  /** The feeds of this batch only. */
  batch?: string
  offset: number
  limit: number
}

/** What the outbox shows as one row. */
export type OutboxEntry = { feed: OutboxFeed; batch?: never } | { batch: OutboxBatch; feed?: never }

/** A window of the outbox: what needs a person first, then the newest first. */
export interface OutboxEntries {
  total: number
  /** Where the window begins: that of the last one, when the one asked for would be empty. */
  offset: number
  entries: OutboxEntry[]
}

/** A window of the feeds. */
export interface FeedList {
  /** How many feeds there are in all windows. */
  total: number
  /** The start of the window. When the requested window would be empty, it is that of the last window. */
  offset: number
  feeds: OutboxFeed[]
}

/** How long after an answered call the service counts as online, in milliseconds. */
const onlineFor = 30_000

/**
 * Milliseconds for which the service still counts as online, as a call of the last half minute reached it; 0 when none
 * did. `now` is in milliseconds since the epoch. A call of the future says that the clock was set back, and nothing more.
 */
export function onlineLeft({ reachable, reachedAt }: OutboxOverview, now: number): number {
  if (reachable !== true || reachedAt === undefined) return 0
  const age = now - Date.parse(reachedAt)
  return age < 0 ? 0 : Math.max(0, onlineFor - age)
}

/** The state of the whole outbox. */
export interface OutboxOverview {
  /** How many feeds are in each state. */
  counts: Record<OutboxState, number>
  /** How many queued feeds a person holds. */
  held: number
  /** The feeds of services that are not connected now. */
  elsewhere: (ServiceName & FeedsOfService)[]
  /** How many rows of the outbox stand in each group; a batch is one. */
  entries: Record<FeedGroup, number>
  /** Paused by the person ("work offline"). */
  paused: boolean
  /** Whether the last contact with the service succeeded; undefined before the first. */
  reachable?: boolean
  /** ISO 8601: the last call of this process that the service answered. */
  reachedAt?: string
  /** Why the service cannot be reached, in words. */
  reason?: string
  /** Whether the service refused the credentials: nothing is sent until a person enters them again or tries again. */
  needsCredentials: boolean
  /** ISO 8601: the next attempt to send queued feeds; absent when none is planned. */
  nextAttemptAt?: string
}
