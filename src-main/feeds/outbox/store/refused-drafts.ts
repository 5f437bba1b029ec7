import { acceptedStatuses } from '../../../../src-shared/feeds/outbox/model.ts'
import type { Database } from '../../../storage/index.ts'
import type { ItemRemarks } from '../../drafts/index.ts'

/** Remarks on items that are still in their draft. */
const remarks = 'draft_remark m JOIN draft_item i ON i.draft = m.draft AND i.key = m.key'

/** Reads which refused items of feeds are in a draft, to be fixed there. */
export function readRefusedDrafts(db: Database) {
  const draftsWith = db.prepare<[string, number], { draft: string; created: number }>(
    `SELECT m.draft, d.created_at AS created FROM ${remarks} JOIN draft d ON d.id = m.draft
     WHERE m.feed = ? AND m.position = ? AND d.deleted_at IS NULL AND d.is_template = 0`,
  )
  const itemsIn = db.prepare<[string], { feed: string; position: number }>(
    `SELECT m.feed, m.position FROM ${remarks} WHERE m.draft = ?`,
  )
  const settled = db
    .prepare<{ draft: string; accepted: string }, string>(
      `SELECT f.id FROM feed f
       WHERE f.state = 'partly-done' AND f.id IN (SELECT feed FROM draft_remark WHERE draft = @draft)
         AND NOT EXISTS (
           SELECT 1 FROM feed_code c LEFT JOIN feed_result r ON r.feed = c.feed AND r.position = c.position
           WHERE c.feed = f.id
             AND upper(trim(coalesce(r.ingestion_status, ''))) NOT IN (SELECT value FROM json_each(@accepted))
             AND NOT EXISTS (SELECT 1 FROM ${remarks}
               WHERE m.draft = @draft AND m.feed = f.id AND m.position = c.position))
       ORDER BY f.sequence`,
    )
    .pluck()
  return {
    /** The newest draft in which all of these refused items are being fixed. */
    draftOfRefused(items: readonly Pick<ItemRemarks, 'feed' | 'placeInFeed'>[]): string | undefined {
      const [first] = items
      if (!first) return undefined
      const newestFirst = draftsWith
        .all(first.feed.id, first.placeInFeed)
        .toSorted((one, other) => other.created - one.created)
      return newestFirst.find(({ draft }) => {
        const present = new Set(itemsIn.all(draft).map(({ feed, position }) => `${feed} ${position}`))
        return items.every(({ feed, placeInFeed }) => present.has(`${feed.id} ${placeInFeed}`))
      })?.draft
    },
    /** The feeds under review of which every item was accepted or is in the draft. */
    settledBy: (draft: string): string[] =>
      settled.all({ draft, accepted: JSON.stringify(acceptedStatuses) }),
  }
}
