import { implement } from '@orpc/server'
import { feedContract } from '../../src-shared/drafts/contract.ts'
import type { SavedDraft } from '../../src-shared/drafts/model.ts'
import type { OutboxFeed } from '../../src-shared/outbox/model.ts'
import type { Problem } from '../../src-shared/problem.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { DraftChange, Drafts } from './drafts.ts'

/** What the face may ask of drafts. `sending` is the outbox, which knows what is on its way already: it checks and queues them. */
export function draftProcedures(
  drafts: Drafts,
  sending: () => {
    saveDraft(change: DraftChange): Promise<SavedDraft>
    checkDraft(id: string): Promise<Problem[]>
    queueDraft(input: { id: string; revision: number }): Promise<OutboxFeed>
  },
) {
  const os = implement(feedContract).$context<FaceSession>()
  return {
    drafts: os.drafts.handler(({ input }) => drafts.list(input)),
    draft: os.draft.handler(({ input }) => drafts.get(input.id)),
    createDraft: os.createDraft.handler(({ input }) => drafts.create(input)),
    saveDraft: os.saveDraft.handler(({ input }) => sending().saveDraft(input)),
    makeRefresh: os.makeRefresh.handler(({ input }) => drafts.makeRefresh(input)),
    deleteDraft: os.deleteDraft.handler(({ input }) => drafts.delete(input.id)),
    checkDraft: os.checkDraft.handler(({ input }) => sending().checkDraft(input.id)),
    queueDraft: os.queueDraft.handler(({ input }) => sending().queueDraft(input)),
  }
}
