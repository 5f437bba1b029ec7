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

/** A window of a feed's results, in one form for item feeds and Content+ feeds. */
export interface FeedStatusReport {
  feedId: string
  /** The service's own word, kept as it came. */
  feedStatus: string
  counters: FeedCounters
  /** The items of the requested window. */
  results: ItemResult[]
}

/** A frozen feed and its state. */
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
  /** The last event in words: why the feed waits, failed or is uncertain. */
  note?: string
  /** ISO 8601: the next attempt or poll, when one is planned. */
  nextAttemptAt?: string
  createdAt: string
  updatedAt: string
}

export interface OutboxEvent {
  at: string
  /** The event of the outbox's table; absent for the first entry, when the feed was frozen. */
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
  /** The problems for which the service refused the whole feed (400), with the path of each element. */
  problems: Problem[]
  /** Earlier feeds about the same items, which must be sent first. */
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
  /** The start of the window. When the requested window would be empty, it is that of the last window. */
  offset: number
  feeds: OutboxFeed[]
}

/** The state of the whole outbox. */
export interface OutboxOverview {
  /** How many feeds are in each state. */
  counts: Record<OutboxState, number>
  /** Paused by the person ("work offline"). */
  paused: boolean
  /** Whether the last contact with the service succeeded; undefined before the first. */
  reachable?: boolean
  /** Why the service cannot be reached, in words. */
  reason?: string
  /** Whether the service refused the credentials: nothing is sent until a person enters them again or tries again. */
  needsCredentials: boolean
  /** ISO 8601: the next attempt to send queued feeds; absent when none is planned. */
  nextAttemptAt?: string
}
