import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxEvent, OutboxFeed, TrailDetail } from '../../../../src-shared/feeds/outbox/model.ts'
import type { OutboxEventName } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import {
  isFollowed,
  type OutboxState,
  outboxStates,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { ItemResult } from '../../../../src-shared/feeds/status/status-report.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { isoTime } from '../../../../src-shared/values/iso-time.ts'
import { decode } from '../../../../src-shared/vocabulary/kit/xml/decode.ts'
import type { Database, FeedEventRow, FeedResultRow } from '../../../storage/index.ts'
import { namedIn } from '../../drafts/index.ts'
import { serviceOf } from '../send/feed-service-name.ts'
import { shownColumns } from '../shown/shown-columns.ts'

/** One row of the table `feed`. */
export interface FeedRow {
  sequence: number
  id: string
  kind: FeedKind
  name: string
  /** Parts of a generated name, as JSON; null if a person gave the name. */
  name_parts: string | null
  bytes: number
  sha256: string
  idempotency_key: string
  upc: string | null
  item_count: number
  state: OutboxState
  attempts: number
  asked: number
  next_at: number | null
  sent_at: number | null
  newest_before: string | null
  /** Number of its last sending, counted over the workspace. */
  sending: number | null
  upstream_feed_id: string | null
  feed_status: string | null
  received: number | null
  succeeded: number | null
  failed: number | null
  processing: number | null
  note: string | null
  /** The batch it belongs to. */
  batch: string | null
  is_held: number
  held_until: number | null
  urgency: number
  /** HTTP status with which the service refused the complete feed. */
  refused_with: number | null
  posted_by: string | null
  posted_key: string | null
  /** The service it belongs to, as in the table column. */
  service: string | null
  /** Its service if another one is connected; else null. */
  elsewhere: string | null
  /** Number of fields that the catalog can show, and that it shows; null before the first comparison. */
  shown_of: number | null
  shown: number | null
  created_at: number
  updated_at: number
}

/** Data of a feed that the loop needs to send or poll it. */
export interface OpenFeed {
  row: FeedRow
  /** Codes of its items, as in the table `feed_code`. */
  codes: string[]
}

/** SQL condition: the feed (table name or alias) belongs to the connected service, or to none. */
export const isOfConnectedService = (feed: string): string =>
  `${feed}.service IS (SELECT outbox.service FROM outbox WHERE only = 1)`

/** All columns of {@link FeedRow}. */
export const feedColumns = `sequence, id, kind, name, name_parts, bytes, sha256, idempotency_key, upc, item_count, state, attempts,
  asked, next_at, sent_at, newest_before, sending, upstream_feed_id, feed_status, received, succeeded, failed, processing,
  note, batch, is_held, held_until, urgency, refused_with, posted_by, posted_key, service,
  iif(${isOfConnectedService('feed')}, NULL, service) AS elsewhere, created_at, updated_at,
  ${shownColumns}`

export type EventRow = Pick<FeedEventRow, 'at' | 'message'> & {
  event: OutboxEventName | null
  state: OutboxState
  message: string
  /** A {@link TrailDetail} as JSON. */
  detail: string | null
}

/** Whether the feed is held by a person at the given time. */
export const isHeldAt = (
  { is_held, held_until }: Pick<FeedRow, 'is_held' | 'held_until'>,
  now: number,
): boolean => is_held === 1 && (held_until === null || held_until > now)

/**
 * A feed in the form of the API. `holdUntil`: end of a hold of the complete outbox, which also delays queued
 * feeds.
 */
export function feedOf(row: FeedRow, holdUntil?: number | null): OutboxFeed {
  const nextAt = nextMoment(row, holdUntil)
  return {
    id: row.id,
    kind: row.kind,
    ...namedIn(row),
    state: row.state,
    itemCount: row.item_count,
    bytes: row.bytes,
    attempts: row.attempts,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    upstreamFeedId: row.upstream_feed_id ?? undefined,
    feedStatus: row.feed_status ?? undefined,
    counters:
      row.received === null
        ? undefined
        : {
            received: row.received,
            succeeded: row.succeeded ?? 0,
            failed: row.failed ?? 0,
            processing: row.processing ?? 0,
          },
    note: row.note ?? undefined,
    batch: row.batch ?? undefined,
    hold:
      row.is_held === 1
        ? { until: row.held_until === null ? undefined : isoTime(row.held_until) }
        : undefined,
    isUrgent: row.urgency > 0 ? true : undefined,
    refusedWith: row.refused_with ?? undefined,
    postedBy: row.posted_by ?? undefined,
    shown:
      row.shown === null || row.shown_of === null ? undefined : { fields: row.shown_of, shown: row.shown },
    elsewhere: row.elsewhere === null ? undefined : serviceOf(row.elsewhere),
    nextAttemptAt: nextAt === null ? undefined : isoTime(nextAt),
  }
}

/** Time of the next attempt or poll; null: as soon as possible, or held without an end. */
function nextMoment(row: FeedRow, holdUntil: number | null | undefined): number | null {
  if (row.elsewhere !== null) return null
  if (row.state !== 'queued') return row.next_at
  if (row.is_held === 1 && row.held_until === null) return null
  return Math.max(row.next_at ?? 0, holdUntil ?? 0, row.held_until ?? 0) || null
}

export const eventOf = (row: EventRow): OutboxEvent => ({
  at: isoTime(row.at),
  event: row.event ?? undefined,
  state: row.state,
  message: row.message,
  trail: row.detail === null ? undefined : (JSON.parse(row.detail) as TrailDetail),
})

/**
 * SQL for the feeds to poll. The index `feed_due` contains exactly these states, so that finished feeds are
 * not read.
 */
export const followedFeeds = `feed INDEXED BY feed_due WHERE state IN (${outboxStates
  .filter(isFollowed)
  .map((state) => `'${state}'`)
  .join(', ')})`

/** SQL for the feeds that feed `@id` waits for: earlier pending or uncertain ones about the same items. */
export const earlierFeedsSql = (columns: string): string => `
  SELECT ${columns} FROM feed WHERE sequence IN (
    SELECT theirs.feed FROM feed_code AS mine CROSS JOIN open_feed_code AS theirs ON theirs.code = mine.code
    WHERE mine.feed = @id AND theirs.released = 0 AND theirs.feed < (SELECT sequence FROM feed WHERE id = @id))
    AND service IS (SELECT service FROM feed WHERE id = @id)
  ORDER BY sequence`

/** SQL that makes later feeds about the same items wait for this feed. */
export const blockOthersSql = `
  INSERT OR IGNORE INTO open_feed_code (code, feed)
  SELECT feed_code.code, feed.sequence FROM feed JOIN feed_code ON feed_code.feed = feed.id WHERE feed.id = ?`

/** Reads the results of a feed's items, ordered by index in the payload: all, or a window. */
export function readResults(db: Database): (feed: string, from?: number, end?: number) => ItemResult[] {
  const window = db.prepare<
    [string, number, number],
    Pick<FeedResultRow, 'position' | 'product_code' | 'ingestion_status' | 'problems'>
  >(
    `SELECT position, product_code, ingestion_status, problems FROM feed_result
     WHERE feed = ? AND position >= ? AND position < ? ORDER BY position`,
  )
  return (feed, from = 0, end = Number.MAX_SAFE_INTEGER) =>
    window.all(feed, from, end).map((row) => ({
      index: row.position,
      productCode: row.product_code,
      ingestionStatus: row.ingestion_status,
      problems: JSON.parse(row.problems) as Problem[],
    }))
}

/** A frozen payload as text, to read or edit. Feeds posted to the local API may be UTF-16. */
export function payloadText(body: Uint8Array | undefined): string {
  if (!body) return ''
  // The text will be sent as UTF-8, so its XML declaration must not name UTF-16.
  return decode(body).replace(/^(<\?xml[^>]*?\sencoding\s*=\s*["'])utf-16(?:le|be)?(["'])/i, '$1UTF-8$2')
}
