import { useMemo, useState } from 'react'
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'

/** The items ticked in the list, with enough of each to name them. They stay ticked when the search changes. */
export interface PickedItems {
  size: number
  rows: readonly CatalogRow[]
  has: (itemId: string) => boolean
  set: (row: CatalogRow, picked: boolean) => void
  clear: () => void
}

export function usePickedItems(): PickedItems {
  const [byId, setById] = useState<ReadonlyMap<string, CatalogRow>>(new Map())
  return useMemo(
    () => ({
      size: byId.size,
      rows: [...byId.values()],
      has: (itemId) => byId.has(itemId),
      set: (row, picked) =>
        setById((before) => {
          const after = new Map(before)
          if (picked) after.set(row.id, row)
          else after.delete(row.id)
          return after
        }),
      clear: () => setById(new Map()),
    }),
    [byId],
  )
}
