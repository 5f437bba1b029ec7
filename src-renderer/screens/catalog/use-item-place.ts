import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client, queryClient, rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { type CatalogQuery, writeCatalogQuery } from './catalog-address.ts'

/** Index of the open item in the result, and steps to its neighbors. */
interface ItemPosition {
  /** 0-based; null if the search does not find the item; undefined while loading. */
  index: number | null | undefined
  hasNext: boolean
  hasPrevious: boolean
  /** Opens the item `by` rows further. Steps in quick succession add up. */
  step: (by: number) => void
  /** Caches the index of an item that is opened from the list. */
  cacheIndex: (itemId: string, index: number) => void
}

const asInput = ({ selection, sort }: CatalogQuery) => ({ ...selection, ...(sort && { sort }) })

const positionOf = (query: CatalogQuery, id: string) =>
  rpc.catalog.position.queryOptions({ input: { ...asInput(query), id } })

export function useItemPlace(
  query: CatalogQuery,
  itemId: string | undefined,
  total: number,
  onOpen: (itemId: string) => void,
): ItemPosition {
  'use memo'
  const { data: index } = useQuery({ ...positionOf(query, itemId ?? ''), enabled: itemId !== undefined })
  // Prefetches the previous and the next item, so that a step opens them without delay.
  const first = Math.max(0, (index ?? 0) - 1)
  const neighborIds = useQuery(
    rpc.catalog.ids.queryOptions({
      input: { ...asInput(query), offset: first, limit: 3 },
      enabled: typeof index === 'number',
    }),
  ).data
  useEffect(() => {
    for (const id of neighborIds ?? [])
      void queryClient.prefetchQuery(rpc.catalog.item.queryOptions({ input: { id } }))
  }, [neighborIds])

  /** Target index of the pending steps; undefined once its item is open. */
  const pendingIndex = useRef<number>(undefined)
  const address = writeCatalogQuery(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item or search resets the steps
  useEffect(() => {
    pendingIndex.current = undefined
  }, [itemId, index, address])

  const cacheIndex = (id: string, position: number) => {
    queryClient.setQueryData(positionOf(query, id).queryKey, position)
  }
  const idAt = async (position: number): Promise<string | undefined> =>
    neighborIds?.[position - first] ??
    (await client.catalog.ids({ ...asInput(query), offset: position, limit: 1 }))[0]
  const step = (by: number) => {
    const from = pendingIndex.current ?? index
    if (from == null) return
    const to = Math.max(0, Math.min(total - 1, from + by))
    if (to === from) return
    pendingIndex.current = to
    idAt(to)
      .then((id) => {
        if (id === undefined || pendingIndex.current !== to) return
        cacheIndex(id, to)
        onOpen(id)
      })
      .catch((error: unknown) => {
        pendingIndex.current = undefined
        toast.failed(t`The item could not be opened`, error)
      })
  }
  return {
    index: itemId === undefined ? undefined : index,
    hasNext: typeof index === 'number' && index + 1 < total,
    hasPrevious: typeof index === 'number' && index > 0,
    step,
    cacheIndex,
  }
}
