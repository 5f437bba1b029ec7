import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CatalogRow, CatalogSelection } from '../../../src-shared/catalog/model.ts'
import { rpc } from '../../rpc/client.ts'

/** Rows fetched in one call. */
const windowSize = 100

/** Milliseconds that rows are visible before they are fetched: a drag across a million rows then makes few calls. */
const settleMilliseconds = 60

const windowOf = (index: number): number => Math.floor(index / windowSize)

const windowQuery = (selection: CatalogSelection, window: number) =>
  rpc.catalog.search.queryOptions({
    input: { ...selection, offset: window * windowSize, limit: windowSize },
    gcTime: 60_000,
  })

export interface CatalogRows {
  /** Undefined before the first answer. */
  total: number | undefined
  /** The row; undefined while it is fetched. */
  rowAt: (index: number) => CatalogRow | undefined
  /** Whether the rows shown still belong to the previous selection. */
  isBehind: boolean
  /** The selection the rows belong to. */
  shown: CatalogSelection
  error: unknown
  retry: () => void
}

/** The total and the rows around the visible ones of a selection. Late answers to an earlier
 * selection never replace those of a later one, because every answer is kept under its question. */
export function useCatalogRows(
  selection: CatalogSelection,
  visible: { first: number; last: number },
): CatalogRows {
  // The rows of the previous selection stay until the first answer for the new one is there.
  const head = useQuery({ ...windowQuery(selection, 0), placeholderData: keepPreviousData })
  const isBehind = head.isPlaceholderData
  const [shown, setShown] = useState(selection)
  if (!isBehind && head.data && shown !== selection) setShown(selection)

  const [firstWindow, lastWindow] = useSettled(
    windowOf(visible.first),
    windowOf(Math.max(visible.first, visible.last)),
  )
  const wanted = Array.from({ length: lastWindow - firstWindow + 1 }, (_, index) => firstWindow + index)
  const further = wanted.filter((window) => window > 0)
  const windows = useQueries({ queries: further.map((window) => windowQuery(shown, window)) })

  const rowAt = (index: number): CatalogRow | undefined => {
    const window = windowOf(index)
    const page = window === 0 ? head.data : windows[further.indexOf(window)]?.data
    return page?.rows[index - window * windowSize]
  }
  const failed = [head, ...windows].find((query) => query.isError)
  return {
    total: head.data?.total,
    rowAt,
    isBehind,
    shown,
    error: failed?.error ?? null,
    retry: () => {
      for (const query of [head, ...windows]) if (query.isError) void query.refetch()
    },
  }
}

/** The two numbers after they have not changed for a moment; the first two at once. */
function useSettled(first: number, last: number): [number, number] {
  const [settled, setSettled] = useState<[number, number]>([first, last])
  useEffect(() => {
    const timer = setTimeout(() => setSettled([first, last]), settleMilliseconds)
    return () => clearTimeout(timer)
  }, [first, last])
  return settled
}
