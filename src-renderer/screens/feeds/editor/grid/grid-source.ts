import type {
  DraftEdit,
  DraftRowsQuestion,
  DraftSelection,
} from '../../../../../src-shared/feeds/draft/edits.ts'
import type { DraftChanged, DraftItem, DraftRows } from '../../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'

export type GridQuestion = Omit<DraftRowsQuestion, 'id'>

interface ReplaceQuestion {
  selection: DraftSelection
  columns: string[]
  find: string
  by: string
  matchCase: boolean
}

interface ReplacePreview {
  cells: number
  items: number
  examples: { key: number; title: string; column: string; before: string; after: string }[]
}

/** What the grid asks of one draft: the procedures of the contract, with the draft's id filled in. */
export interface GridSource {
  /** Its identifier: keys and revisions of items are those of one draft. */
  readonly draft: string
  /** `draftRows`; at most `maxRowsAsked` rows at a time. */
  rows(question: GridQuestion): Promise<DraftRows>
  /** `draftItem`: asked for the problems of the active cell. */
  item(key: number): Promise<DraftItem>
  previewReplace(question: ReplaceQuestion): Promise<ReplacePreview>
  /** `editDraft`: all edits or none, one step that can be undone under this label. Rejects when it was refused. */
  edit(label: string, edits: DraftEdit[]): Promise<DraftChanged>
  /** The text of the open cell, as the step it will be: kept should the page be loaded again. */
  hold?(step: { label: string; edits: DraftEdit[] } | undefined): void
  /** What an item added by a paste begins with. */
  newItem(): PayloadItem
}

export const maxRowsAsked = 500
