import { nameOf } from '../../../../src-shared/feeds/draft/made-name.ts'
import { actingName, actingPerson } from '../../../platform/acting-person.ts'
import type { WriterContext } from '../../../storage/index.ts'
import { allowed, openDraftTable } from '../../drafts/index.ts'
import type { FeedRow } from '../store/feed-row.ts'
import { type BatchPart, type FrozenBatch, openBatchFreezing } from './freeze-batch.ts'
import { openPayloadFreezing, type PayloadToFreeze, sha256 } from './freeze-payload.ts'

type DraftOutcome = FrozenBatch | { refused: 'missing' | 'stale' | 'not-approved' }

/** Freezes payloads as immutable feeds in the outbox, inside the caller's transaction. */
export function openFreezing(context: WriterContext) {
  const { db } = context
  const drafts = openDraftTable(context)
  const freeze = openPayloadFreezing(context)
  const freezeBatch = openBatchFreezing(context)
  const postedBefore = db.prepare<[string, string], Pick<FeedRow, 'id' | 'kind' | 'sha256'>>(
    'SELECT id, kind, sha256 FROM feed WHERE posted_by = ? AND posted_key = ?',
  )

  return {
    freezeBatch,
    /**
     * Turns the payloads of a draft into feeds and deletes the draft, in one transaction. In a team only a sender
     * can do it, and only with an approved draft.
     */
    freezeDraft(draft: { id: string; revision: number }, feeds: BatchPart[]): DraftOutcome {
      const current = drafts.get(draft.id)
      if (!current || current.deletedAt !== undefined) return { refused: 'missing' }
      if (current.revision !== draft.revision) return { refused: 'stale' }
      const approval = drafts.review.approval(draft.id)
      const isTeam = actingPerson() !== undefined
      if (isTeam) allowed('sender')
      if (isTeam && !approval) return { refused: 'not-approved' }
      const people = isTeam && { queuedBy: actingName(), ...(approval && { approvedBy: approval.person }) }
      const frozen = freezeBatch({
        ...{ name: nameOf(current), kind: current.kind, feeds },
        ...(people && { people }),
      })
      drafts.becomeFeeds(draft.id, frozen.batch, frozen.feedIds.length)
      return frozen
    },
    /**
     * Freezes bytes that are not from a draft. A repeated request (same user, key, kind and bytes) returns
     * the existing feed; another payload with a used key is refused.
     */
    freezePosted(feed: PayloadToFreeze): { feedId: string; repeated: boolean } | { refused: 'key-used' } {
      const { username, idempotencyKey } = feed.postedBy ?? {}
      const before = username && idempotencyKey ? postedBefore.get(username, idempotencyKey) : undefined
      if (before === undefined) {
        freeze(feed)
        return { feedId: feed.id, repeated: false }
      }
      const same = before.kind === feed.kind && before.sha256 === sha256(feed.body)
      return same ? { feedId: before.id, repeated: true } : { refused: 'key-used' }
    },
  }
}
