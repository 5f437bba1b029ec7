import { useQueryClient } from '@tanstack/react-query'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { toast } from '../../ui/overlays/toast.tsx'

/**
 * Mutation options for every change of the workspace: store the new state in the query cache, and show
 * errors as toasts.
 */
export function useWorkspaceChange(failure: string) {
  const queries = useQueryClient()
  return {
    onSuccess: (state: WorkspaceState) => void queries.setQueryData(rpc.workspace.state.queryKey(), state),
    onError: (error: unknown) => void toast.failed(failure, error),
  }
}
