import { kindsOf } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type {
  FeedProgress,
  FeedProgressItem,
  IngestionError,
} from '../../../../src-shared/feeds/status/status-report.ts'
import {
  type CamelCase,
  defineReader,
  type ReceivedFeedItemRow,
  type ReceivedFeedRow,
} from '../../../storage/index.ts'
import type { FeedQuestion } from './feed-intake.ts'

/** A feed row. The state PROCESSED does not show whether items were accepted. */
type FeedRow = Pick<ReceivedFeedRow, 'seq' | 'id' | 'state' | 'items' | 'idempotency_key'>
type ItemRow = Omit<ReceivedFeedItemRow, 'feed'>

/** Reads the status of received feeds in the sandbox. */
export const receivedFeedReader = defineReader('sandbox/received-feed', ({ db }) => {
  const byId = db.prepare<[object], FeedRow>(
    `SELECT seq, id, state, items, idempotency_key FROM received_feed
     WHERE id = @feedId AND username = @username AND kind IN (SELECT value FROM json_each(@kinds))`,
  )
  // The index returns the newest feed of each kind; sorting over all kinds would read all feeds of the user.
  const newest = db.prepare<[object], FeedRow>(
    `SELECT seq, id, state, items, idempotency_key FROM received_feed WHERE seq = (
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
    CamelCase<Pick<ReceivedFeedRow, 'id' | 'kind' | 'username' | 'state' | 'items' | 'received_at'>>
  >(
    'SELECT id, kind, username, state, items, received_at AS receivedAt FROM received_feed ORDER BY seq DESC LIMIT ?',
  )

  return {
    /** The report of a status call; undefined if the user has no such feed. */
    report({ family, feedId, username, offset, limit }: FeedQuestion): FeedProgress | undefined {
      const names = JSON.stringify(kindsOf(family))
      const feed =
        feedId === undefined
          ? newest.get({ kinds: names, username })
          : byId.get({ kinds: names, username, feedId })
      if (!feed) return undefined
      const counts = new Map(byStatus.all(feed.seq).map(({ status, count }) => [status, count]))
      return {
        feedId: feed.id,
        idempotencyKey: feed.idempotency_key ?? undefined,
        feedStatus: feed.state,
        counters: countersFrom(counts, feed.items),
        offset,
        limit,
        items: window.all(feed.seq, offset, limit).map((row) => reportItem(row, family)),
      }
    },
    /** The newest feeds of the sandbox, of all users. */
    list: (limit: number) => latest.all(limit),
  }
})

/** Counters of both feed families; see decisions, "Counters". */
function countersFrom(counts: Map<string, number>, received: number): FeedProgress['counters'] {
  const countOf = (...statuses: string[]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  const processed = countOf('PROCESSED')
  return {
    received,
    succeeded: countOf('SUCCESS') + processed,
    processed,
    rejected: countOf('REJECTED'),
    failed: countOf('DATA_ERROR', 'SYSTEM_ERROR', 'TIMEOUT_ERROR', 'FAILED'),
    processing: countOf('INPROGRESS'),
  }
}

function reportItem(row: ItemRow, family: FeedQuestion['family']): FeedProgressItem {
  const common = {
    index: row.position,
    ingestionStatus: row.status,
    errors: JSON.parse(row.errors) as IngestionError[],
  }
  return family === 'contentplus'
    ? { ...common, remarks: row.remarks }
    : { ...common, productCode: row.product_code }
}
