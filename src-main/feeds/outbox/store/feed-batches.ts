import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxBatch } from '../../../../src-shared/feeds/outbox/model.ts'
import {
  isSent,
  type OutboxState,
  outboxStates,
  stateOfBatch,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Database, WriterContext } from '../../../storage/index.ts'
import { namedIn } from '../../drafts/index.ts'

/** A row of the table `feed_batch`. */
export interface BatchRow {
  id: string
  name: string
  name_parts: string | null
  kind: FeedKind
  first: number
  feeds: number
  items: number
  state: OutboxState
  created_at: number
  updated_at: number
}

/** Sums over the feeds of a batch, without those that were split. */
interface BatchSums {
  bytes: number
  received: number | null
  succeeded: number
  failed: number
  processing: number
  held: number
}

const countsSql = 'SELECT state, count(*) AS feeds FROM feed WHERE batch = ? GROUP BY state'

type Counts = Partial<Record<OutboxState, number>>
const countsOf = (rows: { state: OutboxState; feeds: number }[]): Counts =>
  Object.fromEntries(rows.map(({ state, feeds }) => [state, feeds]))

/** Reads the summary of a batch from its feeds. */
export function readBatches(db: Database): (row: BatchRow) => OutboxBatch {
  const counts = db.prepare<[string], { state: OutboxState; feeds: number }>(countsSql)
  const sums = db.prepare<[string], BatchSums>(
    `SELECT coalesce(sum(bytes), 0) AS bytes, sum(received) AS received, coalesce(sum(succeeded), 0) AS succeeded,
       coalesce(sum(failed), 0) AS failed, coalesce(sum(processing), 0) AS processing, sum(is_held) AS held
     FROM feed WHERE batch = ? AND +state <> 'split'`,
  )
  return (row) => {
    const byState = countsOf(counts.all(row.id))
    const { bytes, received, succeeded, failed, processing, held } = sums.get(row.id) ?? noSums
    return {
      id: row.id,
      kind: row.kind,
      ...namedIn(row),
      state: row.state,
      counts: byState,
      feeds: row.feeds,
      sent: outboxStates.filter(isSent).reduce((sum, state) => sum + (byState[state] ?? 0), 0),
      held,
      itemCount: row.items,
      bytes,
      counters: received === null ? undefined : { received, succeeded, failed, processing },
      createdAt: new Date(row.created_at).toISOString(),
      updatedAt: new Date(row.updated_at).toISOString(),
    }
  }
}
const noSums: BatchSums = { bytes: 0, received: null, succeeded: 0, failed: 0, processing: 0, held: 0 }

/** Writes batches, and updates their state when their feeds change. */
export function openBatches({ db, now, record }: WriterContext) {
  const counts = db.prepare<[string], { state: OutboxState; feeds: number }>(countsSql)
  const setState = db.prepare('UPDATE feed_batch SET state = ?, updated_at = ? WHERE id = ?')
  const insert = db.prepare(
    `INSERT INTO feed_batch (id, name, name_parts, kind, first, feeds, items, state, created_at, updated_at)
     VALUES (@id, @name, @name_parts, @kind, @first, @feeds, @items, @state, @now, @now)`,
  )
  const grow = db.prepare('UPDATE feed_batch SET feeds = feeds + ? WHERE id = ?')
  return {
    make(batch: Omit<BatchRow, 'created_at' | 'updated_at'>): void {
      insert.run({ ...batch, now: now() })
      record({ topic: 'outbox', ids: [batch.id] })
    },
    /** Increases the number of feeds. */
    grow: (id: string, by: number): void => void grow.run(by, id),
    /** Updates the state. Call it after feeds of the batch have changed, once per change of several. */
    refresh(id: string): void {
      setState.run(stateOfBatch(countsOf(counts.all(id))), now(), id)
      record({ topic: 'outbox', ids: [id] })
    },
  }
}
