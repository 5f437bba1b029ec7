import type { FeedKind } from '../drafts/model.ts'
import type { Problem } from '../problem.ts'
import type { OutboxEventName } from './outbox-machine.ts'
import type { FeedGroup, OutboxState } from './outbox-state.ts'

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

/** Both status forms (item feeds, Content+ feeds) as one: a window of a feed's results. */
export interface FeedStatusReport {
  feedId: string
  /** The service's own word, kept as it came. */
  feedStatus: string
  counters: FeedCounters
  /** The items of the window that was asked for. */
  results: ItemResult[]
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
