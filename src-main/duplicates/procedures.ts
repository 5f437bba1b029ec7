import { implement } from '@orpc/server'
import type { SmallPicture } from '../../src-shared/catalog/model.ts'
import { duplicatesContract } from '../../src-shared/duplicates/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { Duplicates } from './duplicates.ts'

/** Small pictures of items of the catalog, for a list. */
interface FrontPictures {
  fronts(itemIds: string[]): Promise<SmallPicture[]>
}

/** What the face may ask of duplicates. */
export function duplicateProcedures(duplicates: Duplicates, catalog: FrontPictures) {
  const os = implement(duplicatesContract).$context<FaceSession>()
  return {
    found: os.found.handler(async ({ input }) => {
      const page = await duplicates.found(input)
      const pictures = await catalog.fronts(page.groups.flatMap(({ items }) => items.map(({ id }) => id)))
      let next = 0
      return {
        ...page,
        groups: page.groups.map((group) => ({
          ...group,
          items: group.items.map((row) => ({ ...row, ...pictures[next++] })),
        })),
      }
    }),
    look: os.look.handler(() => duplicates.look()),
    stop: os.stop.handler(() => duplicates.stop()),
    mark: os.mark.handler(({ input }) => duplicates.mark(input.itemIds)),
    unmark: os.unmark.handler(({ input }) => duplicates.unmark(input.pairs)),
    marked: os.marked.handler(() => duplicates.marked()),
  }
}
