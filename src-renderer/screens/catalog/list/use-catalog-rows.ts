import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CatalogPage, CatalogRow } from '../../../../src-shared/catalog/model.ts'
import { client, queryClient, rpc } from '../../../rpc/client.ts'
import type { CatalogQuestion } from '../catalog-address.ts'

/** Rows fetched in one call. */
const windowSize = 100
/** Milliseconds that a list must rest before the windows beside those in sight are fetched. */
const restMilliseconds = 120
/** Milliseconds after which a question whose first rows alone were answered is asked again, for all of them. */
const recountMilliseconds = 160

const windowOf = (index: number): number => Math.floor(index / windowSize)

const windowQuery = ({ selection, sort }: CatalogQuestion, window: number) =>
  rpc.catalog.search.queryOptions({
    input: {
      ...selection,
      ...(sort && { sort }),
      ...(window === 0 && { isBeginningEnough: true }),
      offset: window * windowSize,
      limit: windowSize,
    },
    gcTime: 60_000,
  })

/** Asks for what a list of this question shows first, ahead of the list. */
export const askFirstRows = (question: CatalogQuestion): void =>
  void queryClient.prefetchQuery(windowQuery(question, 0))

export interface CatalogRows extends Partial<Pick<CatalogPage, 'isTotalExact' | 'problems' | 'alsoShowing'>> {
  /** Undefined before the first answer. */
  total: number | undefined
  /** The row; undefined while it is fetched. */
  rowAt: (index: number) => CatalogRow | undefined
  /** Whether the rows shown still belong to the previous question. */
  isBehind: boolean
  /** The question the rows belong to. */
  shown: CatalogQuestion
  error: unknown
  retry: () => void
}

/**
 * The total and the rows around the visible ones of a question. Late answers to an earlier question never replace those
 * of a later one, because every answer is kept under its question. While a person drags across a million rows, one call
 * is under way at a time, and the next one asks for what is in sight then: the rows passed meanwhile are never asked for.
 */
export function useCatalogRows(
  question: CatalogQuestion,
  visible: { first: number; last: number },
): CatalogRows {
  // The rows of the previous question stay until the first answer to the new one is there.
  const head = useQuery({
    ...windowQuery(question, 0),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isTotalExact === false ? recountMilliseconds : false),
  })
  const isBehind = head.isPlaceholderData
  const [shown, setShown] = useState(question)
  if (!isBehind && head.data && shown !== question) setShown(question)

  const first = windowOf(visible.first)
  const last = windowOf(Math.max(visible.first, visible.last))
  const [asked, setAsked] = useState({ first, last, shown })
  const askedWindows = windowsBetween(asked.first, asked.last)
  const windows = useQueries({ queries: askedWindows.map((window) => windowQuery(asked.shown, window)) })
  const isSame = asked.first === first && asked.last === last && asked.shown === shown
  if (!isSame && windows.every(({ fetchStatus }) => fetchStatus !== 'fetching'))
    setAsked({ first, last, shown })
  usePrefetch(shown, first - 1, last + 1, head.data?.total)

  // Read from the observers, so that the list is drawn anew when rows come; others are still kept from before.
  const pages = new Map<number, readonly CatalogRow[] | undefined>()
  if (asked.shown === shown)
    for (const [place, window] of askedWindows.entries()) pages.set(window, windows[place]?.data?.rows)
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
    isBehind,
    shown,
    error: failed?.error ?? null,
    retry: () => {
      for (const query of [head, ...windows]) if (query.isError) void query.refetch()
    },
  }
}

const windowsBetween = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((window) => window > 0)

/** Fetches the windows beside those in sight once the list rests: a person who scrolls on finds the rows there. */
function usePrefetch(shown: CatalogQuestion, before: number, after: number, total: number | undefined): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const window of [after, before])
        if (window > 0 && window * windowSize < (total ?? 0))
          void queryClient.prefetchQuery(windowQuery(shown, window))
    }, restMilliseconds)
    return () => clearTimeout(timer)
  }, [shown, before, after, total])
}

/** The most rows in one answer. */
const maxInOneCall = 500

/** The identifiers of the items from one place of the result to another, both included, in its order. */
export async function itemIdsBetween(
  { selection, sort }: CatalogQuestion,
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
