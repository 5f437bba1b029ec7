import { type } from '@orpc/contract'
import * as z from 'zod'
import { catalogSelection } from '../../catalog/model.ts'
import { requirementProfile } from '../../completeness/model.ts'
import type { AlikeValues } from '../../names/model.ts'
import { call, query, queryOfOne } from '../../rpc/procedure.ts'
import { feedKinds } from '../kinds/kinds.ts'
import type { OutboxFeed } from '../outbox/model.ts'
import type { ItemPreview } from '../preview/model.ts'
import {
  clashChoice,
  draftCell,
  draftEdit,
  draftReplacement,
  draftRowsQuestion,
  draftSelection,
} from './edits.ts'
import { gridLayout } from './grid-layout.ts'
import type {
  CheckedDraft,
  Draft,
  DraftChanged,
  DraftDifferences,
  DraftItem,
  DraftingProgress,
  DraftList,
  DraftOutcome,
  DraftProblems,
  DraftRetailers,
  DraftRows,
  DraftScores,
  DraftSpelling,
  DraftSteps,
  ItemComparison,
  StaleCells,
  StepClashes,
  UnreadDraft,
} from './model.ts'

const byId = z.object({ id: z.string() })
const byKey = byId.extend({ key: z.int() })

export const feedContract = {
  drafts: query('drafts')
    .input(
      z.object({
        offset: z.int().min(0),
        limit: z.int().min(1).max(200),
        /** Matches a part of the name or of the group, or a product code of one of the items. */
        text: z.string().optional(),
        templates: z.boolean().optional(),
        /** Drafts and templates that a person deleted and can restore. */
        deleted: z.boolean().optional(),
        /** Of a team: drafts assigned to this person (also if only an item is), or proposed for review. */
        review: z.enum(['assigned', 'proposed']).optional(),
      }),
    )
    .output(type<DraftList>()),
  draft: queryOfOne('drafts').input(byId).output(type<Draft>()),
  /** Outcome of a draft that no list shows any more; null if unknown. */
  draftOutcome: queryOfOne('drafts').input(byId).output(type<DraftOutcome | null>()),
  /** The raw payload of a draft that cannot be parsed into items; null if it was parsed. */
  unreadDraft: queryOfOne('drafts').input(byId).output(type<UnreadDraft | null>()),
  /** Replaces the raw payload of a draft that could not be parsed. */
  fixUnread: call.input(byId.extend({ text: z.string() })).output(type<Draft>()),
  /**
   * Creates a draft with one empty item, or filled from catalog items (`contentplus`: with the content stored
   * for retailers), from another draft or template, from a feed of the outbox, or from XML.
   */
  createDraft: call
    .input(
      z.object({
        kind: z.enum(feedKinds),
        fromItemIds: z.array(z.string()).optional(),
        /** `contentplus` only: include the content of these retailers; all retailers if absent. */
        retailerIds: z.array(z.string()).optional(),
        fromDraft: z.string().optional(),
        fromFeed: z.string().optional(),
        xml: z.string().optional(),
        name: z.string().optional(),
        isTemplate: z.boolean().optional(),
      }),
    )
    .output(type<Draft>()),
  /**
   * Creates a draft of all results of a catalog search. Resolves when it is done, with null if it was
   * stopped. The caller chooses `id`, and uses it to query the progress and to stop.
   */
  draftSearch: call
    .input(
      z.object({
        id: z.uuid(),
        kind: z.enum(feedKinds),
        selection: catalogSelection,
      }),
    )
    .output(type<Draft | null>()),
  drafting: queryOfOne('drafts').input(byId).output(type<DraftingProgress | null>()),
  stopDrafting: call.input(byId).output(type<void>()),
  draftRows: queryOfOne('drafts').input(draftRowsQuestion).output(type<DraftRows>()),
  draftRetailers: queryOfOne('drafts').input(byId).output(type<DraftRetailers>()),
  draftItem: queryOfOne('drafts').input(byKey).output(type<DraftItem>()),
  /** The item's XML element as it would be sent. */
  draftItemText: queryOfOne('drafts').input(byKey).output(type<{ text: string }>()),
  /** The start of the payload as it would be sent, for reading. */
  draftText: queryOfOne('drafts').input(byId).output(type<{ text: string; isWhole: boolean }>()),
  /** Differences between the items and the catalog, as of the last checks. */
  draftDifferences: queryOfOne('drafts').input(byId).output(type<DraftDifferences>()),
  /** Compares one item with the catalog: base, catalog value and draft value. */
  compareItem: queryOfOne('drafts', 'items').input(byKey).output(type<ItemComparison>()),
  /** An item as a shop would show it, before and after the feed. */
  previewItem: queryOfOne('drafts', 'items').input(byKey).output(type<ItemPreview>()),
  /**
   * The feed with this item alone, byte for byte as it would be sent. Updates are sent this way, one item
   * each.
   */
  draftItemFeed: queryOfOne('drafts').input(byKey).output(type<{ text: string }>()),
  draftProblems: queryOfOne('drafts').input(byId).output(type<DraftProblems>()),
  /** Completeness of the items by a requirement profile, at a revision. */
  draftScores: query()
    .input(byId.extend({ revision: z.int(), profile: requirementProfile }))
    .output(type<DraftScores>()),
  /** Words of the English texts of a draft that may be misspelled, at a revision. */
  draftSpelling: query('names')
    .input(byId.extend({ revision: z.int() }))
    .output(type<DraftSpelling>()),
  /** Preview of a replacement: number of cells, and the first examples. */
  previewReplace: call.input(draftReplacement.extend({ id: z.string() })).output(
    type<{
      cells: number
      items: number
      examples: { key: number; title: string; column: string; before: string; after: string }[]
    }>(),
  ),
  /** Clusters of the values of a column that probably mean the same, with the decisions for earlier drafts. */
  alikeValues: call
    .input(byId.extend({ selection: draftSelection, column: z.string().max(500) }))
    .output(type<AlikeValues>()),
  /** Applies all edits or none, as one undo step named `label`. */
  editDraft: call
    .input(byId.extend({ label: z.string().trim().min(1).max(1000), edits: z.array(draftEdit).max(1000) }))
    .output(type<DraftChanged>()),
  /** After `STALE_CELLS`: the cells that were changed meanwhile, with both texts. */
  staleCells: call
    .input(byId.extend({ cells: z.array(draftCell).max(1_000_000) }))
    .output(type<StaleCells>()),
  undoDraft: call.input(byId).output(type<DraftChanged>()),
  redoDraft: call.input(byId).output(type<DraftChanged>()),
  /** The steps of a draft, newest first. */
  draftSteps: queryOfOne('drafts').input(byId).output(type<DraftSteps>()),
  /**
   * Undoes one step and keeps the later ones, as a new step. If later steps changed the same fields, their
   * clashes are returned and nothing changes, until a `choice` is given.
   */
  undoStep: call
    .input(byId.extend({ number: z.int(), choice: clashChoice.optional() }))
    .output(type<{ changed: DraftChanged } | { clashes: StepClashes }>()),
  /** Moves the selected items into a new draft. */
  splitDraft: call
    .input(
      byId.extend({
        selection: draftSelection,
        name: z.string().max(1000),
        kind: z.enum(feedKinds).optional(),
      }),
    )
    .output(type<Draft>()),
  /** Moves all items of drafts of one kind into the first; the others are deleted. */
  joinDrafts: call.input(z.object({ ids: z.array(z.string()).min(2).max(200) })).output(type<Draft>()),
  /**
   * Sets the group of drafts ('' for none): one undo step in each draft that had another group. Returns the
   * ids of those.
   */
  groupDrafts: call
    .input(z.object({ ids: z.array(z.string()).min(1).max(200), group: z.string().max(1000) }))
    .output(type<{ changed: string[] }>()),
  /** Stores the grid columns of a draft with columns of its own. No undo step. */
  setDraftGrid: call.input(byId.extend({ grid: gridLayout })).output(type<void>()),
  /** Removes the draft from the list; `undeleteDraft` restores it within 30 days. */
  deleteDraft: call.input(byId).output(type<{ deleted: boolean }>()),
  undeleteDraft: call.input(byId).output(type<Draft>()),
  /**
   * Accepts a refusal of the service as no error (`DraftProblemGroup.isAllowable`). Items refused without a
   * field can be sent again unchanged; a rule that the service enforced becomes a warning again, in all
   * drafts of the connection.
   */
  allowRefused: call.input(byId.extend({ code: z.string(), path: z.string() })).output(type<void>()),
  /** Checks all items whose check is older than the current catalog; resolves when done. */
  checkDraft: call.input(byId).output(type<CheckedDraft>()),
  /**
   * Freezes the draft's items as feeds, as many as the connection's limits require, and queues them as one
   * batch. Fails with `DRAFT_INVALID` (and problems) if there are errors, and with `STALE_REVISION` if the
   * draft has changed since `revision`.
   */
  queueDraft: call.input(byId.extend({ revision: z.int() })).output(type<{ feeds: OutboxFeed[] }>()),
}
