import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UpdateState } from '../../src-shared/update-state.ts'
import { desktop } from './desktop.ts'

const queryKey = ['update']

/**
 * The update of the app, always current; null if this app is not updated by itself, undefined until that is
 * known. Null in a browser.
 */
export function useUpdate(): UpdateState | null | undefined {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await desktop?.updateState?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => desktop?.onUpdate?.(() => void queries.invalidateQueries({ queryKey })), [queries])
  return data
}
