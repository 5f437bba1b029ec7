import type { Problem } from '../../problem.ts'
import type { Named } from '../draft/made-name.ts'
import type { FeedKind } from '../kinds/kinds.ts'
import type { FeedCounters, ItemResult } from '../status/status-report.ts'
import type { OutboxEventName } from './outbox-machine.ts'
import type { FeedGroup, OutboxState } from './outbox-state.ts'

/** The service's result for an item; `none` if it reported nothing, or an unknown status. */
export const verdicts = ['refused', 'none', 'open', 'accepted'] as const
export type Verdict = (typeof verdicts)[number]
export const noVerdicts: Record<Verdict, number> = { refused: 0, none: 0, open: 0, accepted: 0 }

/** One item of a feed with its result, for display. */
export interface FeedItem {
  /** The feed it was sent in; `position` is its 0-based index there. */
  feed: string
  position: number
  /** Product code as sent. */
  code: string
  /** Name as sent, else in the catalog; '' if neither is known. */
  name: string
  brand: string
  /** Identifier of the catalog item, once it exists. */
  itemId?: string
  verdict: Verdict
  /** The service's status, unchanged; absent if it reported none. */
  status?: string
  problems: Problem[]
  /** The draft in which the item is being corrected. */
  draft?: { id: string; key: number }
  /** URLs of the catalog item's thumbnail and of its blurred preview, as in the catalog list. */
  thumbnail?: string
  placeholder?: string
}

/** A window of the items of a feed or batch: refused items first, then those without a result. */
export interface FeedItems {
  total: number
  offset: number
  /** Number of items per verdict in the complete feed or batch. */
  counts: Record<Verdict, number>
  items: FeedItem[]
}

/** One feed in a report: when, where and by whom it was sent, and the service's answer. */
export interface ReportedFeed {
  id: string
  name: string
  state: OutboxState
  /** User of the local API who posted it; absent if this app created it. */
  postedBy?: string
  /** ISO 8601 time of the last sending; absent if it was never sent. */
  sentAt?: string
  /** Address it was sent to, and the user name used there. */
  to?: string
  as?: string
  /** ISO 8601 time of the acknowledgement. */
  acknowledgedAt?: string
  /** Identifier given by the service. */
  upstreamFeedId?: string
  feedStatus?: string
  sha256: string
}

/** Report on a feed or batch, without its items. */
export interface FeedReport {
  id: string
  name: string
  kind: FeedKind
  itemCount: number
  counts: Record<Verdict, number>
  feeds: ReportedFeed[]
}

/** A service as feeds refer to it. */
export interface ServiceName {
  /** Base address without a version. */
  address: string
  username: string
}

/** Number of feeds waiting to be sent to a service, and of feeds whose outcome there is pending. */
export interface FeedsOfService {
  waiting: number
  followed: number
}

/**
 * Handling of a service's feeds after another service was connected:
 * - `hold`: keep them; they continue when their service is connected again
 * - `send`: send the waiting ones to the new service; keep the sent ones
 * - `withdraw`: turn the waiting ones into drafts; keep the sent ones
 * - `same`: the new connection is the same service at another address, so all continue
 */
export const feedChoices = ['hold', 'send', 'withdraw', 'same'] as const
export type FeedChoice = (typeof feedChoices)[number]

/** A frozen feed and its state. */
export interface OutboxFeed extends Named {
  id: string
  kind: FeedKind
  state: OutboxState
  /** Identifier given by the service, once acknowledged. */
  upstreamFeedId?: string
  /** The service's status of the feed, unchanged. */
  feedStatus?: string
  counters?: FeedCounters
  itemCount: number
  bytes: number
  attempts: number
  /** Text of the last event: why the feed waits, failed or is in doubt. */
  note?: string
  /** The batch it belongs to. */
  batch?: string
  /** Held by the user until a time (ISO 8601), or until the user ends the hold. */
  hold?: { until?: string }
  /** Moved to the front of the queue. */
  isUrgent?: true
  /** HTTP status with which the service refused the complete feed. */
  refusedWith?: number
  /** User of the local API who posted it. */
  postedBy?: string
  /** Number of sent fields that the catalog can show, and that it shows, as of the last comparison. */
  shown?: { fields: number; shown: number }
  /** Its service, if another one is connected: the feed is then neither sent nor followed. */
  elsewhere?: ServiceName
  /** ISO 8601 time of the next attempt or poll, if one is planned. */
  nextAttemptAt?: string
  createdAt: string
  updatedAt: string
}

/** Feeds that were frozen together and are followed as one unit. */
export interface OutboxBatch extends Named {
  id: string
  kind: FeedKind
  /**
   * State of the feed that represents the batch: the most urgent one for a person, else the least advanced.
   */
  state: OutboxState
  counts: Partial<Record<OutboxState, number>>
  /** Number of feeds; a split feed counts as its two halves. */
  feeds: number
  /** Number of feeds that the service has. */
  sent: number
  /** Number of feeds held by the user. */
  held: number
  itemCount: number
  bytes: number
  /** Sum over the feeds for which the service reported counters. */
  counters?: FeedCounters
  createdAt: string
  updatedAt: string
}

/** Maximum hold time in milliseconds: 90 days. */
export const maxHold = 90 * 86_400_000

/** Statuses that the service uses for accepted and for refused items. */
export const acceptedStatuses = ['SUCCESS', 'PROCESSED'] as const
export const refusedStatuses = ['DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'REJECTED', 'FAILED'] as const

/** Actions on all feeds of a batch that allow them. */
export const batchActions = ['hold', 'let-go', 'hurry', 'retry', 'settle'] as const
export type BatchAction = (typeof batchActions)[number]

/** Technical details of an event, in addition to its message. */
export interface TrailDetail {
  /** Address it was sent to, and the user name used there. */
  to?: string
  as?: string
  bytes?: number
  /** SHA-256 of the sent bytes, hexadecimal. */
  sha256?: string
  /** HTTP status of the answer. */
  status?: number
  /** In a team: who queued the draft that the feed was, and who approved it. */
  queuedBy?: string
  approvedBy?: string
}

export interface OutboxEvent {
  at: string
  /** Event name in the transition table; absent for the first entry, when the feed was frozen. */
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
  /** Problems for which the service refused the complete feed (400), with the path of each element. */
  problems: Problem[]
  /** Earlier feeds about the same items, which must be sent first. */
  waitsFor: (Named & { id: string })[]
}

/** Content+ of an item, taken from this workspace's feeds whose item the service accepted. */
export interface PublishedContent {
  retailers: {
    retailerId: string
    retailerName: string
    /** The merged content, as a `<retailer>` element. */
    xml: string
    /** The feeds that contained it, last sent first. */
    feeds: (Named & { id: string; sentAt: string })[]
  }[]
  /** Number of feeds that could not be parsed. */
  unread: number
  /** Older feeds exist that were not included. */
  isPart: boolean
}

/** Query of feeds, newest first. Feeds of a batch are in sending order, those that need attention first. */
export interface FeedListQuestion {
  group?: FeedGroup
  /**
   * Matches a part of the name; the beginning of an identifier (ours or the service's); a product code or
   * item of the feed; the beginning of its SHA-256 or key; words of its history; the posting user; or a day
   * such as 2026-11-22.
   */
  text?: string
  /** Only feeds of this batch. */
  batch?: string
  /** Only feeds that the service has. */
  sent?: boolean
  offset: number
  limit: number
}

/** One row of the outbox: a feed or a batch. */
export type OutboxEntry = { feed: OutboxFeed; batch?: never } | { batch: OutboxBatch; feed?: never }

/** A window of the outbox rows: those that need attention first, then newest first. */
export interface OutboxEntries {
  total: number
  /** Start of the window. If the requested window would be empty, the start of the last one. */
  offset: number
  entries: OutboxEntry[]
}

/** A window of the feeds. */
export interface FeedList {
  /** Total number of matching feeds. */
  total: number
  /** Start of the window. If the requested window would be empty, the start of the last one. */
  offset: number
  feeds: OutboxFeed[]
}

/** Time after an answered call during which the service counts as online, in milliseconds. */
const onlineFor = 30_000

/**
 * Milliseconds for which the service still counts as online after its last answered call; 0 if expired or
 * never reached. `now` is in milliseconds since the epoch. A last call in the future means that the clock was
 * set back; it is ignored.
 */
export function onlineLeft({ reachable, reachedAt }: OutboxOverview, now: number): number {
  if (reachable !== true || reachedAt === undefined) return 0
  const age = now - Date.parse(reachedAt)
  return age < 0 ? 0 : Math.max(0, onlineFor - age)
}

/** State of the complete outbox. */
export interface OutboxOverview {
  /** Number of feeds per state. */
  counts: Record<OutboxState, number>
  /** Number of queued feeds held by the user. */
  held: number
  /** Feeds of services that are not connected now. */
  elsewhere: (ServiceName & FeedsOfService)[]
  /** Number of outbox rows per group; a batch is one row. */
  entries: Record<FeedGroup, number>
  /** Paused by the user ("work offline"). */
  paused: boolean
  /** Whether the last contact with the service succeeded; undefined before the first. */
  reachable?: boolean
  /** ISO 8601 time of the last call of this process that the service answered. */
  reachedAt?: string
  /** Text that explains why the service cannot be reached. */
  reason?: string
  /**
   * Whether the service rejected the credentials: nothing is sent until the user enters them again or
   * retries.
   */
  needsCredentials: boolean
  /** ISO 8601 time of the next attempt to send queued feeds; absent if none is planned. */
  nextAttemptAt?: string
}
