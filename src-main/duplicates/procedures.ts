import type { SmallPicture } from '../../src-shared/catalog/model.ts'
import type { duplicatesContract } from '../../src-shared/duplicates/contract.ts'
import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { Duplicates } from './duplicates.ts'

/** Small pictures of catalog items, for a list. */
interface FrontPictures {
  fronts(itemIds: string[]): Promise<SmallPicture[]>
}

/** Duplicates procedures of the user interface; the results include pictures. */
export const duplicateProcedures = (
  duplicates: Duplicates,
  catalog: FrontPictures,
): Procedures<typeof duplicatesContract> => ({
  ...duplicates,
  async found(wanted) {
    const page = await duplicates.found(wanted)
    const pictures = await catalog.fronts(page.groups.flatMap(({ items }) => items.map(({ id }) => id)))
    let next = 0
    return {
      ...page,
      groups: page.groups.map((group) => ({
        ...group,
        items: group.items.map((row) => ({ ...row, ...pictures[next++] })),
      })),
    }
  },
})
