/**
 * The gateway puts feeds posted to the local API of a connected workspace into the outbox. The poster
 * immediately receives an identifier of ours, whether or not the service is reachable. The feed's status is
 * RECEIVED until it is sent, and then the status at the service.
 */
import { kindsOf, payloads } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxEventName } from '../../../src-shared/feeds/outbox/outbox-machine.ts'
import { type OutboxState, outboxStateDescriptions } from '../../../src-shared/feeds/outbox/outbox-state.ts'
import type { FeedEnd } from '../../../src-shared/feeds/status/status-document.ts'
import type {
  FeedProgress,
  FeedProgressItem,
  ItemResult,
} from '../../../src-shared/feeds/status/status-report.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { defineReader, type Storage } from '../../storage/index.ts'
import {
  type FeedIntake,
  type FeedQuestion,
  feedRefused,
  openPostedFeedCheck,
} from '../targets/sandbox/index.ts'
import type { Outbox } from './outbox.ts'
import { type FeedRow, feedColumns, readResults } from './store/feed-row.ts'

interface GatewayOptions {
  storage: Storage
  outbox: Outbox
  namespaceBase?: string
}

export function createGateway({ storage, outbox, namespaceBase }: GatewayOptions): FeedIntake {
  const check = openPostedFeedCheck(storage, { withItems: false })
  const reader = storage.reader(gatewayReader)
  return {
    async submit({ kind, body, upc, username, idempotencyKey }) {
      const about = await check({ kind, body, upc, namespaceBase })
      try {
        const { id } = await outbox.queue({
          kind,
          body,
          about,
          name: { made: 'posted', by: username },
          upc,
          postedBy: { username, idempotencyKey },
        })
        return { feedId: id }
      } catch (error) {
        if (!(error instanceof PlainError) || error.code !== 'KEY_USED') throw error
        throw feedRefused([
          { code: 'IDEMPOTENCY_KEY_REUSED', path: 'Idempotency-Key', message: error.message },
        ])
      }
    },
    status: (question) => reader.report(question),
  }
}

/**
 * Reports the status of feeds in the outbox, in the form of the service's own status calls (specification, 6
 * and 11).
 */
export const gatewayReader = defineReader('outbox/gateway', ({ db }) => {
  const byId = db.prepare<{ id: string; user: string; kinds: string }, FeedRow>(
    // Looked up by sequence: by poster or kind, SQLite would sort, or read all feeds of the poster.
    `SELECT ${feedColumns} FROM feed WHERE sequence IN (
         SELECT sequence FROM feed WHERE id = @id UNION ALL SELECT sequence FROM feed WHERE upstream_feed_id = @id)
       AND +posted_by = @user AND +kind IN (SELECT value FROM json_each(@kinds)) ORDER BY sequence DESC LIMIT 1`,
  )
  const newest = db.prepare<{ user: string; kinds: string }, FeedRow>(
    // The newest of each kind, then the newest of those: many feeds of the other family may be newer.
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
  const lastEvent = db
    .prepare<[string], OutboxEventName | null>(
      'SELECT event FROM feed_event WHERE feed = ? ORDER BY sequence DESC LIMIT 1',
    )
    .pluck()
  const results = readResults(db)

  return {
    /** Undefined if the user has not posted such a feed. */
    report({ family, feedId, username, offset, limit }: FeedQuestion): FeedProgress | undefined {
      const kinds = JSON.stringify(kindsOf(family))
      const row =
        feedId === undefined
          ? newest.get({ user: username, kinds })
          : byId.get({ id: feedId, user: username, kinds })
      if (!row) return undefined
      const end = endOf(row.state, lastEvent.get(row.id) ?? null)
      const known = new Map(results(row.id, offset, limit).map((result) => [result.index, result]))
      return {
        feedId: row.id,
        idempotencyKey: row.posted_key ?? undefined,
        feedStatus:
          row.feed_status && end !== 'arrived' && end !== 'unknown'
            ? row.feed_status
            : outboxStateDescriptions[row.state].apiStatus,
        counters: countersOf(row, { end, rejected: rejected.get(row.id) ?? 0 }),
        offset,
        limit,
        items: codes.all(row.id, offset, limit).map(({ position, code }) =>
          reportItem(row, {
            end,
            statusOfEnd: payloads[family].status.statusOfEnd,
            index: position,
            productCode: code,
            result: known.get(position),
          }),
        ),
      }
    },
  }
})

/** A feed that a person settled has an unknown end. */
const endOf = (state: OutboxState, lastEvent: OutboxEventName | null): FeedEnd =>
  state === 'done' && lastEvent === 'settle' ? 'unknown' : outboxStateDescriptions[state].end

/**
 * The service's counters. Before the service reports any, all items are counted as processing in an open
 * feed, as succeeded in a feed that arrived, and as failed in a lost feed or one with an unknown end.
 */
function countersOf(
  row: FeedRow,
  { end, rejected }: { end: FeedEnd; rejected: number },
): FeedProgress['counters'] {
  const none = { succeeded: 0, processed: 0, rejected: 0, failed: 0, processing: 0 }
  if (row.received === null) {
    const all = row.item_count
    const arrived = { succeeded: all, processed: all }
    const share = end === 'open' ? { processing: all } : end === 'arrived' ? arrived : { failed: all }
    return { received: row.item_count, ...none, ...share }
  }
  const succeeded = row.succeeded ?? 0
  const failed = end === 'unknown' ? row.received - succeeded : (row.failed ?? 0)
  // The outbox counts rejected items as failed. Results may be newer than counters, hence the minimum.
  const rejectedCount = Math.min(rejected, failed)
  return {
    received: row.received,
    succeeded,
    processed: succeeded,
    rejected: rejectedCount,
    failed: failed - rejectedCount,
    processing: row.processing ?? 0,
  }
}

const errorCodeOf = (state: OutboxState): string => state.toUpperCase().replaceAll('-', '_')

function reportItem(
  { state, note }: FeedRow,
  item: {
    end: FeedEnd
    statusOfEnd: Readonly<Record<FeedEnd, string>>
    index: number
    productCode: string
    result: ItemResult | undefined
  },
): FeedProgressItem {
  const { end, index, productCode, result } = item
  if (!result) {
    const hasFailed = end === 'lost' || end === 'unknown'
    const reason = end === 'unknown' ? 'The service did not report a result.' : (note ?? '')
    return {
      index,
      productCode,
      ingestionStatus: item.statusOfEnd[end],
      errors: hasFailed ? [{ type: 'OUTBOX', code: errorCodeOf(state), field: '', description: reason }] : [],
      remarks: hasFailed ? reason : '',
    }
  }
  return {
    index,
    productCode: result.productCode,
    ingestionStatus: result.ingestionStatus,
    errors: result.problems.map(({ code, path, message }) => ({
      // The outbox stores no problem type; the item's status is used instead.
      type: result.ingestionStatus,
      code,
      field: path,
      description: message,
    })),
    remarks: result.problems.map(({ message }) => message).join('\n'),
  }
}
