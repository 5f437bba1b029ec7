import type { TrailEvent } from '../../../../src-shared/feeds/review/model.ts'
import { actingName } from '../../../platform/acting-person.ts'
import type { DraftReviewRow, WriterContext } from '../../../storage/index.ts'

/** An entry to add to the trail of a draft, in the name of who acts. */
interface NewEntry {
  draft: string
  event: TrailEvent
  /** Key of an item; the draft itself if absent. */
  key?: number | undefined
  detail?: string
}

/** Approval of a draft as it is now. */
type Approval = Pick<DraftReviewRow, 'person' | 'at'>

/** Reads and writes the review of drafts, inside a transaction of any writer store. */
export function openReviewTrail({ db, now }: WriterContext) {
  const insert = db.prepare(
    `INSERT INTO draft_trail (draft, number, event, person, at, revision, key, detail)
     SELECT @draft, (SELECT coalesce(max(number), 0) + 1 FROM draft_trail WHERE draft = @draft), @event, @person, @at,
       coalesce((SELECT revision FROM draft WHERE id = @draft), 0), @key, @detail`,
  )
  const endApproval = db.prepare("DELETE FROM draft_review WHERE draft = ? AND state = 'approved'")
  const approval = db.prepare<[string], Approval>(
    `SELECT r.person, r.at FROM draft_review r JOIN draft d ON d.id = r.draft AND d.revision = r.revision
     WHERE r.draft = ? AND r.state = 'approved'`,
  )
  const dropTrail = db.prepare('DELETE FROM draft_trail WHERE draft = ?')
  const dropComments = db.prepare('DELETE FROM draft_comment WHERE draft = ?')

  const add = ({ draft, event, key = 0, detail = '' }: NewEntry): void => {
    insert.run({ draft, event, person: actingName(), at: now(), key, detail })
  }
  return {
    add,
    /** Call after a change of the draft: an approval is of one revision only. */
    changed(draft: string): void {
      if (endApproval.run(draft).changes > 0) add({ draft, event: 'reopened' })
    },
    /** The approval of the draft's current revision. */
    approval: (draft: string): Approval | undefined => approval.get(draft),
    /** Deletes comments and trail of a draft that is deleted for good. */
    forget(draft: string): void {
      dropTrail.run(draft)
      dropComments.run(draft)
    },
  }
}
