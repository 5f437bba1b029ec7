import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CatalogPage, CatalogRow } from '../../../../src-shared/catalog/model.ts'
import { client, queryClient } from '../../../rpc/client.ts'
import type { CatalogQuery } from '../catalog-address.ts'
import { windowQuery, windowSize } from './rows-query.ts'

/** Milliseconds without scrolling before the adjacent windows are prefetched. */
const prefetchDelayMilliseconds = 120
/** Milliseconds before a query is repeated if the response had only the first rows and no exact total. */
const recountMilliseconds = 160

const windowOf = (index: number): number => Math.floor(index / windowSize)

export interface CatalogRows extends Partial<Pick<CatalogPage, 'isTotalExact' | 'problems' | 'alsoShowing'>> {
  /** Undefined before the first response. */
  total: number | undefined
  /** Returns the row at an index; undefined while it is loading. */
  rowAt: (index: number) => CatalogRow | undefined
  /** Whether the rows still belong to the previous query. */
  isStale: boolean
  /** The query that the rows belong to. */
  shown: CatalogQuery
  error: unknown
  retry: () => void
}

/**
 * The total of a query and the rows around the visible ones. Each response is cached under its query, so a
 * late response never replaces the rows of a newer query. While a person drags across a million rows, only
 * one request is in flight at a time. The next one fetches the rows visible at that time; rows passed in
 * between are never fetched.
 */
export function useCatalogRows(query: CatalogQuery, visible: { first: number; last: number }): CatalogRows {
  // The previous rows are kept until the first response to the new query.
  const head = useQuery({
    ...windowQuery(query, 0),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isTotalExact === false ? recountMilliseconds : false),
  })
  const isStale = head.isPlaceholderData
  const [shown, setShown] = useState(query)
  if (!isStale && head.data && shown !== query) setShown(query)

  const first = windowOf(visible.first)
  const last = windowOf(Math.max(visible.first, visible.last))
  const [requested, setRequested] = useState({ first, last, shown })
  const requestedWindows = windowsBetween(requested.first, requested.last)
  const windows = useQueries({
    queries: requestedWindows.map((window) => windowQuery(requested.shown, window)),
  })
  const isSame = requested.first === first && requested.last === last && requested.shown === shown
  if (!isSame && windows.every(({ fetchStatus }) => fetchStatus !== 'fetching'))
    setRequested({ first, last, shown })
  usePrefetch(shown, first - 1, last + 1, head.data?.total)

  // Read from the query observers, so that new rows cause a render. Other windows are read from the cache.
  const pages = new Map<number, readonly CatalogRow[] | undefined>()
  if (requested.shown === shown)
    for (const [index, window] of requestedWindows.entries()) pages.set(window, windows[index]?.data?.rows)
  const pageOf = (window: number): readonly CatalogRow[] | undefined => {
    if (window === 0) return head.data?.rows
    if (!pages.has(window))
      pages.set(window, queryClient.getQueryData(windowQuery(shown, window).queryKey)?.rows)
    return pages.get(window)
  }
  const failed = [head, ...windows].find((query) => query.isError)
  return {
    total: head.data?.total,
    isTotalExact: head.data?.isTotalExact,
    problems: head.data?.problems,
    alsoShowing: head.data?.alsoShowing,
    rowAt: (index) => pageOf(windowOf(index))?.[index % windowSize],
    isStale,
    shown,
    error: failed?.error ?? null,
    retry: () => {
      for (const query of [head, ...windows]) if (query.isError) void query.refetch()
    },
  }
}

const windowsBetween = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((window) => window > 0)

/** Prefetches the windows before and after the visible ones once scrolling has stopped. */
function usePrefetch(shown: CatalogQuery, before: number, after: number, total: number | undefined): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const window of [after, before])
        if (window > 0 && window * windowSize < (total ?? 0))
          void queryClient.prefetchQuery(windowQuery(shown, window))
    }, prefetchDelayMilliseconds)
    return () => clearTimeout(timer)
  }, [shown, before, after, total])
}

/** Maximum number of rows in one response. */
const maxInOneCall = 500

/** Ids of the items from index `first` to `last` of the result, both inclusive, in result order. */
export async function itemIdsBetween(
  { selection, sort }: CatalogQuery,
  first: number,
  last: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let offset = first; offset <= last; offset += maxInOneCall) {
    const limit = Math.min(maxInOneCall, last + 1 - offset)
    const { rows } = await client.catalog.search({ ...selection, ...(sort && { sort }), offset, limit })
    ids.push(...rows.map(({ id }) => id))
    if (rows.length < limit) break
  }
  return ids
}
