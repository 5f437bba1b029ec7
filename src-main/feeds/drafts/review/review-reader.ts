import {
  type Discussion,
  type DraftComment,
  type DraftReview,
  type Mention,
  type Mentions,
  maxMentions,
  type ReviewState,
  type TrailEvent,
} from '../../../../src-shared/feeds/review/model.ts'
import { isoTime } from '../../../../src-shared/values/iso-time.ts'
import type {
  DraftAssignmentRow,
  DraftCommentRow,
  DraftReviewRow,
  DraftRow,
  DraftTrailRow,
} from '../../../storage/index.ts'
import { defineReader } from '../../../storage/index.ts'

const ofItem = (key: number): { key?: number } => (key === 0 ? {} : { key })

const commentOf = (row: DraftCommentRow): DraftComment => ({
  ...{ id: row.id, text: row.text, by: row.author, at: isoTime(row.at), ...ofItem(row.key) },
  ...(row.edited_at !== null && { editedAt: isoTime(row.edited_at) }),
  ...(row.deleted_at !== null && { deletedAt: isoTime(row.deleted_at) }),
})

export const reviewReader = defineReader('drafts/review', ({ db }) => {
  const head = db.prepare<[string], Pick<DraftRow, 'revision' | 'changed_by'>>(
    'SELECT revision, changed_by FROM draft WHERE id = ?',
  )
  const review = db.prepare<[string], DraftReviewRow & { state: ReviewState }>(
    'SELECT * FROM draft_review WHERE draft = ?',
  )
  const assignments = db.prepare<[string], Pick<DraftAssignmentRow, 'key' | 'person'>>(
    'SELECT key, person FROM draft_assignment WHERE draft = ? ORDER BY key',
  )
  const comments = db.prepare<[string], DraftCommentRow>(
    'SELECT * FROM draft_comment WHERE draft = ? ORDER BY at, id',
  )
  const comment = db.prepare<[string], DraftCommentRow>('SELECT * FROM draft_comment WHERE id = ?')
  const trail = db.prepare<[string], DraftTrailRow & { event: TrailEvent }>(
    'SELECT * FROM draft_trail WHERE draft = ? ORDER BY number',
  )
  const lastDecision = db.prepare<[string], Pick<DraftTrailRow, 'event' | 'person' | 'at'>>(
    `SELECT event, person, at FROM draft_trail
     WHERE draft = ? AND event IN ('proposed', 'approved', 'returned', 'reopened') ORDER BY number DESC LIMIT 1`,
  )
  const unseen = `FROM draft_mention m JOIN draft_comment c ON c.id = m.comment LEFT JOIN draft d ON d.id = c.draft
     WHERE m.person = @person AND m.seen_at IS NULL`
  const unseenCount = db.prepare<unknown[], number>(`SELECT count(*) ${unseen}`).pluck()
  const unseenMentions = db.prepare<unknown[], DraftCommentRow & { name: string | null }>(
    `SELECT c.*, d.name ${unseen} ORDER BY c.at DESC LIMIT ${maxMentions}`,
  )
  const people = db
    .prepare<[], string>(
      `SELECT person FROM draft_review UNION SELECT person FROM draft_assignment UNION SELECT author FROM draft_comment
       UNION SELECT person FROM draft_trail`,
    )
    .pluck()

  return {
    review(id: string): DraftReview | undefined {
      const draft = head.get(id)
      if (!draft) return undefined
      const decided = review.get(id)
      const last = lastDecision.get(id)
      const all = assignments.all(id)
      const assigned = all.find(({ key }) => key === 0)?.person
      return {
        state: decided?.state ?? 'working',
        revision: draft.revision,
        ...(decided && { decided: { by: decided.person, at: isoTime(decided.at) } }),
        word: decided?.word ?? '',
        ...(last?.event === 'reopened' && { reopened: { by: last.person, at: isoTime(last.at) } }),
        lastAuthor: draft.changed_by,
        ...(assigned !== undefined && { assigned }),
        items: all.filter(({ key }) => key !== 0),
      }
    },
    discussion: (id: string): Discussion => ({
      comments: comments.all(id).map(commentOf),
      trail: trail.all(id).map((row) => ({
        ...{ event: row.event, by: row.person, at: isoTime(row.at), revision: row.revision },
        ...ofItem(row.key),
        detail: row.detail,
      })),
    }),
    comment(id: string): DraftComment | undefined {
      const row = comment.get(id)
      return row && commentOf(row)
    },
    mentions(person: string): Mentions {
      const mentions = unseenMentions.all({ person }).map(
        (row): Mention => ({
          ...{ comment: row.id, draft: row.draft, text: row.text, by: row.author, at: isoTime(row.at) },
          ...ofItem(row.key),
          ...(row.name !== null && { name: row.name }),
        }),
      )
      return { total: unseenCount.get({ person }) ?? 0, mentions }
    },
    /** Names of all people who took part in a review or a discussion. */
    people: (): string[] => people.all(),
  }
})
