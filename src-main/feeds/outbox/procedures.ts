import type { outboxContract } from '../../../src-shared/feeds/outbox/contract.ts'
import type { Procedures } from '../../../src-shared/rpc/procedure.ts'
import type { Outbox } from './outbox.ts'

/** Small pictures of items of the catalog, for a list. */
interface Pictures {
  fronts(itemIds: string[]): Promise<{ thumbnail?: string; placeholder?: string }[]>
}

/** What the face may ask of the outbox: items come with pictures. */
export const outboxProcedures = (outbox: Outbox, pictures: Pictures): Procedures<typeof outboxContract> => ({
  ...outbox,
  async items(question) {
    const found = await outbox.items(question)
    const fronts = await pictures.fronts(found.items.map(({ itemId = '' }) => itemId))
    return { ...found, items: found.items.map((item, index) => ({ ...item, ...fronts[index] })) }
  },
})
