import type { feedContract } from '../../../src-shared/feeds/draft/contract.ts'
import { type Named, nameOf } from '../../../src-shared/feeds/draft/made-name.ts'
import type { CheckedDraft } from '../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { OutboxFeed } from '../../../src-shared/feeds/outbox/model.ts'
import type { Procedures } from '../../../src-shared/rpc/procedure.ts'
import type { teamContract } from '../../../src-shared/team/contract.ts'
import { actingPerson } from '../../platform/acting-person.ts'
import type { Drafts } from './drafts.ts'
import type { Review } from './review/review.ts'

/** Draft procedures that the outbox implements: it knows the pending and earlier feeds. */
interface Sending {
  checkDraft(input: { id: string }): Promise<CheckedDraft>
  queueDraft(input: { id: string; revision: number }): Promise<{ feeds: OutboxFeed[] }>
  feed(input: { id: string }): Promise<Named & { kind: FeedKind; xml: string }>
}

/** Draft procedures available to the UI. */
export const draftProcedures = (drafts: Drafts, sending: () => Sending): Procedures<typeof feedContract> => ({
  ...drafts,
  async createDraft({ fromFeed, ...start }) {
    if (fromFeed === undefined) return drafts.createDraft(start)
    const feed = await sending().feed({ id: fromFeed })
    return drafts.createDraft({ ...start, xml: feed.xml, name: start.name ?? nameOf(feed) })
  },
  checkDraft: (input) => sending().checkDraft(input),
  queueDraft: (input) => sending().queueDraft(input),
})

/** The signed-in person and the names of the others, available to the UI. */
export const teamProcedures = ({ people }: Review): Procedures<typeof teamContract> => ({
  async me() {
    const person = actingPerson()
    return person ? { person, people: await people() } : { person: null, people: [] }
  },
})
