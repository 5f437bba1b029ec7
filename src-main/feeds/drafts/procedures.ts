import type { feedContract } from '../../../src-shared/feeds/draft/contract.ts'
import { type Named, nameOf } from '../../../src-shared/feeds/draft/made-name.ts'
import type { CheckedDraft } from '../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeed } from '../../../src-shared/feeds/outbox/model.ts'
import type { Procedures } from '../../../src-shared/rpc/procedure.ts'
import type { Drafts } from './drafts.ts'

/** What the outbox does with drafts: it knows what is on its way already, and what was sent before. */
interface Sending {
  checkDraft(id: string): Promise<CheckedDraft>
  queueDraft(input: { id: string; revision: number }): Promise<{ feeds: OutboxFeed[] }>
  feed(id: string): Promise<Named & { kind: FeedKind; xml: string }>
}

/** What the face may ask of drafts. */
export function draftProcedures(drafts: Drafts, sending: () => Sending): Procedures<typeof feedContract> {
  return {
    drafts: (input) => drafts.list(input),
    draft: (input) => drafts.get(input.id),
    draftOutcome: (input) => drafts.outcome(input.id),
    unreadDraft: (input) => drafts.unread(input.id),
    mendUnread: (input) => drafts.mendUnread(input.id, input.text),
    createDraft: async ({ fromFeed, ...start }) => {
      if (fromFeed === undefined) return drafts.create(start)
      const feed = await sending().feed(fromFeed)
      return drafts.create({ ...start, xml: feed.xml, name: start.name ?? nameOf(feed) })
    },
    draftSearch: (input) => drafts.createFromSearch(input),
    drafting: (input) => drafts.draftingProgress(input.id),
    stopDrafting: (input) => drafts.stopDrafting(input.id),
    draftRows: (input) => drafts.rows(input),
    draftItem: (input) => drafts.item(input.id, input.key),
    draftItemText: (input) => drafts.itemText(input.id, input.key),
    draftText: (input) => drafts.text(input.id),
    draftStanding: (input) => drafts.standing(input.id),
    compareItem: (input) => drafts.compareItem(input.id, input.key),
    draftItemFeed: (input) => drafts.itemFeed(input.id, input.key),
    draftProblems: (input) => drafts.problems(input.id),
    draftScores: (input) => drafts.scores(input.id, input.profile),
    previewReplace: (input) => drafts.previewReplace(input),
    editDraft: (input) => drafts.edit(input),
    undoDraft: (input) => drafts.undo(input.id),
    redoDraft: (input) => drafts.redo(input.id),
    splitDraft: (input) => drafts.split(input),
    joinDrafts: (input) => drafts.join(input.ids),
    groupDrafts: (input) => drafts.group(input.ids, input.group),
    deleteDraft: (input) => drafts.delete(input.id),
    undeleteDraft: (input) => drafts.undelete(input.id),
    allowRefused: ({ id, ...problem }) => drafts.allow(id, problem),
    checkDraft: (input) => sending().checkDraft(input.id),
    queueDraft: (input) => sending().queueDraft(input),
  }
}
