import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client, queryClient, rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { type CatalogQuestion, writeQuestion } from './catalog-address.ts'

/** Where the open item stands in the result, and the ways to those beside it. */
interface ItemPlace {
  /** Its place, from 0 on; null when the search does not find it; undefined before that is known. */
  index: number | null | undefined
  hasNext: boolean
  hasPrevious: boolean
  /** Opens the item so many places on. Presses that follow one another quickly add up. */
  step: (by: number) => void
  /** Notes the place of an item that is opened out of the list. */
  know: (itemId: string, index: number) => void
}

const asInput = ({ selection, sort }: CatalogQuestion) => ({ ...selection, ...(sort && { sort }) })

const positionOf = (question: CatalogQuestion, id: string) =>
  rpc.catalog.position.queryOptions({ input: { ...asInput(question), id } })

export function useItemPlace(
  question: CatalogQuestion,
  itemId: string | undefined,
  total: number,
  onOpen: (itemId: string) => void,
): ItemPlace {
  'use memo'
  const { data: index } = useQuery({ ...positionOf(question, itemId ?? ''), enabled: itemId !== undefined })
  // The records beside the open one are fetched ahead, so that the next item is there at once.
  const first = Math.max(0, (index ?? 0) - 1)
  const near = useQuery(
    rpc.catalog.ids.queryOptions({
      input: { ...asInput(question), offset: first, limit: 3 },
      enabled: typeof index === 'number',
    }),
  ).data
  useEffect(() => {
    for (const id of near ?? [])
      void queryClient.prefetchQuery(rpc.catalog.item.queryOptions({ input: { id } }))
  }, [near])

  /** The place that the presses so far lead to, while its item is not open yet. */
  const aim = useRef<number>(undefined)
  const asked = writeQuestion(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an item that is open, or another search, is the new beginning
  useEffect(() => {
    aim.current = undefined
  }, [itemId, index, asked])

  const know = (id: string, at: number) => {
    queryClient.setQueryData(positionOf(question, id).queryKey, at)
  }
  const idAt = async (place: number): Promise<string | undefined> =>
    near?.[place - first] ?? (await client.catalog.ids({ ...asInput(question), offset: place, limit: 1 }))[0]
  const step = (by: number) => {
    const from = aim.current ?? index
    if (from == null) return
    const to = Math.max(0, Math.min(total - 1, from + by))
    if (to === from) return
    aim.current = to
    idAt(to)
      .then((id) => {
        if (id === undefined || aim.current !== to) return
        know(id, to)
        onOpen(id)
      })
      .catch((error: unknown) => {
        aim.current = undefined
        toast.failed(t`The item could not be opened`, error)
      })
  }
  return {
    index: itemId === undefined ? undefined : index,
    hasNext: typeof index === 'number' && index + 1 < total,
    hasPrevious: typeof index === 'number' && index > 0,
    step,
    know,
  }
}
