import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import type { ChangesQuery } from './changes-query.ts'

/** Items per page of the list. */
export const pageSize = 50

const filterOf = (origin: ItemOrigin, { kind, field, text }: ChangesQuery) => ({
  origin,
  kind: kind === 'all' ? undefined : kind,
  field: field || undefined,
  text,
})

/** One page of the filtered list. */
export const useChanges = (origin: ItemOrigin, query: ChangesQuery) =>
  useQuery(
    rpc.history.changes.queryOptions({
      input: { ...filterOf(origin, query), offset: (query.page - 1) * pageSize, limit: pageSize },
      placeholderData: keepPreviousData,
    }),
  )

/**
 * Number of items in the filtered list. The count is kept while another page of the list loads, and is 0
 * while another list loads.
 */
export function useListed(origin: ItemOrigin, query: ChangesQuery): number {
  const key = JSON.stringify(filterOf(origin, query))
  const { data, isPlaceholderData } = useChanges(origin, query)
  const [counted, setCounted] = useState({ key: '', total: 0 })
  const total = isPlaceholderData ? undefined : data?.total
  if (total !== undefined && (counted.key !== key || counted.total !== total)) setCounted({ key, total })
  return counted.key === key ? counted.total : 0
}

/** Maximum rows per call. */
const maxRowsPerCall = 500

/** Identifiers of the items in the filtered list, without duplicates. */
export async function changedIds(origin: ItemOrigin, query: ChangesQuery, limit: number): Promise<string[]> {
  const ids = new Set<string>()
  for (let offset = 0; ids.size < limit; offset += maxRowsPerCall) {
    const { rows, total } = await client.history.changes({
      ...filterOf(origin, query),
      offset,
      limit: maxRowsPerCall,
    })
    for (const { itemId } of rows) ids.add(itemId)
    if (rows.length === 0 || offset + rows.length >= total) break
  }
  return [...ids].slice(0, limit)
}
