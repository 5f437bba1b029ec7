import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/** Starts, stops or moves the server, and keeps the new state for every screen. */
export function useSetLocalApi() {
  const queries = useQueryClient()
  return useMutation(
    rpc.localApi.set.mutationOptions({
      onSuccess: (state) => queries.setQueryData(rpc.localApi.state.queryKey(), state),
    }),
  )
}

/** Switches limits and faults, and keeps the new conditions for every screen. */
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

/** The parts of the screen, in the order of its navigation. The first part has the address of the screen. */
export const sections = [
  { name: 'overview', label: t`Overview` },
  { name: 'requests', label: t`Requests` },
  { name: 'try', label: t`Try it` },
  { name: 'users', label: t`Users` },
  { name: 'conditions', label: t`Conditions` },
  { name: 'reference', label: t`Reference` },
] as const
export type SectionName = (typeof sections)[number]['name']

/** The address of a part, and of a page within it. */
export function sectionPath(section: SectionName, page?: string): string {
  if (section === 'overview') return '/local-api'
  return page === undefined ? `/local-api/${section}` : `/local-api/${section}/${encodeURIComponent(page)}`
}

/** The part that an address names; the overview when it names none. */
export const sectionNamed = (name: string | undefined): SectionName =>
  sections.find((section) => section.name === name)?.name ?? 'overview'
