import type { OutboxState } from '../../src-shared/outbox/outbox-state.ts'
import type { ItemResult } from '../../src-shared/rpc/feed-contract.ts'
import {
  type FeedFamily,
  type FeedQuestion,
  type FeedReport,
  type FeedReportItem,
  kindsOfFamily,
} from '../feeds/feed-intake.ts'
import { defineReader } from '../storage/store.ts'
import { readResults } from './feed-queries.ts'
import { type FeedRow, feedColumns } from './feed-row.ts'

/** What a poster is told while the service has not said anything itself. */
const ownWords: Record<OutboxState, string> = {
  queued: 'RECEIVED',
  sending: 'RECEIVED',
  uncertain: 'RECEIVED',
  acknowledged: 'RECEIVED',
  processing: 'INPROGRESS',
  done: 'PROCESSED',
  failed: 'ERROR',
  withdrawn: 'ERROR',
}

/** The status of feeds in the outbox, in the form of the service's own status calls (specification, 6 and 11). */
export const gatewayReader = defineReader('gateway', ({ db }) => {
  const byId = db.prepare<{ id: string; user: string; kinds: string }, FeedRow>(
    // By number: with the poster or kind as a way in, SQLite sorts, or walks through all feeds of the poster.
    `SELECT ${feedColumns} FROM feed WHERE sequence IN (
         SELECT sequence FROM feed WHERE id = @id UNION ALL SELECT sequence FROM feed WHERE upstream_feed_id = @id)
       AND +posted_by = @user AND +kind IN (SELECT value FROM json_each(@kinds)) ORDER BY sequence DESC LIMIT 1`,
  )
  const newest = db.prepare<{ user: string; kinds: string }, FeedRow>(
    // The newest of each kind, then the newest of these: feeds of the other family may be newer, and many.
    `SELECT ${feedColumns} FROM feed WHERE sequence = (SELECT max(newest) FROM (
       SELECT (SELECT max(sequence) FROM feed WHERE posted_by = @user AND kind = asked.value) AS newest
       FROM json_each(@kinds) AS asked))`,
  )
  const codes = db.prepare<[string, number, number], { position: number; code: string }>(
    `SELECT position, coalesce(given, code) AS code FROM feed_code
     WHERE feed = ? AND position >= ? AND position < ? ORDER BY position`,
  )
  const rejected = db
    .prepare<[string], number>(
      `SELECT count(*) FROM feed_result WHERE feed = ? AND ingestion_status = 'REJECTED'`,
    )
    .pluck()
  const results = readResults(db)

  return {
    /** Undefined when the user has posted no such feed. */
    report({ family, feedId, username, offset, limit }: FeedQuestion): FeedReport | undefined {
      const kinds = JSON.stringify(kindsOfFamily[family])
      const row =
        feedId === undefined
          ? newest.get({ user: username, kinds })
          : byId.get({ id: feedId, user: username, kinds })
      if (!row) return undefined
      const known = new Map(results(row.id, offset, limit).map((result) => [result.index, result]))
      return {
        feedId: row.id,
        feedStatus: row.feed_status && row.state !== 'done' ? row.feed_status : ownWords[row.state],
        counters: countersOf(row, family, rejected.get(row.id) ?? 0),
        offset,
        limit,
        items: codes
          .all(row.id, offset, limit)
          .map(({ position, code }) => reportItem(row, family, position, code, known.get(position))),
      }
    },
  }
})

const isLost = (state: OutboxState) => state === 'failed' || state === 'withdrawn'

/**
 * Before the service has counted, everything is in process; what it will not get has failed. A feed known to have
 * arrived, but without results, counts as succeeded: there is nothing more to wait for.
 */
function countersOf(row: FeedRow, family: FeedFamily, rejected: number): FeedReport['counters'] {
  const none = { succeeded: 0, processed: 0, rejected: 0, failed: 0, processing: 0 }
  if (row.received === null) {
    const all = row.item_count
    const arrived = { succeeded: all, ...(family === 'contentplus' && { processed: all }) }
    const share = isLost(row.state) ? { failed: all } : row.state === 'done' ? arrived : { processing: all }
    return { received: row.item_count, ...none, ...share }
  }
  const succeeded = row.succeeded ?? 0
  const failed = row.failed ?? 0
  const counted = { ...none, received: row.received, succeeded, failed, processing: row.processing ?? 0 }
  if (family === 'items') return counted
  // The outbox counts what was rejected among what failed; its results may be ahead of its counters.
  const turnedAway = Math.min(rejected, failed)
  return { ...counted, processed: succeeded, rejected: turnedAway, failed: failed - turnedAway }
}

function reportItem(
  { state, note }: FeedRow,
  family: FeedFamily,
  index: number,
  productCode: string,
  result: ItemResult | undefined,
): FeedReportItem {
  const isItems = family === 'items'
  const failedWord = isItems ? 'SYSTEM_ERROR' : 'FAILED'
  const doneWord = isItems ? 'SUCCESS' : 'PROCESSED'
  const reason = note ?? ''
  if (!result) {
    const lost = isLost(state)
    return {
      index,
      ...(isItems && { productCode }),
      ingestionStatus: lost ? failedWord : state === 'done' ? doneWord : 'INPROGRESS',
      errors:
        lost && isItems
          ? [{ type: 'OUTBOX', code: state.toUpperCase(), field: '', description: reason }]
          : [],
      ...(!isItems && { remarks: lost ? reason : '' }),
    }
  }
  return {
    index,
    ...(isItems && { productCode: result.productCode }),
    ingestionStatus: result.ingestionStatus,
    errors: isItems
      ? result.problems.map(({ code, path, message }) => ({
          // The client keeps no type of its own for a problem; the item's status says the same.
          type: result.ingestionStatus,
          code,
          field: path,
          description: message,
        }))
      : [],
    ...(!isItems && { remarks: result.problems.map(({ message }) => message).join('\n') }),
  }
}
