import type { outboxContract } from '../../../src-shared/feeds/outbox/contract.ts'
import type { Procedures } from '../../../src-shared/rpc/procedure.ts'
import type { Outbox } from './outbox.ts'

/** Small pictures of items of the catalog, for a list. */
interface Pictures {
  fronts(itemIds: string[]): Promise<{ thumbnail?: string; placeholder?: string }[]>
}

/** What the face may ask of the outbox. */
export function outboxProcedures(outbox: Outbox, pictures: Pictures): Procedures<typeof outboxContract> {
  return {
    overview: () => outbox.overview(),
    list: (input) => outbox.list(input),
    entries: (input) => outbox.entries(input),
    news: (input) => outbox.news(input.since),
    batch: (input) => outbox.batch(input.id),
    feed: (input) => outbox.feed(input.id),
    items: async (input) => {
      const found = await outbox.items(input)
      const fronts = await pictures.fronts(found.items.map(({ itemId = '' }) => itemId))
      return { ...found, items: found.items.map((item, index) => ({ ...item, ...fronts[index] })) }
    },
    contentPlusOf: (input) => outbox.contentPlusOf(input.itemId),
    publishedContentPlus: (input) => outbox.publishedContentPlus(input.itemId),
    withdraw: (input) => outbox.withdraw(input.id),
    withdrawBatch: (input) => outbox.withdrawBatch(input.id),
    draftRefused: (input) => outbox.draftRefused(input.id),
    split: (input) => outbox.split(input.id, input.anyway),
    hold: (input) => outbox.hold(input.id, input.until),
    letGo: (input) => outbox.letGo(input.id),
    hurry: (input) => outbox.hurry(input.id),
    toBatch: (input) => outbox.toBatch(input.id, input.deed, input),
    retry: (input) => outbox.retry(input.id, input.anyway),
    reconcile: (input) => outbox.reconcile(input.id),
    resolve: (input) => outbox.resolve(input),
    settle: (input) => outbox.settle(input.id),
    release: (input) => outbox.release(input.id),
    rehome: async ({ choice, ...service }) => {
      await outbox.rehome(service, choice)
      return outbox.overview()
    },
    setPaused: (input) => outbox.setPaused(input.paused),
    sendNow: () => outbox.sendNow(),
  }
}
