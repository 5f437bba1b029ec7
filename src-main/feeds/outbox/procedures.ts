import type { outboxContract } from '../../../src-shared/feeds/outbox/contract.ts'
import type { Procedures } from '../../../src-shared/rpc/procedure.ts'
import type { Outbox } from './outbox.ts'

/** Thumbnails of catalog items, for a list. */
interface Pictures {
  fronts(itemIds: string[]): Promise<{ thumbnail?: string; placeholder?: string }[]>
}

/** Outbox procedures available to the UI; items are returned with pictures. */
export const outboxProcedures = (outbox: Outbox, pictures: Pictures): Procedures<typeof outboxContract> => ({
  ...outbox,
  async items(question) {
    const found = await outbox.items(question)
    const fronts = await pictures.fronts(found.items.map(({ itemId = '' }) => itemId))
    return { ...found, items: found.items.map((item, index) => ({ ...item, ...fronts[index] })) }
  },
})
