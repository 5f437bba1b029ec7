import type { DraftChanged } from '../../../../src-shared/feeds/draft/model.ts'

/** Outcome of a change of a draft. */
export type EditOutcome =
  | (DraftChanged & {
      /** All drafts that the step changed. */
      drafts: string[]
    })
  | { refused: 'missing' }
  /** `isCell`: a cell of the item has another text than the edit is based on. */
  | { refused: 'stale'; key: number; isCell?: boolean }
  | { refused: 'blocked'; reason: string }
