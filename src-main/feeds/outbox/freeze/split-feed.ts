import { randomUUID } from 'node:crypto'
import { type Name, nameOf } from '../../../../src-shared/feeds/draft/made-name.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { namedIn } from '../../drafts/index.ts'
import type { BatchRow } from '../store/feed-batches.ts'
import type { openFeedEvents } from '../store/feed-events.ts'
import { type FeedRow, feedColumns } from '../store/feed-row.ts'
import type { BatchPart } from './freeze-batch.ts'
import { openPayloadFreezing } from './freeze-payload.ts'

/** Splits a failed feed into smaller ones of the same batch. A feed without a batch gets one. */
export function openSplitting(
  context: WriterContext,
  { applyEvent, batches }: Pick<ReturnType<typeof openFeedEvents>, 'applyEvent' | 'batches'>,
) {
  const { db } = context
  const freeze = openPayloadFreezing(context)
  const getRow = db.prepare<[string], FeedRow>(`SELECT ${feedColumns} FROM feed WHERE id = ?`)
  const setBatch = db.prepare('UPDATE feed SET batch = ? WHERE id = ?')
  const batchName = db.prepare<[string], Pick<BatchRow, 'name' | 'name_parts'>>(
    'SELECT name, name_parts FROM feed_batch WHERE id = ?',
  )

  return {
    /**
     * @param parts payloads that together contain all items of the feed, in order
     * @param seen evidence from the catalog just before the split
     */
    split(id: string, parts: BatchPart[], seen = ''): { batch: string; feedIds: string[] } {
      const row = getRow.get(id)
      if (!row) throw new PlainError('FEED_NOT_FOUND', say`There is no feed ${id} in the outbox.`)
      if (row.posted_by !== null)
        throw new PlainError(
          'NOT_POSSIBLE',
          say`The feed was posted by ${row.posted_by}, who follows it as one. Take it back as a draft: a draft is sent in parts.`,
        )
      const batch = row.batch ?? randomUUID()
      if (row.batch === null) {
        const { name, name_parts, kind, sequence, item_count: items, state } = row
        batches.make({ id: batch, name, name_parts, kind, first: sequence, feeds: 1, items, state })
        setBatch.run(batch, id)
      }
      const words = say`Split by you: its ${counted(row.item_count, 'item')} go on in ${counted(parts.length, 'feed')}`
      applyEvent(id, 'split', { message: [words, seen].filter(Boolean).join('\n') })
      const feedIds = parts.map((part, index) => {
        const feedId = randomUUID()
        const name = nameOfPart(row, batchName.get(batch) ?? row, { number: index + 1, of: parts.length })
        freeze({ ...part, id: feedId, idempotencyKey: randomUUID(), kind: row.kind, name, batch })
        return feedId
      })
      batches.grow(batch, parts.length - 1)
      batches.refresh(batch)
      return { batch, feedIds }
    },
  }
}

/**
 * `Spring range (2 of 5, part 1)`, its own parts `(2 of 5, part 1.2)`; for a feed without a batch `Tea (1 of
 * 2)`.
 */
function nameOfPart(
  row: FeedRow,
  batch: Pick<BatchRow, 'name' | 'name_parts'>,
  { number, of }: { number: number; of: number },
): Name {
  const { nameParts } = namedIn(row)
  return row.batch !== null && nameParts?.made === 'part'
    ? { ...nameParts, inner: [...(nameParts.inner ?? []), number] }
    : { made: 'part', whole: nameOf(namedIn(batch)), number, of }
}
