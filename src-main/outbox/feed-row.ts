import type { FeedKind } from '../../src-shared/drafts/model.ts'
import type { OutboxEvent, OutboxFeed } from '../../src-shared/outbox/model.ts'
import type { OutboxEventName } from '../../src-shared/outbox/outbox-machine.ts'
import type { OutboxState } from '../../src-shared/outbox/outbox-state.ts'

/** One row of the table `feed`. */
export interface FeedRow {
  sequence: number
  id: string
  kind: FeedKind
  name: string
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
  /** Which sending of the workspace its last one was. */
  sending: number | null
  upstream_feed_id: string | null
  feed_status: string | null
  received: number | null
  succeeded: number | null
  failed: number | null
  processing: number | null
  note: string | null
  posted_by: string | null
  posted_key: string | null
  created_at: number
  updated_at: number
}

/** Every column of {@link FeedRow}. */
export const feedColumns = `sequence, id, kind, name, bytes, sha256, idempotency_key, upc, item_count, state, attempts,
  asked, next_at, sent_at, newest_before, sending, upstream_feed_id, feed_status, received, succeeded, failed, processing,
  note, posted_by, posted_key, created_at, updated_at`

export interface EventRow {
  at: number
  event: OutboxEventName | null
  state: OutboxState
  message: string
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** The feed as the face sees it. `holdUntil`: when the whole outbox waits, a queued feed waits with it. */
export function feedOf(row: FeedRow, holdUntil?: number | null): OutboxFeed {
  const nextAt = row.state === 'queued' ? Math.max(row.next_at ?? 0, holdUntil ?? 0) || null : row.next_at
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    state: row.state,
    itemCount: row.item_count,
    bytes: row.bytes,
    attempts: row.attempts,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    ...(row.upstream_feed_id !== null && { upstreamFeedId: row.upstream_feed_id }),
    ...(row.feed_status !== null && { feedStatus: row.feed_status }),
    ...(row.received !== null && {
      counters: {
        received: row.received,
        succeeded: row.succeeded ?? 0,
        failed: row.failed ?? 0,
        processing: row.processing ?? 0,
      },
    }),
    ...(row.note !== null && { note: row.note }),
    ...(nextAt !== null && { nextAttemptAt: iso(nextAt) }),
  }
}

export const eventOf = (row: EventRow): OutboxEvent => ({
  at: iso(row.at),
  ...(row.event !== null && { event: row.event }),
  state: row.state,
  message: row.message,
})
