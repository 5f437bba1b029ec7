import { mentionedIn } from '../../../../src-shared/feeds/review/mentions.ts'
import type { ReviewState } from '../../../../src-shared/feeds/review/model.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { includesRole, type Person } from '../../../../src-shared/team/person.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { DraftCommentRow, DraftReviewRow, DraftRow } from '../../../storage/index.ts'
import { defineWriter } from '../../../storage/index.ts'
import { type DraftErrorCode, itemNotFound, notFound } from '../drafts-refusal.ts'
import { allowed, type ReviewErrorCode, signedIn } from './review-refusal.ts'
import { openReviewTrail } from './review-trail.ts'

type Decision = Exclude<ReviewState, 'working'>

interface NewComment {
  id: string
  draft: string
  key?: number | undefined
  text: string
}

/** Reviews, assignments and comments. Each function acts in the name of the signed-in person. */
export const reviewWriter = defineWriter('drafts/review', (context) => {
  const { db, now, record } = context
  const trail = openReviewTrail(context)
  const head = db.prepare<[string], Pick<DraftRow, 'revision' | 'changed_by'>>(
    'SELECT revision, changed_by FROM draft WHERE id = ? AND deleted_at IS NULL AND is_template = 0',
  )
  const hasItem = db
    .prepare<[string, number], number>('SELECT 1 FROM draft_item WHERE draft = ? AND key = ?')
    .pluck()
  const stateOf = db
    .prepare<[string], DraftReviewRow['state']>('SELECT state FROM draft_review WHERE draft = ?')
    .pluck()
  const decide = db.prepare(
    `INSERT INTO draft_review (draft, state, revision, person, at, word)
     VALUES (@draft, @state, @revision, @person, @at, @word)
     ON CONFLICT (draft) DO UPDATE SET state = @state, revision = @revision, person = @person, at = @at, word = @word`,
  )
  const assigned = db
    .prepare<[string, number], string>('SELECT person FROM draft_assignment WHERE draft = ? AND key = ?')
    .pluck()
  const assign = db.prepare(
    `INSERT INTO draft_assignment (draft, key, person) VALUES (@draft, @key, @person)
     ON CONFLICT (draft, key) DO UPDATE SET person = @person`,
  )
  const unassign = db.prepare('DELETE FROM draft_assignment WHERE draft = ? AND key = ?')
  const insertComment = db.prepare(
    'INSERT INTO draft_comment (id, draft, key, text, author, at) VALUES (@id, @draft, @key, @text, @author, @at)',
  )
  const commentOf = db.prepare<[string], DraftCommentRow>('SELECT * FROM draft_comment WHERE id = ?')
  const editComment = db.prepare('UPDATE draft_comment SET text = ?, edited_at = ? WHERE id = ?')
  const dropComment = db.prepare("UPDATE draft_comment SET text = '', deleted_at = ? WHERE id = ?")
  const mention = db.prepare('INSERT OR IGNORE INTO draft_mention (comment, person) VALUES (?, ?)')
  const mentioned = db.prepare<[string], string>('SELECT person FROM draft_mention WHERE comment = ?').pluck()
  const unmention = db.prepare('DELETE FROM draft_mention WHERE comment = ? AND person = ?')
  const see = db.prepare(
    `UPDATE draft_mention SET seen_at = @at WHERE person = @person AND seen_at IS NULL
       AND comment IN (SELECT id FROM draft_comment WHERE draft = @draft)`,
  )
  const changed = (draft: string): void => record({ topic: 'drafts', ids: [draft] })
  const existing = (draft: string) => head.get(draft) ?? notFound(draft)

  /** @throws PlainError `STALE_REVISION` */
  const current = ({ id, revision }: { id: string; revision: number }) => {
    const draft = existing(id)
    if (draft.revision === revision) return draft
    throw new PlainError<DraftErrorCode>(
      'STALE_REVISION',
      say`The draft was changed meanwhile. Look at it again, then decide.`,
    )
  }
  const put = (draft: string, state: Decision, revision: number, person: Person, word: string): void => {
    decide.run({ draft, state, revision, person: person.name, at: now(), word })
    trail.add({ draft, event: state, detail: word })
    changed(draft)
  }
  const requireState = (draft: string, ...states: Decision[]): void => {
    const state = stateOf.get(draft)
    if (states.some((one) => one === state)) return
    throw new PlainError<ReviewErrorCode>(
      'NOT_PROPOSED',
      say`This draft is not proposed any more. It was changed, returned or decided meanwhile.`,
    )
  }
  const commentFor = (id: string, mayBeOthers: boolean): DraftCommentRow => {
    const person = signedIn()
    const comment = commentOf.get(id)
    if (!comment || comment.deleted_at !== null)
      throw new PlainError<ReviewErrorCode>('COMMENT_NOT_FOUND', say`This comment was deleted.`)
    if (comment.author !== person.name && !(mayBeOthers && person.role === 'administrator'))
      throw new PlainError<ReviewErrorCode>(
        'NOT_ALLOWED',
        say`Only ${comment.author} can change this comment.`,
      )
    return comment
  }
  const keepMentions = (id: string, author: string, text: string, people: readonly string[]): void => {
    const names = mentionedIn(text, people).filter((name) => name.toLowerCase() !== author.toLowerCase())
    for (const name of mentioned.all(id)) if (!names.includes(name)) unmention.run(id, name)
    for (const name of names) mention.run(id, name)
  }

  return {
    propose({ id, revision, word = '' }: { id: string; revision: number; word?: string | undefined }): void {
      const person = signedIn()
      current({ id, revision })
      put(id, 'proposed', revision, person, word)
    },
    approve(given: {
      id: string
      revision: number
      word?: string | undefined
      isOwn?: boolean | undefined
    }): void {
      const person = allowed('reviewer')
      const { id, revision, word = '', isOwn = false } = given
      const { changed_by: author } = current(given)
      requireState(id, 'proposed')
      if (author === person.name && !(isOwn && includesRole(person.role, 'administrator')))
        throw new PlainError<ReviewErrorCode>(
          'OWN_CHANGE',
          say`You changed this draft last. Somebody else has to approve it.`,
        )
      put(id, 'approved', revision, person, word)
    },
    sendBack({ id, revision, reason }: { id: string; revision: number; reason: string }): void {
      const person = allowed('reviewer')
      current({ id, revision })
      requireState(id, 'proposed', 'approved')
      put(id, 'returned', revision, person, reason)
    },
    assign({ id, key = 0, person }: { id: string; key?: number | undefined; person: string | null }): void {
      signedIn()
      existing(id)
      if (key !== 0 && hasItem.get(id, key) === undefined) itemNotFound(key)
      const before = assigned.get(id, key) ?? null
      if (before === person) return
      if (person === null) unassign.run(id, key)
      else assign.run({ draft: id, key, person })
      trail.add({
        draft: id,
        event: person === null ? 'unassigned' : 'assigned',
        key,
        detail: person ?? before ?? '',
      })
      changed(id)
    },
    /** @param people names that a mention may have spaces in */
    comment({ id, draft, key = 0, text }: NewComment, people: readonly string[]): void {
      const { name } = signedIn()
      existing(draft)
      if (key !== 0 && hasItem.get(draft, key) === undefined) itemNotFound(key)
      insertComment.run({ id, draft, key, text, author: name, at: now() })
      keepMentions(id, name, text, people)
      trail.add({ draft, event: 'commented', key })
      changed(draft)
    },
    editComment(id: string, text: string, people: readonly string[]): void {
      const comment = commentFor(id, false)
      if (comment.text === text) return
      editComment.run(text, now(), id)
      keepMentions(id, comment.author, text, people)
      changed(comment.draft)
    },
    deleteComment(id: string): void {
      const { draft } = commentFor(id, true)
      dropComment.run(now(), id)
      for (const name of mentioned.all(id)) unmention.run(id, name)
      changed(draft)
    },
    seeMentions(draft: string): void {
      const { name } = signedIn()
      if (see.run({ draft, person: name, at: now() }).changes > 0) changed(draft)
    },
  }
})
