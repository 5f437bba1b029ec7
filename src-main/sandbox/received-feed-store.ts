import { defineReader } from '../storage/index.ts'
import {
  type FeedQuestion,
  type FeedReport,
  type FeedReportItem,
  type IngestionError,
  kindsOfFamily,
} from './feed-intake.ts'

/** States of a received feed. PROCESSED says nothing about its single items. */
type ReceivedFeedState = 'RECEIVED' | 'INPROGRESS' | 'PROCESSED' | 'ERROR'

interface FeedRow {
  seq: number
  id: string
  state: ReceivedFeedState
  items: number
  key: string | null
}
interface ItemRow {
  position: number
  product_code: string
  status: string
  errors: string
  remarks: string
}

/** What the sandbox tells about the feeds it has received. */
export const receivedFeedReader = defineReader('received-feed', ({ db }) => {
  const byId = db.prepare<[object], FeedRow>(
    `SELECT seq, id, state, items, idempotency_key AS key FROM received_feed
     WHERE id = @feedId AND username = @username AND kind IN (SELECT value FROM json_each(@kinds))`,
  )
  // The index knows the newest of each kind; sorted together, every feed the user has ever sent would be read.
  const newest = db.prepare<[object], FeedRow>(
    `SELECT seq, id, state, items, idempotency_key AS key FROM received_feed WHERE seq = (
       SELECT max((SELECT max(seq) FROM received_feed WHERE username = @username AND kind = wanted.value))
       FROM json_each(@kinds) AS wanted)`,
  )
  const window = db.prepare<[number, number, number], ItemRow>(
    `SELECT position, product_code, status, errors, remarks FROM received_feed_item
     WHERE feed = ? AND position >= ? AND position < ? ORDER BY position`,
  )
  const byStatus = db.prepare<[number], { status: string; count: number }>(
    'SELECT status, count(*) AS count FROM received_feed_item WHERE feed = ? GROUP BY status',
  )
  const latest = db.prepare<
    [number],
    { id: string; kind: string; username: string; state: string; items: number; receivedAt: number }
  >(
    'SELECT id, kind, username, state, items, received_at AS receivedAt FROM received_feed ORDER BY seq DESC LIMIT ?',
  )

  return {
    /** The report a status call is answered with; undefined when the user has no such feed. */
    report({ family, feedId, username, offset, limit }: FeedQuestion): FeedReport | undefined {
      const kinds = JSON.stringify(kindsOfFamily[family])
      const feed =
        feedId === undefined ? newest.get({ kinds, username }) : byId.get({ kinds, username, feedId })
      if (!feed) return undefined
      const counts = new Map(byStatus.all(feed.seq).map(({ status, count }) => [status, count]))
      return {
        feedId: feed.id,
        idempotencyKey: feed.key ?? undefined,
        feedStatus: feed.state,
        counters: countersFrom(counts, feed.items),
        offset,
        limit,
        items: window.all(feed.seq, offset, limit).map((row) => reportItem(row, family)),
      }
    },
    /** The newest feeds of a sandbox, whosever they are. */
    list: (limit: number) => latest.all(limit),
  }
})

/** The two families count with different words; see decisions, "Counters". */
function countersFrom(counts: Map<string, number>, received: number): FeedReport['counters'] {
  const of = (...statuses: string[]) => statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  const processed = of('PROCESSED')
  return {
    received,
    succeeded: of('SUCCESS') + processed,
    processed,
    rejected: of('REJECTED'),
    failed: of('DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'FAILED'),
    processing: of('INPROGRESS'),
  }
}

function reportItem(row: ItemRow, family: FeedQuestion['family']): FeedReportItem {
  const common = {
    index: row.position,
    ingestionStatus: row.status,
    errors: JSON.parse(row.errors) as IngestionError[],
  }
  return family === 'contentplus'
    ? { ...common, remarks: row.remarks }
    : { ...common, productCode: row.product_code }
}
