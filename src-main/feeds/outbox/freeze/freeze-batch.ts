import { randomUUID } from 'node:crypto'
import type { Name } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { TrailDetail } from '../../../../src-shared/feeds/outbox/model.ts'
import { initialState } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { nameColumns } from '../../drafts/index.ts'
import { openBatches } from '../store/feed-batches.ts'
import { type NewFeed, openPayloadFreezing } from './freeze-payload.ts'

/** One payload of a batch. Missing identifiers and keys are generated. */
export interface BatchPart
  extends Omit<NewFeed, 'id' | 'idempotencyKey'>,
    Partial<Pick<NewFeed, 'id' | 'idempotencyKey'>> {
  body: Uint8Array
}

export interface BatchToFreeze {
  name: Name
  kind: FeedKind
  /** In sending order; at least one. */
  feeds: BatchPart[]
  /** Who queued it and approved it, in a team. */
  people?: Pick<TrailDetail, 'queuedBy' | 'approvedBy'>
}

export interface FrozenBatch {
  /** Identifier of the batch, or of the feed if there is only one. */
  batch: string
  feedIds: string[]
}

/**
 * Freezes payloads that are followed as one batch, inside the caller's transaction. Each becomes a feed with
 * its own identifier and idempotency key, and a name like "Spring range (2 of 5)". A single payload becomes a
 * feed without a batch.
 */
export function openBatchFreezing(context: WriterContext) {
  const freeze = openPayloadFreezing(context)
  const batches = openBatches(context)

  return ({ name, kind, feeds, people }: BatchToFreeze): FrozenBatch => {
    if (feeds.length === 0) throw new Error('A batch of no feeds cannot be frozen')
    const batch = feeds.length > 1 ? randomUUID() : undefined
    const frozen = feeds.map((feed, index) => {
      const { id = randomUUID(), idempotencyKey = randomUUID() } = feed
      const { sequence } = freeze({
        ...feed,
        id,
        idempotencyKey,
        kind,
        name: batch === undefined ? name : { made: 'part', whole: name, number: index + 1, of: feeds.length },
        ...(batch !== undefined && { batch }),
        ...(people && { people }),
      })
      return { id, sequence }
    })
    const [first] = frozen
    if (!first) throw new Error('unreachable: there is one feed at least')
    const feedIds = frozen.map(({ id }) => id)
    if (batch === undefined) return { batch: first.id, feedIds }
    batches.make({
      id: batch,
      ...nameColumns(name),
      kind,
      first: first.sequence,
      feeds: feeds.length,
      items: feeds.reduce((sum, { itemCount }) => sum + itemCount, 0),
      state: initialState,
    })
    return { batch, feedIds }
  }
}
