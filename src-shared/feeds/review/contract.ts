import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query, queryOfOne } from '../../rpc/procedure.ts'
import {
  type Discussion,
  type DraftComment,
  type DraftReview,
  type Mentions,
  maxComment,
  maxPersonName,
  maxWord,
} from './model.ts'

const byId = z.object({ id: z.string() })
const atRevision = byId.extend({ revision: z.int() })
const key = z.int().min(1).optional()
const word = z.string().trim().max(maxWord)
const text = z.string().trim().min(1).max(maxComment)
const comment = z.object({ comment: z.string() })

/**
 * Review and discussion of drafts in a team. Calls without a signed-in person fail with `NO_PERSON`, those that
 * the person's role does not allow with `NOT_ALLOWED`.
 */
export const reviewContract = {
  review: queryOfOne('drafts').input(byId).output(type<DraftReview>()),
  /** Also of a draft that was queued. */
  discussion: queryOfOne('drafts').input(byId).output(type<Discussion>()),
  /** Asks for a review. All three fail with `STALE_REVISION` if the draft has changed since `revision`. */
  propose: call.input(atRevision.extend({ word: word.optional() })).output(type<DraftReview>()),
  /**
   * Approves this revision of a proposed draft. Who changed it last cannot approve it, except for an
   * administrator who says so (`isOwn`).
   */
  approve: call
    .input(atRevision.extend({ word: word.optional(), isOwn: z.boolean().optional() }))
    .output(type<DraftReview>()),
  /** Returns a proposed or approved draft to its authors. */
  sendBack: call.input(atRevision.extend({ reason: word.min(1) })).output(type<DraftReview>()),
  /** Assigns a draft, or one of its items, to a person; null to nobody. */
  assign: call
    .input(byId.extend({ key, person: z.string().trim().min(1).max(maxPersonName).nullable() }))
    .output(type<DraftReview>()),
  comment: call.input(byId.extend({ key, text })).output(type<DraftComment>()),
  /** Only the author of a comment can edit it; an administrator can also delete it. */
  editComment: call.input(comment.extend({ text })).output(type<void>()),
  deleteComment: call.input(comment).output(type<void>()),
  /** Comments that mention this person and that were not seen yet. */
  mentions: query('drafts').output(type<Mentions>()),
  /** Marks the mentions of this person in the discussion of a draft as seen. */
  seeMentions: call.input(byId).output(type<void>()),
}
