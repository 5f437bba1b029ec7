import { PlainError } from '../../../../src-shared/plain-error.ts'
import { includesRole, type Person, type Role } from '../../../../src-shared/team/person.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { actingPerson } from '../../../platform/acting-person.ts'

/** Errors of requests about reviews. */
export type ReviewErrorCode =
  | 'NO_PERSON'
  | 'NOT_ALLOWED'
  | 'NOT_PROPOSED'
  | 'NOT_APPROVED'
  | 'OWN_CHANGE'
  | 'COMMENT_NOT_FOUND'

/** The signed-in person. @throws PlainError `NO_PERSON` */
export function signedIn(): Person {
  const person = actingPerson()
  if (person) return person
  throw new PlainError<ReviewErrorCode>('NO_PERSON', say`Sign in to a team to discuss and review drafts.`)
}

/** The signed-in person, who has at least this role. @throws PlainError `NO_PERSON`, `NOT_ALLOWED` */
export function allowed(role: Role): Person {
  const person = signedIn()
  if (includesRole(person.role, role)) return person
  throw new PlainError<ReviewErrorCode>('NOT_ALLOWED', refusals[role]())
}

const refusals: Record<Role, () => string> = {
  author: () => say`Your role does not allow this. Ask an administrator.`,
  reviewer: () => say`Only reviewers can approve or return a draft. Ask one, or an administrator.`,
  sender: () => say`Only senders can queue a draft. Ask one, or an administrator.`,
  administrator: () => say`Only administrators can do this.`,
}
