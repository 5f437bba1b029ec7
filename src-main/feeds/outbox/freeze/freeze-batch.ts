import { randomUUID } from 'node:crypto'
import type { Name } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { initialState } from '../../../../src-shared/feeds/outbox/outbox-machine.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { nameColumns } from '../../drafts/index.ts'
import { openBatches } from '../store/feed-batches.ts'
import { type NewFeed, openPayloadFreezing } from './freeze-payload.ts'

/** One payload of a batch; its identifier and key are made where they are not given. */
export interface BatchPart
  extends Omit<NewFeed, 'id' | 'idempotencyKey'>,
    Partial<Pick<NewFeed, 'id' | 'idempotencyKey'>> {
  body: Uint8Array
}

export interface BatchToFreeze {
  name: Name
  kind: FeedKind
  /** In the order in which they are to be sent; one at least. */
  feeds: BatchPart[]
}

export interface FrozenBatch {
  /** Of the batch; of the feed itself where there is one only. */
  batch: string
  feedIds: string[]
}

/**
 * Freezes payloads that are followed as one, inside the caller's transaction: each is a feed with an identifier and an
 * idempotency key of its own, named like "Spring range (2 of 5)". One payload alone is a feed of its own.
 */
export function openBatchFreezing(context: WriterContext) {
  const freeze = openPayloadFreezing(context)
  const batches = openBatches(context)

  return ({ name, kind, feeds }: BatchToFreeze): FrozenBatch => {
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
