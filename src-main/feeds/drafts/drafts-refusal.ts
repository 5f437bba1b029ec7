import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'

/** Errors of requests about drafts. */
export type DraftErrorCode =
  | 'DRAFT_NOT_FOUND'
  | 'STALE_REVISION'
  | 'STALE_ITEM'
  | 'STALE_CELLS'
  | 'DRAFT_INVALID'
  | 'DRAFT_UNREAD'
  | 'DRAFT_HELD'
  | 'STEP_BLOCKED'
  | 'ITEM_NOT_FOUND'
  | 'NOTHING_FOUND'
  | 'TOO_MANY_ITEMS'

export const invalidMessage = say`The draft cannot be sent yet: fix the marked problems.`

/** @throws PlainError `DRAFT_NOT_FOUND` */
export function notFound(id: string): never {
  throw new PlainError<DraftErrorCode>(
    'DRAFT_NOT_FOUND',
    say`There is no draft ${id}: it was deleted or queued.`,
  )
}

/** @throws PlainError `ITEM_NOT_FOUND` */
export function itemNotFound(key: number): never {
  throw new PlainError<DraftErrorCode>('ITEM_NOT_FOUND', say`The draft has no item ${key} any more.`)
}
