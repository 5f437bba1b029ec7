/** How a draft is shown first: the view, and the columns of the grid if a person has chosen none. */
import { useQuery } from '@tanstack/react-query'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { client } from '../../../rpc/client.ts'
import type { DraftView } from './draft-header.tsx'
import {
  type GridColumns,
  gridColumns,
  gridColumnsFor,
  standardColumns,
} from './grid/columns/grid-columns.ts'
import { usualColumns, usualRetailerColumns } from './grid/grid-layout.ts'

/** A draft with more items than this is opened in the grid. */
const maxItemsInForm = 20

/** The first view: the grid for many items, or those of a file; the form for few items, or a chosen one. */
export const firstView = ({ itemCount, grid }: Draft, isItemChosen: boolean): DraftView =>
  !isItemChosen && (itemCount > maxItemsInForm || (grid !== undefined && itemCount > 1)) ? 'grid' : 'form'

/** Number of items, from the first, whose values decide which columns are shown first. */
const sampledItems = 100
/** Maximum number of columns of one request. */
const maxColumns = 400

interface FirstColumns {
  /** All columns of the draft. */
  all: GridColumns
  /** The columns to show if a person has chosen none. */
  columns: readonly string[]
  /** Whether the layout is stored with the draft, because its columns are not those of all drafts of its kind. */
  hasOwnLayout: boolean
}

/**
 * The columns of a draft, by the values it has when the grid is opened; undefined while loading. If the values
 * cannot be read, the default columns of the kind of feed.
 */
export function useFirstColumns({ id, kind, grid }: Draft): FirstColumns | undefined {
  const { data, isError } = useQuery({
    queryKey: ['first-columns', id],
    queryFn: async (): Promise<FirstColumns> => {
      const { retailers, isSeveral } = await client.feeds.draftRetailers({ id })
      const all = gridColumnsFor(kind, retailers)
      const filled = await filledColumns(id, [...all.keys()])
      return {
        all,
        columns: isSeveral ? usualRetailerColumns(kind, all, filled) : usualColumns(kind, all, filled),
        hasOwnLayout: grid !== undefined || isSeveral,
      }
    },
    // The columns stay as they are while the grid is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })
  return isError
    ? { all: gridColumns(kind), columns: standardColumns(kind), hasOwnLayout: grid !== undefined }
    : data
}

/** The columns in which one of the first items has a value. */
async function filledColumns(id: string, names: readonly string[]): Promise<Set<string>> {
  const filled = new Set<string>()
  for (let first = 0; first < names.length; first += maxColumns) {
    const columns = names.slice(first, first + maxColumns)
    const query = { id, selection: {}, offset: 0, limit: sampledItems, columns }
    const { rows } = await client.feeds.draftRows(query)
    for (const [index, column] of columns.entries())
      if (rows.some(({ cells }) => (cells[index] ?? '') !== '')) filled.add(column)
  }
  return filled
}
