import type { LackedField } from '../../completeness/model.ts'
import type { Problem } from '../../problem.ts'
import type { ComparedField } from '../compare/comparison.ts'
import type { FeedProblem } from '../feed-problem.ts'
import type { FeedKind } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import type { GridLayout } from './grid-layout.ts'
import type { Named } from './made-name.ts'
import type { DraftRetailer } from './retailer-columns.ts'
import type { Keys } from './slices.ts'

/**
 * A draft without its items. A draft holds any number of items; each is stored, checked and changed
 * separately.
 */
export interface Draft extends Named {
  id: string
  kind: FeedKind
  /** Group name shared by several drafts, to list them together; '' for none. */
  group: string
  /** Templates are not sent: drafts are created as copies of them. */
  isTemplate: boolean
  /** Counts every change, including undo. */
  revision: number
  createdAt: string
  updatedAt: string
  itemCount: number
  /** Errors and warnings of the items checked so far. */
  errorCount: number
  warningCount: number
  /**
   * Number of items whose check is pending. While it is not 0, there may be errors that are not counted yet.
   */
  uncheckedCount: number
  /** Descriptions of the steps that undo and redo would apply. */
  undo?: string
  redo?: string
  /** Grid columns of this draft, if it was made from a file; else those of its kind are shown. */
  grid?: GridLayout
  /** ISO 8601 time of deletion. A deleted draft can be restored. */
  deletedAt?: string
  /** State of the review in a team; absent while it is worked on, and without a team. */
  review?: 'proposed' | 'approved' | 'returned'
  /** The person of a team that the draft is assigned to. */
  assigned?: string
}

/** Outcome of a draft that no list shows any more. Times are ISO 8601. */
export type DraftOutcome =
  /** It was queued as a feed, or as a batch of several. */
  | { kind: 'queued'; feed: string; isBatch: boolean }
  /** Its items are in another draft: it was joined into that one, or the split that created it was undone. */
  | { kind: 'joined' | 'split-undone'; at: string; into: Named & { id: string } }
  | { kind: 'deleted'; at: string }

/** Maximum number of items in a draft created from a search. */
export const maxSearchDraftItems = 50_000

/** Progress of creating a draft from a search, in items. */
export interface DraftingProgress {
  done: number
  total: number
}

/** A draft whose payload cannot be parsed into items. The raw text is kept until it is fixed. */
export interface UnreadDraft {
  text: string
  problems: Problem[]
}

/** The catalog's value with which a draft item was created. */
export interface DraftBase {
  /** Feed kind of the draft at that time: other kinds carry other fields. */
  kind: FeedKind
  /** Identifier of the catalog item. */
  item: string
  /** Name of the catalog item. */
  name: string
  /** Milliseconds since the epoch. */
  at: number
  value: PayloadItem
}

/** Number of an item's fields by difference from the catalog, as of the last check. */
export interface Standing {
  /** Both the catalog and the draft changed them, to different values. */
  conflicts: number
  /** Only the catalog changed them: sending restores the old value. */
  outdated: number
  /** Sending changes or adds them. */
  changed: number
  /** Sending removes them. */
  removed: number
  /** Content+ entries that the item already has and sending would duplicate. */
  doubled: number
}

/** Number of a draft's items with each difference, and number of those fields. */
export interface DraftDifferences {
  items: Standing
  fields: Standing
  /** Catalog items with no difference that is known: Content+ is not always known. */
  unchanged: number
  /** Catalog items without a known base: only draft and current catalog can be compared. */
  withoutBase: number
  uncheckedCount: number
}

/** Comparison of one item with the catalog. */
export interface ItemComparison {
  key: number
  revision: number
  /** Identifier of the catalog item; undefined if the catalog has none. */
  about?: string
  /** ISO 8601 time of the base; undefined if the base is unknown. */
  begunAt?: string
  /** Whether this computer has nothing to compare the item with: no record, or no Content+. */
  isUncompared?: true
  /** Also empty if the item cannot be parsed. */
  fields: ComparedField[]
  doubled: number
  problems: DraftProblem[]
}

/** One item of a draft. */
export interface DraftItem {
  /** Stable while the item is in this draft. Items are ordered by key. */
  key: number
  /** 1-based position among the draft's items. */
  position: number
  /** Counts the item's changes. */
  revision: number
  value: PayloadItem
  /** Name in the catalog, if the catalog has the item. */
  called?: string
  /** The item's XML as typed, while it cannot be parsed; `value` is then the last valid value. */
  text?: string
  /** Paths refer to a feed with this item alone: they start with `items/item[1]` (`contentPlus/item[1]`). */
  problems: DraftProblem[]
  /** False: the last change is not checked yet, and `problems` are from before it. */
  isChecked: boolean
  /** Who saved the last change, and when; absent if unknown. */
  changed?: LastChange
}

/** Who changed something last. */
export interface LastChange {
  /** Name of a person or an account. */
  by: string
  /** ISO 8601 */
  at: string
}

/** A cell that was changed elsewhere since a person began to change it. */
export interface StaleCell {
  key: number
  position: number
  title: string
  code: string
  column: string
  /** Text that this person gives it, and text that it has now; null for none. */
  mine: string | null
  theirs: string | null
  /** Last change of the item; absent if unknown. */
  changed?: LastChange
}

export interface StaleCells {
  total: number
  /** The first of them; at most `maxStaleCells`. */
  cells: StaleCell[]
}

export const maxStaleCells = 100

export interface DraftProblem extends FeedProblem {
  /** The value that fixes the problem, if known. */
  suggestion?: {
    value: string
    /** Name of the list entry that the value identifies. */
    name?: string
    why: string
  }
}

/** One row of the grid or of the list of items. */
export interface DraftRow {
  key: number
  position: number
  revision: number
  title: string
  /** The item's first product code, or its identifier in a Content+ feed. */
  code: string
  errors: number
  warnings: number
  isChecked: boolean
  /** Identifier of the catalog item, if known. */
  about?: string
  /** Differences from the catalog; absent if there are none. */
  standing?: Standing
  /** Text of each requested column, in the requested order; null if there is none. */
  cells: (string | null)[]
  /**
   * Text of each requested column in the catalog when the item was drafted; absent if it is not known, or nothing
   * differs from it.
   */
  befores?: (string | null)[]
  /** Highest severity in each requested column. */
  marks: ('error' | 'warning' | null)[]
}

export interface DraftRows {
  total: number
  offset: number
  rows: DraftRow[]
}

/** Problems of one rule in one field with the same offending value, over all items. */
export interface DraftProblemGroup {
  code: string
  /**
   * Field relative to the item, without indexes, such as `products/product/brandId`; '' for the item itself.
   */
  path: string
  severity: 'error' | 'warning'
  /**
   * The offending value. Absent if the value differs from item to item, such as an amount, or is missing.
   */
  found?: string
  /** One of the messages. `differs`: not all messages of the group are equal. */
  message: string
  differs: boolean
  /** Number of items with the problem. */
  items: number
  /** The grid column of the field, if there is one. */
  column?: string
  /** Number of items with a suggestion, and one example. */
  suggested: number
  /** The suggestions are likely, but not known to be right: they are offered, and not part of “Fix all”. */
  isLikely?: true
  example?: { before: string; after: string; why: string }
  /** The suggested values with the most items, most frequent first. */
  fixes: readonly DraftFix[]
  /** Addresses of the first pictures with the problem. */
  pictures?: readonly string[]
  /** Some of the items are already in the catalog and can be moved into a refresh. */
  canRefresh: boolean
  /** Some of the items are duplicates that can be dropped. */
  canDrop: boolean
  /** The problem concerns content outside of the items, which can be removed. */
  isBeside?: true
  /** Only the service reported it, our own check would not: a person can dismiss it. */
  isAllowable?: true
}

/** A suggested value of a problem group. */
export interface DraftFix {
  value: string
  /** Name of the entry of a lookup list that the value identifies. */
  name?: string
  items: number
}

export interface DraftProblems {
  groups: DraftProblemGroup[]
  uncheckedCount: number
}

/** The retailers for whom items of a draft contain content. */
export interface DraftRetailers {
  /** The most frequent first; at most `maxRetailers`. */
  retailers: DraftRetailer[]
  /** Whether an item has content for several retailers. */
  isSeveral: boolean
}

/** Completeness of a draft's items by a requirement profile. */
export interface DraftScores {
  /** Number of scored items: less than all if the draft is very large. */
  scored: number
  complete: number
  /** Mean score, from 0 to 1. */
  score: number
  /** Missing fields, most frequent first. */
  lacked: LackedField[]
  /** The least complete items, worst first. */
  least: { key: number; position: number; title: string; code: string; score: number; missing: number }[]
}

/** A word that neither the dictionary nor the catalog has. */
export interface MisspelledWord {
  word: string
  /** Number of items with the word. */
  items: number
  /** Similar words of the dictionary, the likeliest first. */
  suggestions: string[]
  /** Columns in which the word was found, with the positions of list entries. */
  columns: string[]
  /** The first item with the word. */
  key: number
  title: string
}

/** The words of a draft that may be misspelled, in its English texts. */
export interface DraftSpelling {
  /** The most frequent first. */
  words: MisspelledWord[]
  /** Number of further words. */
  more: number
  /** Items that were checked. */
  items: number
  /** Items that are in another language, or too short to tell. */
  skipped: number
}

/** Check results that are shown before a draft is queued. */
export interface CheckedDraft extends DraftProblems {
  /** One warning per pending feed with the same items (`FeedProblem.feed` names it). */
  pendingFeeds: FeedProblem[]
  /** Number of feeds in which the draft is sent; absent while it has errors. */
  feeds?: number
}

export interface DraftChanged {
  draft: Draft
  /** Number of changed items. */
  items: number
}

/**
 * - `done`: applied
 * - `undone`, `partly`: undone alone by a later step, which kept some later values if `partly`
 * - `ahead`: undone in order; redo applies it again
 */
export type StepState = 'done' | 'undone' | 'partly' | 'ahead'

/** One step in the history of a draft. */
export interface DraftStep {
  number: number
  label: string
  /** ISO 8601 */
  at: string
  /** Account that made the step; '' if unknown. */
  by: string
  /** Whether the account is the one that runs the program. */
  isOwn: boolean
  /** Number of changed items. */
  items: number
  state: StepState
  /** Number of the step that this one undoes. */
  undoes?: number
  /** Names of the other drafts that the step changed. */
  others: string[]
}

/** The history of a draft. Older steps than the first are no longer stored. */
export interface DraftSteps {
  /** Newest first. */
  steps: DraftStep[]
  /** ISO 8601 time of the draft's creation. */
  createdAt: string
}

/** A field that a later step changed as well. */
export interface StepClash {
  id: string
  draft: string
  /** Field of the draft itself. */
  field?: 'name' | 'name_parts' | 'group_name' | 'kind' | 'frame' | 'deleted_at'
  /** Field of an item: keys in its state, `value` first. Empty for the whole item. */
  keys?: Keys
  title?: string
  /** Value before the step, and value now; undefined if there is none. */
  undone: unknown
  current: unknown
}

/** The clashes of undoing a step. Nothing is changed yet. */
export interface StepClashes {
  /** Revision of the draft. */
  revision: number
  total: number
  /** The first clashes. */
  clashes: StepClash[]
  /** Number of items of the step that were removed since, and stay removed. */
  removed: number
  /** Number of changes without a clash. */
  undoable: number
}

/** A window of the drafts, last changed first. */
export interface DraftList {
  /** Total number of drafts. */
  total: number
  /** Start of the window. If the requested window would be empty, the start of the last one. */
  offset: number
  drafts: Draft[]
}
