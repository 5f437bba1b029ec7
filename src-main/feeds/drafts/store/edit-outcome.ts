import type { DraftChanged } from '../../../../src-shared/feeds/draft/model.ts'

/** Outcome of a change of a draft. */
export type EditOutcome =
  | (DraftChanged & {
      /** All drafts that the step changed. */
      drafts: string[]
    })
  | { refused: 'missing' }
  | { refused: 'stale'; key: number }
  | { refused: 'blocked'; reason: string }
