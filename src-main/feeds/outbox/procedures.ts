import { implement } from '@orpc/server'
import { outboxContract } from '../../../src-shared/feeds/outbox/contract.ts'
import type { FaceSession } from '../../platform/face-session.ts'
import type { Outbox } from './outbox.ts'

/** Small pictures of items of the catalog, for a list. */
interface Pictures {
  fronts(itemIds: string[]): Promise<{ thumbnail?: string; placeholder?: string }[]>
}

/** What the face may ask of the outbox. A change of connection makes another outbox, so each call asks which it is. */
export function outboxProcedures(outbox: () => Outbox, pictures: Pictures) {
  const os = implement(outboxContract).$context<FaceSession>()
  return {
    overview: os.overview.handler(() => outbox().overview()),
    list: os.list.handler(({ input }) => outbox().list(input)),
    entries: os.entries.handler(({ input }) => outbox().entries(input)),
    news: os.news.handler(({ input }) => outbox().news(input.since)),
    batch: os.batch.handler(({ input }) => outbox().batch(input.id)),
    feed: os.feed.handler(({ input }) => outbox().feed(input.id)),
    items: os.items.handler(async ({ input }) => {
      const found = await outbox().items(input)
      const fronts = await pictures.fronts(found.items.map(({ itemId = '' }) => itemId))
      return { ...found, items: found.items.map((item, index) => ({ ...item, ...fronts[index] })) }
    }),
    contentPlusOf: os.contentPlusOf.handler(({ input }) => outbox().contentPlusOf(input.itemId)),
    publishedContentPlus: os.publishedContentPlus.handler(({ input }) =>
      outbox().publishedContentPlus(input.itemId),
    ),
    withdraw: os.withdraw.handler(({ input }) => outbox().withdraw(input.id)),
    withdrawBatch: os.withdrawBatch.handler(({ input }) => outbox().withdrawBatch(input.id)),
    draftRefused: os.draftRefused.handler(({ input }) => outbox().draftRefused(input.id)),
    split: os.split.handler(({ input }) => outbox().split(input.id, input.anyway)),
    hold: os.hold.handler(({ input }) => outbox().hold(input.id, input.until)),
    letGo: os.letGo.handler(({ input }) => outbox().letGo(input.id)),
    hurry: os.hurry.handler(({ input }) => outbox().hurry(input.id)),
    toBatch: os.toBatch.handler(({ input }) => outbox().toBatch(input.id, input.deed, input)),
    retry: os.retry.handler(({ input }) => outbox().retry(input.id, input.anyway)),
    reconcile: os.reconcile.handler(({ input }) => outbox().reconcile(input.id)),
    resolve: os.resolve.handler(({ input }) => outbox().resolve(input)),
    settle: os.settle.handler(({ input }) => outbox().settle(input.id)),
    release: os.release.handler(({ input }) => outbox().release(input.id)),
    rehome: os.rehome.handler(async ({ input: { choice, ...service } }) => {
      await outbox().rehome(service, choice)
      return outbox().overview()
    }),
    setPaused: os.setPaused.handler(({ input }) => outbox().setPaused(input.paused)),
    sendNow: os.sendNow.handler(() => outbox().sendNow()),
  }
}
