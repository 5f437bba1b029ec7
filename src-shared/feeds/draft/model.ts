import type { LackedField } from '../../completeness/model.ts'
import type { Problem } from '../../problem.ts'
import type { FeedProblem } from '../feed-problem.ts'
import type { FeedKind } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import type { ComparedField } from './comparison.ts'
import type { Named } from './made-name.ts'

/** What a draft is, without its items. A draft holds any number of items; each is stored, checked and changed on its own. */
export interface Draft extends Named {
  id: string
  kind: FeedKind
  /** A name several drafts share, so that they stand together; '' when there is none. */
  group: string
  /** A template is not sent: drafts begin as copies of it. */
  isTemplate: boolean
  /** Counts every change, undoing included. */
  revision: number
  createdAt: string
  updatedAt: string
  itemCount: number
  /** Errors and warnings of the items checked so far. */
  errorCount: number
  warningCount: number
  /** Items whose check is awaited: until it is 0, nobody may say that there are no errors. */
  uncheckedCount: number
  /** What undoing would take back, and redoing would do again, in words. */
  undo?: string
  redo?: string
  /** ISO 8601: when it was deleted; it can be taken back. */
  deletedAt?: string
}

/** Outcome of a draft that is in no list. Times are ISO 8601. */
export type DraftOutcome =
  /** It is a feed now, or a batch of several. */
  | { kind: 'queued'; feed: string; isBatch: boolean }
  /** Its items are in another draft: it was joined into that, or made by a split of that, which was undone. */
  | { kind: 'joined' | 'split-undone'; at: string; into: Named & { id: string } }
  | { kind: 'deleted'; at: string }

/** The most items a draft is begun with from a search. */
export const maxDrafted = 50_000

/** How far a draft of a search is, in items. */
export interface DraftingProgress {
  done: number
  total: number
}

/** A draft's payload that cannot be read as items: it is kept as it came until someone mends it. */
export interface UnreadDraft {
  text: string
  problems: Problem[]
}

/** What the catalog had when an item of a draft was begun: what the item was filled with. */
export interface DraftBase {
  /** The kind of feed it was begun for: another carries other fields. */
  kind: FeedKind
  /** The catalog's item. */
  item: string
  /** What the catalog called it. */
  name: string
  /** Milliseconds since the epoch. */
  at: number
  value: PayloadItem
}

/** How an item stands against the catalog, as of its last check: how many fields there are of each kind. */
export interface Standing {
  /** The catalog changed them as well since the draft began, to something else. */
  conflicts: number
  /** Only the catalog changed them since: sending puts back what was before. */
  outdated: number
  /** Sending changes them, or adds them. */
  changed: number
  /** Sending takes them away. */
  removed: number
  /** Entries of Content+ that the item has already, and would have twice. */
  doubled: number
}

/** How many items of a draft have any of each, and how many fields those are. */
export interface DraftStanding {
  items: Standing
  fields: Standing
  /** Items of the catalog whose beginning nobody knows: they can be compared two ways only. */
  withoutBase: number
  uncheckedCount: number
}

/** One item beside the catalog. */
export interface ItemComparison {
  key: number
  revision: number
  /** The item of the catalog; undefined where the catalog has none. */
  about?: string
  /** ISO 8601: when the draft was begun from the catalog; undefined where nobody knows what the catalog had. */
  begunAt?: string
  /** Empty also while the item cannot be read. */
  fields: ComparedField[]
  doubled: number
  problems: DraftProblem[]
}

/** One item of a draft. */
export interface DraftItem {
  /** Stays the item's own as long as it is in this draft; items stand in the order of their keys. */
  key: number
  /** 1-based place among the draft's items. */
  position: number
  /** Counts the item's changes. */
  revision: number
  value: PayloadItem
  /** What the catalog calls it, where it is about an item of the catalog. */
  called?: string
  /** The item's element as someone typed it, while it cannot be read; `value` is then what it was before. */
  text?: string
  /** As of a feed that holds this item alone: paths begin `items/item[1]` (`contentPlus/item[1]`). */
  problems: DraftProblem[]
  /** False: the last change has not been checked yet, and `problems` are those of before. */
  isChecked: boolean
}

export interface DraftProblem extends FeedProblem {
  /** What would mend it, where that is known. */
  suggestion?: { value: string; why: string }
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
  /** The item of the catalog it is about, as far as that is known. */
  about?: string
  /** How it stands against the catalog; absent where nothing differs. */
  standing?: Standing
  /** The text of each column asked for, in that order; null where there is none. */
  cells: (string | null)[]
  /** For each column asked for: the worst that is wrong in it. */
  marks: ('error' | 'warning' | null)[]
}

export interface DraftRows {
  total: number
  offset: number
  rows: DraftRow[]
}

/** Problems of one rule in one field, over all items. */
export interface DraftProblemGroup {
  code: string
  /** The field below the item, without positions, such as `products/product/brandId`; '' for the item itself. */
  path: string
  severity: 'error' | 'warning'
  /** One of the messages; `differs`: others of them say something else. */
  message: string
  differs: boolean
  /** How many items have it. */
  items: number
  /** The column of the field, where the grid has one: one value can be set for all. */
  column?: string
  /** How many of them have a suggestion, and one of these. */
  suggested: number
  example?: { before: string; after: string; why: string }
  /** Some of the items are in the catalog already: they can be moved into a refresh. */
  canRefresh: boolean
  /** Some of the items stand more than once: the later ones can be dropped. */
  canDrop: boolean
  /** What is wrong stands beside the items, where nobody needs it: taking it away mends it. */
  isBeside?: true
  /** The service refused it, and our check alone would not: a person can say that it is no error. */
  isAllowable?: true
}

export interface DraftProblems {
  groups: DraftProblemGroup[]
  uncheckedCount: number
}

/** How complete the items of a draft are by a requirement profile. */
export interface DraftScores {
  /** Items that were scored: fewer than the draft has, where it is very large. */
  scored: number
  complete: number
  /** The mean of the scores, from 0 to 1. */
  score: number
  /** What is missing most often first. */
  lacked: LackedField[]
  /** The items that lack most, the worst first. */
  least: { key: number; position: number; title: string; code: string; score: number; missing: number }[]
}

/** All that is to be said of a draft before it is queued. */
export interface CheckedDraft extends DraftProblems {
  /** A warning for each feed that is on its way already with the same items (`FeedProblem.feed` names it). */
  onTheirWay: FeedProblem[]
}

export interface DraftChanged {
  draft: Draft
  /** How many items were changed. */
  items: number
}

/** A window of the drafts, those changed last first. */
export interface DraftList {
  /** How many drafts there are in all windows. */
  total: number
  /** Where the window begins: that of the last one, when the one asked for would be empty. */
  offset: number
  drafts: Draft[]
}
