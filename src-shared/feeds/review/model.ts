import { includesRole, type Person } from '../../team/person.ts'
import type { LastChange } from '../draft/model.ts'

/**
 * - `working`: written by its authors
 * - `proposed`: waits for a reviewer
 * - `approved`: may be queued, as long as nothing is changed
 * - `returned`: a reviewer wants a change
 */
export type ReviewState = 'working' | 'proposed' | 'approved' | 'returned'

/** Limits of texts that people write to each other, in characters. */
export const maxComment = 10_000
export const maxWord = 2000
/** Limit of the length of a person's name. */
export const maxPersonName = 200

/** Review and assignment of a draft. */
export interface DraftReview {
  state: ReviewState
  /** Revision of the draft. */
  revision: number
  /** Who proposed, approved or returned the draft, and when; absent while it is worked on. */
  decided?: LastChange
  /** Word of that person to the others; '' for none. */
  word: string
  /** Who ended the last approval by a change; absent if the draft was not approved, or was proposed since. */
  reopened?: LastChange
  /** Who changed the draft last; '' if unknown. */
  lastAuthor: string
  /** The person the draft is assigned to. */
  assigned?: string
  /** Assignments of single items. */
  items: { key: number; person: string }[]
}

/**
 * What a person can do next in a review:
 * - `approve-own`: approve their own change, as an administrator
 * - `wait`: it is the turn of somebody else
 */
type ReviewStep = 'propose' | 'approve' | 'approve-own' | 'queue' | 'wait'

/** The next step of a person in the review of a draft. */
export function nextStep(
  person: Person,
  { state, lastAuthor }: Pick<DraftReview, 'state' | 'lastAuthor'>,
): ReviewStep {
  if (state === 'working' || state === 'returned') return 'propose'
  if (state === 'approved') return includesRole(person.role, 'sender') ? 'queue' : 'wait'
  if (!includesRole(person.role, 'reviewer')) return 'wait'
  if (person.name !== lastAuthor) return 'approve'
  return person.role === 'administrator' ? 'approve-own' : 'wait'
}

/** Whether a person may return a draft to its authors. */
export const mayReturn = (person: Person, state: ReviewState): boolean =>
  (state === 'proposed' || state === 'approved') && includesRole(person.role, 'reviewer')

export type TrailEvent =
  | 'proposed'
  | 'approved'
  | 'returned'
  /** Changed after its approval, which ended it. */
  | 'reopened'
  | 'assigned'
  | 'unassigned'
  | 'commented'
  | 'queued'

/** One entry of the trail of a draft. */
export interface TrailEntry {
  event: TrailEvent
  by: string
  /** ISO 8601 */
  at: string
  /** Revision of the draft at that time. */
  revision: number
  /** Key of the item it is about; absent: the draft itself. */
  key?: number
  /** A word or reason, or the person assigned; '' for none. */
  detail: string
}

export interface DraftComment {
  id: string
  /** Key of the item it is about; absent: the draft itself. */
  key?: number
  /** '' if it was deleted. */
  text: string
  by: string
  /** ISO 8601 times. */
  at: string
  editedAt?: string
  deletedAt?: string
}

/** Comments and trail of a draft, oldest first. Both are kept when the draft is queued. */
export interface Discussion {
  comments: DraftComment[]
  trail: TrailEntry[]
}

/** A comment that mentions the person who asks, and that they have not seen. */
export interface Mention {
  comment: string
  draft: string
  /** Name of the draft; absent if the draft is no longer there. */
  name?: string
  key?: number
  text: string
  by: string
  /** ISO 8601 */
  at: string
}

export interface Mentions {
  total: number
  /** The newest first; at most `maxMentions`. */
  mentions: Mention[]
}

export const maxMentions = 50
