/**
 * Drafts: feeds being written. A draft's payload is XML from the first keystroke, saved as it stands, mistakes and
 * all; checks only tell. What is frozen for sending is exactly what was saved.
 */

import type { Draft, DraftList, FeedKind } from '../../src-shared/drafts/model.ts'
import type { Problem } from '../../src-shared/problem.ts'
import type { CheckedPayload } from './drafts-checker.ts'

export interface DraftStart {
  kind: FeedKind
  /** Filled from these items of the catalog. */
  fromItemIds?: string[]
  /** Kind `contentplus`: with the content of these retailers; of every one when absent. */
  retailerIds?: string[]
  /** Filled with this payload. */
  xml?: string
  name?: string
}

export interface Drafts {
  /** The newest first. */
  list(window: { offset: number; limit: number }): Promise<DraftList>
  get(id: string): Promise<Draft>
  create(start: DraftStart): Promise<Draft>
  /** @throws DraftError `STALE_REVISION` when the draft was saved elsewhere since */
  save(change: { id: string; revision: number; xml: string; name?: string }): Promise<Draft>
  /**
   * Makes a draft of kind `create` a `refresh`; its payload stays as it is.
   * @throws DraftError `STALE_REVISION` as `save` does, `DRAFT_INVALID` for a draft of another kind
   */
  makeRefresh(change: { id: string; revision: number }): Promise<Draft>
  delete(id: string): Promise<{ deleted: boolean }>
  /** Well-formedness, schema, business rules, and what the catalog knows. */
  check(id: string): Promise<Problem[]>
  /** The same for a payload that is no draft. `path` of a problem starts at the payload's root. */
  checkPayload(kind: FeedKind, payload: string | Uint8Array): Promise<Problem[]>
  /** The same, with what the payload is about. */
  examine(kind: FeedKind, payload: string | Uint8Array): Promise<CheckedPayload>
}

export type DraftErrorCode = 'DRAFT_NOT_FOUND' | 'STALE_REVISION' | 'DRAFT_INVALID' | 'ITEM_NOT_FOUND'

/** A request about a draft that cannot be met; `problems` says why where single fields are at fault. */
export class DraftError extends Error {
  readonly code: DraftErrorCode
  readonly problems: Problem[]
  constructor(code: DraftErrorCode, message: string, problems: Problem[] = []) {
    super(message)
    this.name = 'DraftError'
    this.code = code
    this.problems = problems
  }
}
