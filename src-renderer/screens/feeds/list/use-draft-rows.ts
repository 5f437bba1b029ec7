import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import type { DraftRow } from '../../../../src-shared/feeds/draft/model.ts'
import { client, rpc } from '../../../rpc/client.ts'

/** Rows are fetched in windows of this many. */
const windowSize = 100

interface RowQuestion {
  id: string
  selection: DraftSelection
}

const windowQuery = ({ id, selection }: RowQuestion, window: number) =>
  rpc.feeds.draftRows.queryOptions({
    input: { id, selection, offset: window * windowSize, limit: windowSize, columns: [] },
    gcTime: 60_000,
  })

interface ShownRows {
  /** Undefined until the first answer ever. */
  total: number | undefined
  rowAt: (index: number) => DraftRow | undefined
  error: unknown
}

/** The items of a draft that a list shows: how many, and those around the visible ones. */
export function useDraftRows(question: RowQuestion, visible: { first: number; last: number }): ShownRows {
  const head = useQuery({ ...windowQuery(question, 0), placeholderData: keepPreviousData })
  const first = Math.max(1, Math.floor(visible.first / windowSize))
  const last = head.isPlaceholderData ? 0 : Math.floor(Math.max(0, visible.last) / windowSize)
  const wanted = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  const windows = useQueries({ queries: wanted.map((window) => windowQuery(question, window)) })
  return {
    total: head.data?.total,
    rowAt: (index) => {
      const window = Math.floor(index / windowSize)
      const page = window === 0 ? head.data : windows[wanted.indexOf(window)]?.data
      return page?.rows[index - window * windowSize]
    },
    error: head.error,
  }
}

/** As many rows as are asked for at once. */
const maxRows = 500

/** The keys of the items that stand from one place to another, in the order of the list. */
export async function keysBetween(
  { id, selection }: RowQuestion,
  from: number,
  to: number,
): Promise<number[]> {
  const keys: number[] = []
  const end = Math.max(from, to) + 1
  for (let offset = Math.min(from, to); offset < end; offset += maxRows) {
    const limit = Math.min(maxRows, end - offset)
    const { rows } = await client.feeds.draftRows({ id, selection, offset, limit, columns: [] })
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}

/** The first item of a draft that has an error. */
export async function firstWithError(id: string): Promise<number | undefined> {
  const { rows } = await client.feeds.draftRows({
    id,
    selection: { problem: 'any' },
    offset: 0,
    limit: 1,
    columns: [],
  })
  return rows[0]?.key
}
