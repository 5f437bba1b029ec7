import type {
  DraftEdit,
  DraftRowsQuestion,
  DraftSelection,
} from '../../../../../src-shared/feeds/draft/edits.ts'
import type { DraftItem, DraftRows } from '../../../../../src-shared/feeds/draft/model.ts'
import type { ReplacePreview } from '../../../../../src-shared/feeds/draft/replacement.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import type { AlikeValues } from '../../../../../src-shared/names/model.ts'

export type GridQuery = Omit<DraftRowsQuestion, 'id'>

interface ReplaceQuery {
  selection: DraftSelection
  columns: string[]
  find: string
  by: string
  matchCase: boolean
}

/** Backend of the grid for one draft: procedures of the RPC contract, bound to the draft's id. */
export interface GridSource {
  /** Id of the draft. Keys and revisions of items are unique only within a draft. */
  readonly draft: string
  /** `draftRows`, with at most `maxRowsAsked` rows per call. */
  rows(query: GridQuery): Promise<DraftRows>
  /** `draftItem`, called for the problems of the active cell. */
  item(key: number): Promise<DraftItem>
  previewReplace(query: ReplaceQuery): Promise<ReplacePreview>
  /** `alikeValues`: clusters of the values of a column. */
  alikeValues(query: { selection: DraftSelection; column: string }): Promise<AlikeValues>
  /**
   * `editDraft`: applies all edits or none, as one undo step with this label. Rejects if the backend rejects
   * the edits.
   */
  edit(label: string, edits: DraftEdit[]): Promise<unknown>
  /** Stores the text of the open editor as a step, so that it survives a page reload. */
  hold?(step: { label: string; edits: DraftEdit[] } | undefined): void
  /** Initial content of an item added by a paste; absent if no items can be added. */
  newItem?(): PayloadItem
}

export const maxRowsAsked = 500
