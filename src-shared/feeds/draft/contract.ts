import { type } from '@orpc/contract'
import * as z from 'zod'
import { catalogSelection } from '../../catalog/model.ts'
import { requirementProfile } from '../../completeness/model.ts'
import { call, query, queryOfOne } from '../../rpc/procedure.ts'
import { feedKinds } from '../kinds/kinds.ts'
import type { OutboxFeed } from '../outbox/model.ts'
import { draftEdit, draftReplacement, draftRowsQuestion, draftSelection } from './edits.ts'
import type {
  CheckedDraft,
  Draft,
  DraftChanged,
  DraftItem,
  DraftingProgress,
  DraftList,
  DraftOutcome,
  DraftProblems,
  DraftRows,
  DraftScores,
  DraftStanding,
  ItemComparison,
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
        /** A part of the name or of the group, or a product code of one of the items. */
        text: z.string().optional(),
        templates: z.boolean().optional(),
      }),
    )
    .output(type<DraftList>()),
  draft: queryOfOne('drafts').input(byId).output(type<Draft>()),
  /** Outcome of a draft that is in no list; null where it is unknown. */
  draftOutcome: queryOfOne('drafts').input(byId).output(type<DraftOutcome | null>()),
  /** The draft's payload while it cannot be read as items; null when its items are there. */
  unreadDraft: queryOfOne('drafts').input(byId).output(type<UnreadDraft | null>()),
  /** Another text in the place of one that cannot be read. */
  mendUnread: call.input(byId.extend({ text: z.string() })).output(type<Draft>()),
  /**
   * A new draft: of one empty item, or filled from items of the catalog (`contentplus`: with the content kept for
   * retailers), from another draft or template, from a feed of the outbox, or from given XML.
   */
  createDraft: call
    .input(
      z.object({
        kind: z.enum(feedKinds),
        fromItemIds: z.array(z.string()).optional(),
        /** `contentplus` only: begin with the content of these retailers; of every one when absent. */
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
   * A draft of everything that a search of the catalog finds; resolves when it is made, with null when it was stopped.
   * `id` is made by who asks, to ask for the progress and to stop it.
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
  draftItem: queryOfOne('drafts').input(byKey).output(type<DraftItem>()),
  /** The item's element as XML, as it would be sent. */
  draftItemText: queryOfOne('drafts').input(byKey).output(type<{ text: string }>()),
  /** The beginning of the payload as it would be sent, for reading. */
  draftText: queryOfOne('drafts').input(byId).output(type<{ text: string; isWhole: boolean }>()),
  /** How the items stand against the catalog, as of their last checks. */
  draftStanding: queryOfOne('drafts').input(byId).output(type<DraftStanding>()),
  /** One item beside the catalog: as it was when the draft began, as it is now, and as it will be sent. */
  compareItem: queryOfOne('drafts', 'items').input(byKey).output(type<ItemComparison>()),
  /** The feed that carries the item alone, byte by byte as it would be sent: that is how updates go. */
  draftItemFeed: queryOfOne('drafts').input(byKey).output(type<{ text: string }>()),
  draftProblems: queryOfOne('drafts').input(byId).output(type<DraftProblems>()),
  /** How complete the items are by a profile, as of a revision. */
  draftScores: query()
    .input(byId.extend({ revision: z.int(), profile: requirementProfile }))
    .output(type<DraftScores>()),
  /** What replacing would change: how many cells, and the first of them. */
  previewReplace: call.input(draftReplacement.extend({ id: z.string() })).output(
    type<{
      cells: number
      items: number
      examples: { key: number; title: string; column: string; before: string; after: string }[]
    }>(),
  ),
  /** Changes a draft: all edits, or none. They are one step that can be undone, called `label`. */
  editDraft: call
    .input(byId.extend({ label: z.string().max(1000), edits: z.array(draftEdit).max(1000) }))
    .output(type<DraftChanged>()),
  undoDraft: call.input(byId).output(type<DraftChanged>()),
  redoDraft: call.input(byId).output(type<DraftChanged>()),
  /** Moves the items into a draft of their own. */
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
  /** Puts drafts into a group ('' for none): one step, undone in all that were in another. Answers with these. */
  groupDrafts: call
    .input(z.object({ ids: z.array(z.string()).min(1).max(200), group: z.string().max(1000) }))
    .output(type<{ changed: string[] }>()),
  /** The draft stands no longer in the list; `undeleteDraft` takes it back for 30 days. */
  deleteDraft: call.input(byId).output(type<{ deleted: boolean }>()),
  undeleteDraft: call.input(byId).output(type<Draft>()),
  /**
   * What the service refused is no error any more (`DraftProblemGroup.isAllowable`): items refused for no field are to be
   * sent again as they are; a rule that the service refused is a warning again, in all drafts of the connection.
   */
  allowRefused: call.input(byId.extend({ code: z.string(), path: z.string() })).output(type<void>()),
  /** Checks every item again whose check is not about the catalog as it is now; resolves when that is done. */
  checkDraft: call.input(byId).output(type<CheckedDraft>()),
  /**
   * Freezes the draft's items as feeds, as many as the connection's limits ask for, and queues them as one batch.
   * Refused (`DRAFT_INVALID`, with problems) while an error stands, (`STALE_REVISION`) when the draft was changed since.
   */
  queueDraft: call.input(byId.extend({ revision: z.int() })).output(type<{ feeds: OutboxFeed[] }>()),
}
