import { createHash, randomUUID } from 'node:crypto'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import {
  type CamelCase,
  defineWriter,
  type ReceivedFeedPayloadRow,
  type ReceivedFeedRow,
} from '../../../storage/index.ts'
import type { CheckedItem } from './check-posted-feed.ts'
import { type ItemOutcome, openContentPlusIngestion, openItemIngestion, systemError } from './ingest-item.ts'

/** A valid feed to store. */
interface AcceptedFeed {
  kind: FeedKind
  body: Uint8Array
  items: CheckedItem[]
  /** Kind `update` only, else empty. */
  upc: string
  username: string
  idempotencyKey?: string
}

type OpenFeed = Pick<ReceivedFeedRow, 'seq' | 'id' | 'kind' | 'username' | 'state' | 'upc'>
type WaitingItem = Omit<ReceivedFeedPayloadRow, 'feed'>

/** Stores received feeds and processes them. */
export const ingestionWriter = defineWriter('sandbox/ingestion', (context) => {
  const { db, now, record } = context
  const items = openItemIngestion(context)
  const contentPlus = openContentPlusIngestion(context)

  const byKey = db.prepare<[string, string], CamelCase<Pick<ReceivedFeedRow, 'id' | 'body_hash'>>>(
    'SELECT id, body_hash AS bodyHash FROM received_feed WHERE username = ? AND idempotency_key = ?',
  )
  const insertFeed = db.prepare(
    `INSERT INTO received_feed (id, kind, username, upc, idempotency_key, body, body_hash, state, items, received_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'RECEIVED', ?, ?)`,
  )
  const insertItem = db.prepare(
    `INSERT INTO received_feed_item (feed, position, product_code, status) VALUES (?, ?, ?, 'INPROGRESS')`,
  )
  const insertPayload = db.prepare(
    'INSERT INTO received_feed_payload (feed, position, payload, twin) VALUES (?, ?, ?, ?)',
  )
  const removePayload = db.prepare('DELETE FROM received_feed_payload WHERE feed = ? AND position = ?')
  const oldestOpen = db.prepare<[], OpenFeed>(
    `SELECT seq, id, kind, username, state, upc FROM received_feed WHERE state IN ('RECEIVED', 'INPROGRESS') ORDER BY seq LIMIT 1`,
  )
  const waitingItems = db.prepare<[number, number], WaitingItem>(
    'SELECT position, payload, twin FROM received_feed_payload WHERE feed = ? ORDER BY position LIMIT ?',
  )
  const begin = db.prepare(`UPDATE received_feed SET state = 'INPROGRESS' WHERE seq = ?`)
  const finishItem = db.prepare(
    `UPDATE received_feed_item SET status = ?, errors = ?, remarks = ? WHERE feed = ? AND position = ?`,
  )
  const isAccepted = db
    .prepare<[number, number], number>(
      `SELECT status = 'SUCCESS' OR EXISTS (SELECT 1 FROM json_each(errors) WHERE value ->> 'code' = 'GTIN_TWICE')
       FROM received_feed_item WHERE feed = ? AND position = ?`,
    )
    .pluck()
  // A feed ends as ERROR if the service failed on all items.
  const finishFeed = db.prepare(
    `UPDATE received_feed SET finished_at = @now, state = CASE WHEN EXISTS (
       SELECT 1 FROM received_feed_item WHERE feed = @seq AND status NOT IN ('SYSTEM_ERROR', 'FAILED')
     ) THEN 'PROCESSED' ELSE 'ERROR' END WHERE seq = @seq`,
  )

  /** Index of the earlier item with the same GTIN, if that one (or the item it duplicates) was accepted. */
  const acceptedTwin = (feed: number, twin: number | null): number | null =>
    twin !== null && isAccepted.get(feed, twin) === 1 ? twin : null

  /** Ingests one item in its own savepoint, so that a defect undoes only this item. */
  const ingest = db.transaction(
    ({ seq, id, kind, username, upc }: OpenFeed, { position, payload, twin }: WaitingItem): ItemOutcome =>
      kinds[kind].payload.name === 'contentplus'
        ? contentPlus(JSON.parse(payload), position)
        : items(
            kind,
            JSON.parse(payload),
            { position, upc, twin: acceptedTwin(seq, twin) },
            { feedId: id, username },
          ),
  )
  const ingestSafely = (feed: OpenFeed, item: WaitingItem): ItemOutcome => {
    try {
      return ingest(feed, item)
    } catch (error) {
      // A full disk is not the item's fault: the whole step is undone and tried again later.
      if (isStorageFailure(error)) throw error
      return systemError(feed.kind, item.position, error)
    }
  }

  return {
    /**
     * Stores a feed and its items in one transaction. A repeated key with the same feed returns the earlier
     * feed.
     */
    receive(feed: AcceptedFeed): { feedId: string } | 'key-used-differently' {
      const { kind, body, upc, username, idempotencyKey } = feed
      const hash = createHash('sha256').update(`${kind}\n${upc}\n`).update(body).digest()
      const earlier = idempotencyKey === undefined ? undefined : byKey.get(username, idempotencyKey)
      if (earlier) return earlier.bodyHash.equals(hash) ? { feedId: earlier.id } : 'key-used-differently'
      const id = randomUUID()
      const { lastInsertRowid } = insertFeed.run(
        id,
        kind,
        username,
        upc,
        idempotencyKey ?? null,
        body,
        hash,
        feed.items.length,
        now(),
      )
      for (const [position, { productCode, payload, twin }] of feed.items.entries()) {
        insertItem.run(lastInsertRowid, position, productCode)
        insertPayload.run(lastInsertRowid, position, payload, twin ?? null)
      }
      record({ topic: 'received-feeds', ids: [id] })
      return { feedId: id }
    },

    /**
     * One step of the queue: starts the oldest feed, or processes some of its items.
     * @returns the number of processed items, and whether any feed is still open
     */
    processNext(maxItems: number): { processed: number; open: boolean } {
      const feed = oldestOpen.get()
      if (!feed) return { processed: 0, open: false }
      record({ topic: 'received-feeds', ids: [feed.id] })
      if (feed.state === 'RECEIVED') {
        begin.run(feed.seq)
        return { processed: 0, open: true }
      }
      const waiting = waitingItems.all(feed.seq, maxItems)
      for (const item of waiting) {
        const { status, errors = [], remarks = '' } = ingestSafely(feed, item)
        finishItem.run(status, JSON.stringify(errors), remarks, feed.seq, item.position)
        removePayload.run(feed.seq, item.position)
      }
      if (waitingItems.get(feed.seq, 1) === undefined) finishFeed.run({ seq: feed.seq, now: now() })
      return { processed: waiting.length, open: oldestOpen.get() !== undefined }
    },
  }
})

const isStorageFailure = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_') &&
  !error.code.startsWith('SQLITE_CONSTRAINT')
