/** The request for rows of the list: small enough to be sent before the screen itself has loaded. */
import { nutrientOrder } from '../../../../src-shared/nutrition/model.ts'
import { queryClient, rpc } from '../../../rpc/client.ts'
import type { CatalogQuery } from '../catalog-address.ts'
import { savedChoices } from '../catalog-memory.ts'

/** Rows fetched per request. */
export const windowSize = 100

/** Columns with values that a search returns only when asked, because they are read from the records. */
const contentColumns: ReadonlySet<string> = new Set(['servingEnergy', 'ingredients', ...nutrientOrder])

function needsContents(): boolean {
  const { view, columns } = savedChoices()
  return view === 'table' && columns.some((id) => contentColumns.has(id))
}

/** @param window 0-based number of the window, each of `windowSize` rows */
export const windowQuery = ({ selection, sort }: CatalogQuery, window: number) =>
  rpc.catalog.search.queryOptions({
    input: {
      ...selection,
      ...(sort && { sort }),
      ...(needsContents() && { withContents: true }),
      ...(window === 0 && { allowIncomplete: true }),
      offset: window * windowSize,
      limit: windowSize,
    },
    gcTime: 60_000,
  })

/** Prefetches the first rows of a query before the list renders. */
export const prefetchFirstRows = (query: CatalogQuery): void =>
  void queryClient.prefetchQuery(windowQuery(query, 0))
