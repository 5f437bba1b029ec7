import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import type { DraftRow } from '../../../../src-shared/feeds/draft/model.ts'
import { client, rpc } from '../../../rpc/client.ts'

/** Number of rows fetched per request. */
const windowSize = 100

interface RowQuery {
  id: string
  selection: DraftSelection
  /** Columns whose cells are returned; none if absent. */
  columns?: readonly string[]
}

const windowQuery = ({ id, selection, columns = [] }: RowQuery, window: number) =>
  rpc.feeds.draftRows.queryOptions({
    input: { id, selection, offset: window * windowSize, limit: windowSize, columns: [...columns] },
    gcTime: 60_000,
  })

interface DraftRows {
  /** Undefined until the first response. */
  total: number | undefined
  rowAt: (index: number) => DraftRow | undefined
  error: unknown
}

/** The items of a draft for a virtualized list: the total, and the rows around the visible ones. */
export function useDraftRows(query: RowQuery, visible: { first: number; last: number }): DraftRows {
  const head = useQuery({ ...windowQuery(query, 0), placeholderData: keepPreviousData })
  const first = Math.max(1, Math.floor(visible.first / windowSize))
  const last = head.isPlaceholderData ? 0 : Math.floor(Math.max(0, visible.last) / windowSize)
  const windowIndexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  const windows = useQueries({ queries: windowIndexes.map((window) => windowQuery(query, window)) })
  return {
    total: head.data?.total,
    rowAt: (index) => {
      const window = Math.floor(index / windowSize)
      const page = window === 0 ? head.data : windows[windowIndexes.indexOf(window)]?.data
      return page?.rows[index - window * windowSize]
    },
    error: head.error,
  }
}

/** Maximum number of rows per request. */
const maxRows = 500

/** Keys of the items from one index to another, both inclusive, in list order. */
export async function keysBetween({ id, selection }: RowQuery, from: number, to: number): Promise<number[]> {
  const keys: number[] = []
  const end = Math.max(from, to) + 1
  for (let offset = Math.min(from, to); offset < end; offset += maxRows) {
    const limit = Math.min(maxRows, end - offset)
    const { rows } = await client.feeds.draftRows({ id, selection, offset, limit, columns: [] })
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}

/** Key of the first item of a draft that has an error; undefined if none has. */
export const firstWithError = (id: string): Promise<number | undefined> => firstOf(id, { problem: 'any' })

/** The field of the first item of a draft with a problem; undefined if none has it any more. */
export async function firstFieldOf(
  id: string,
  problem: { code: string; path: string; found: string },
): Promise<{ key: number; path: string } | undefined> {
  const key = await firstOf(id, { problem })
  if (key === undefined) return undefined
  const { problems } = await client.feeds.draftItem({ id, key })
  const first = problems.find(
    ({ code, path }) => code === problem.code && withoutPositions(path).endsWith(problem.path),
  )
  return first && { key, path: first.path }
}

const withoutPositions = (path: string): string => path.replaceAll(/\[\d+\]/g, '')

async function firstOf(id: string, selection: DraftSelection): Promise<number | undefined> {
  const { rows } = await client.feeds.draftRows({ id, selection, offset: 0, limit: 1, columns: [] })
  return rows[0]?.key
}
