import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** Mutation that starts, stops or moves the server; stores the new state in the query cache. */
export function useSetLocalApi() {
  const queries = useQueryClient()
  return useMutation(
    rpc.localApi.set.mutationOptions({
      onSuccess: (state) => queries.setQueryData(rpc.localApi.state.queryKey(), state),
    }),
  )
}

/** Mutation that changes limits and faults; stores the new conditions in the query cache. */
export function useSetConditions() {
  const queries = useQueryClient()
  return useMutation(
    rpc.localApi.setConditions.mutationOptions({
      onSuccess: (next) => {
        queries.setQueryData(rpc.localApi.conditions.queryKey(), next)
        queries.setQueryData(
          rpc.localApi.state.queryKey(),
          (state) => state && { ...state, activeConditions: next.active },
        )
      },
      onError: (error) => toast.failed(t`The conditions were not changed`, error),
    }),
  )
}

/** The sections of the screen, in navigation order. The first section has the path of the screen. */
export const sections = [
  { name: 'overview', label: t`Overview` },
  { name: 'requests', label: t`Requests` },
  { name: 'try', label: t`Try it` },
  { name: 'users', label: t`Users` },
  { name: 'conditions', label: t`Conditions` },
  { name: 'reference', label: t`Reference` },
] as const
export type SectionName = (typeof sections)[number]['name']

/** Path of a section, or of a page within it. */
export function sectionPath(section: SectionName, page?: string): string {
  if (section === 'overview') return '/local-api'
  return page === undefined ? `/local-api/${section}` : `/local-api/${section}/${encodeURIComponent(page)}`
}

/** The section with a name; the overview for an unknown or missing name. */
export const sectionNamed = (name: string | undefined): SectionName =>
  sections.find((section) => section.name === name)?.name ?? 'overview'
