import { implement } from '@orpc/server'
import { feedContract } from '../../../src-shared/feeds/draft/contract.ts'
import { type Named, nameOf } from '../../../src-shared/feeds/draft/made-name.ts'
import type { CheckedDraft } from '../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeed } from '../../../src-shared/feeds/outbox/model.ts'
import type { FaceSession } from '../../platform/face-session.ts'
import type { Drafts } from './drafts.ts'

/** What the outbox does with drafts: it knows what is on its way already, and what was sent before. */
interface Sending {
  checkDraft(id: string): Promise<CheckedDraft>
  queueDraft(input: { id: string; revision: number }): Promise<{ feeds: OutboxFeed[] }>
  feed(id: string): Promise<Named & { kind: FeedKind; xml: string }>
}

/** What the face may ask of drafts. */
export function draftProcedures(drafts: Drafts, sending: () => Sending) {
  const os = implement(feedContract).$context<FaceSession>()
  return {
    drafts: os.drafts.handler(({ input }) => drafts.list(input)),
    draft: os.draft.handler(({ input }) => drafts.get(input.id)),
    draftOutcome: os.draftOutcome.handler(({ input }) => drafts.outcome(input.id)),
    unreadDraft: os.unreadDraft.handler(({ input }) => drafts.unread(input.id)),
    mendUnread: os.mendUnread.handler(({ input }) => drafts.mendUnread(input.id, input.text)),
    createDraft: os.createDraft.handler(async ({ input: { fromFeed, ...start } }) => {
      if (fromFeed === undefined) return drafts.create(start)
      const feed = await sending().feed(fromFeed)
      return drafts.create({ ...start, xml: feed.xml, name: start.name ?? nameOf(feed) })
    }),
    draftSearch: os.draftSearch.handler(({ input }) => drafts.createFromSearch(input)),
    drafting: os.drafting.handler(({ input }) => drafts.draftingProgress(input.id)),
    stopDrafting: os.stopDrafting.handler(({ input }) => drafts.stopDrafting(input.id)),
    draftRows: os.draftRows.handler(({ input }) => drafts.rows(input)),
    draftItem: os.draftItem.handler(({ input }) => drafts.item(input.id, input.key)),
    draftItemText: os.draftItemText.handler(({ input }) => drafts.itemText(input.id, input.key)),
    draftText: os.draftText.handler(({ input }) => drafts.text(input.id)),
    draftStanding: os.draftStanding.handler(({ input }) => drafts.standing(input.id)),
    compareItem: os.compareItem.handler(({ input }) => drafts.compareItem(input.id, input.key)),
    draftItemFeed: os.draftItemFeed.handler(({ input }) => drafts.itemFeed(input.id, input.key)),
    draftProblems: os.draftProblems.handler(({ input }) => drafts.problems(input.id)),
    draftScores: os.draftScores.handler(({ input }) => drafts.scores(input.id, input.profile)),
    previewReplace: os.previewReplace.handler(({ input }) => drafts.previewReplace(input)),
    editDraft: os.editDraft.handler(({ input }) => drafts.edit(input)),
    undoDraft: os.undoDraft.handler(({ input }) => drafts.undo(input.id)),
    redoDraft: os.redoDraft.handler(({ input }) => drafts.redo(input.id)),
    splitDraft: os.splitDraft.handler(({ input }) => drafts.split(input)),
    joinDrafts: os.joinDrafts.handler(({ input }) => drafts.join(input.ids)),
    groupDrafts: os.groupDrafts.handler(({ input }) => drafts.group(input.ids, input.group)),
    deleteDraft: os.deleteDraft.handler(({ input }) => drafts.delete(input.id)),
    undeleteDraft: os.undeleteDraft.handler(({ input }) => drafts.undelete(input.id)),
    allowRefused: os.allowRefused.handler(({ input: { id, ...problem } }) => drafts.allow(id, problem)),
    checkDraft: os.checkDraft.handler(({ input }) => sending().checkDraft(input.id)),
    queueDraft: os.queueDraft.handler(({ input }) => sending().queueDraft(input)),
  }
}
