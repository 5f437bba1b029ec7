/**
 * The outbox room: frozen feeds on their way to the service, and the truth about each. It owns the tables `feed`,
 * `feed_body`, `feed_before`, `feed_event`, `feed_code`, `open_feed_code` and `feed_result`, the lock that lets one
 * process send from a workspace, and the loop that sends, follows and asks. Outside the workspace it keeps what this
 * computer saw the workspace send (custody.ts). Where a feed may go next is decided by
 * `src-shared/outbox/outbox-machine.ts` alone; what became of one that was never acknowledged, by judge-effect.ts.
 */

import type { CheckedPayload, FeedSubject } from '../../src-shared/drafts/check-payload.ts'
import type { Draft, FeedKind, SavedDraft } from '../../src-shared/drafts/model.ts'
import type {
  FeedList,
  FeedListQuestion,
  OutboxFeed,
  OutboxFeedDetail,
  OutboxOverview,
} from '../../src-shared/outbox/model.ts'
import type { Problem } from '../../src-shared/problem.ts'
import type { DraftChange, Drafts } from '../drafts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/index.ts'
import type { Custody } from './custody.ts'
import type { FeedService } from './feed-service.ts'

export interface OutboxOptions {
  storage: Storage
  /** The workspace's folder; `outbox.lock` in it lets one process send at a time. */
  directory: string
  drafts: Drafts
  /** Absent (a workspace without a connection): feeds are kept and stay queued. */
  upstream?: FeedService
  /** Tells a copy of a workspace from the original, so that no feed is sent from both. */
  custody?: Custody
  clock?: Clock
  log?: Logger
  /** Called after an item feed is done: the service's catalog has changed, a sync would bring it. */
  onFeedDone?: (feed: OutboxFeed) => void
}

/** A payload to freeze and queue that is no draft: from the command line, or posted to the local API. */
export interface PayloadToQueue {
  kind: FeedKind
  body: Uint8Array
  name: string
  /** What the caller's check of these bytes found. */
  about: FeedSubject
  /** Kind `update`: the product code of the path; the one in the payload when absent. */
  upc?: string
  /** Who posted it to the local API, and the key they gave. */
  postedBy?: { username: string; idempotencyKey?: string }
}

export interface Outbox {
  /** How the outbox as a whole stands; reads no feed. */
  overview(): Promise<OutboxOverview>
  list(question: FeedListQuestion): Promise<FeedList>
  /** Our identifier of the feed that goes by this one, ours or the service's. */
  idOf(id: string): Promise<string | undefined>
  /** @throws PlainError `FEED_NOT_FOUND` */
  feed(id: string): Promise<OutboxFeedDetail>
  /** The Content+ feeds that name an item, the newest first. */
  contentPlusOf(itemId: string): Promise<OutboxFeed[]>
  /**
   * All that is to be said of a payload before it is queued: every check of a draft, and a warning for each feed that
   * is on its way already with the same bytes or items (`Problem.feed` names it).
   */
  check(payload: { kind: FeedKind; body: Uint8Array }): Promise<CheckedPayload>
  /**
   * Saves a draft and says all that is to be said of the payload, by one check.
   * @throws PlainError `STALE_REVISION` when the draft was saved elsewhere since
   */
  saveDraft(change: DraftChange): Promise<SavedDraft>
  /** All that is to be said of a draft as it is saved. @throws PlainError `DRAFT_NOT_FOUND` */
  checkDraft(id: string): Promise<Problem[]>
  /** Freezes the draft and queues it. @throws PlainError `DRAFT_INVALID` with problems while an error stands */
  queueDraft(request: { id: string; revision: number }): Promise<OutboxFeed>
  /** Freezes and queues bytes that the caller has checked. */
  queue(payload: PayloadToQueue): Promise<OutboxFeed>
  withdraw(id: string): Promise<Draft>
  retry(id: string): Promise<OutboxFeed>
  /** Asks the service what became of an uncertain feed, now. Never sends. */
  reconcile(id: string): Promise<OutboxFeed>
  /** A person's word on a feed whose end is not known: it arrived (as this feed of the service), or it did not. */
  resolve(verdict: { id: string; arrived: boolean; upstreamFeedId?: string }): Promise<OutboxFeed>
  /** Nothing more is expected of the feed: its results were seen, or are no longer waited for. */
  settle(id: string): Promise<OutboxFeed>
  /** A queued feed is sent without waiting for the earlier ones about the same items. */
  release(id: string): Promise<OutboxFeed>
  setPaused(paused: boolean): Promise<OutboxOverview>
  /** Whatever called the service found it reachable, or not: the one place where that is known, and shown from. */
  noteContact(contact: { reachable: true } | { reachable: false; reason: string }): Promise<void>
  /** Tries now: plans and a refusal of the credentials are forgotten. Resolves when one attempt at each queued feed is over. */
  sendNow(): Promise<OutboxOverview>
  /** Resolves when the feed is done, in part or whole, failed, uncertain or withdrawn; until then `meanwhile` is told. */
  whenSettled(
    id: string,
    options?: { signal?: AbortSignal; meanwhile?: (feed: OutboxFeedDetail) => Promise<void> },
  ): Promise<OutboxFeedDetail>
  close(): Promise<void>
}

/** Of a request about a feed that cannot be met in the state it is in. */
export type OutboxErrorCode = 'FEED_NOT_FOUND' | 'NOT_POSSIBLE' | 'KEY_USED'
